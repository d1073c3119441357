import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';
import { controls, roleColours } from '../../styles/controls.js';

const styles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }

  .heads {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 6px;
    margin-block-end: 12px;
  }
  .soft,
  .choose {
    margin: 6px 0;
    font-size: var(--ap-text-s);
    color: var(--ap-ink-soft);
  }
  .head,
  .head-name {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .head i,
  .head-name i {
    inline-size: 12px;
    block-size: 12px;
    border-radius: 3px;
    box-sizing: border-box;
    border: 2px solid var(--head);
  }
  .head[aria-pressed='true'] {
    border-color: var(--ap-line);
    color: var(--ap-ink);
    box-shadow: none;
  }
  .head[aria-pressed='true'] i,
  .head-name i {
    background: var(--head);
  }
  .head[aria-pressed='false'] {
    color: var(--ap-ink-soft);
    text-decoration: line-through;
  }
  .head-view {
    max-inline-size: 100%;
    overflow: auto;
    max-block-size: min(75vh, 700px);
  }
  .end {
    block-size: 20px;
    padding: 0 8px;
    font-size: var(--ap-text-s);
    line-height: 20px;
    color: var(--ap-ink-soft);
  }
  .side.query .end {
    text-align: end;
  }
  .columns svg,
  .strips {
    margin-block-start: 20px;
  }
  /* In a picture nothing scrolls. */
  [inert] .head-view {
    max-block-size: none;
    overflow: hidden;
  }
  .columns {
    display: grid;
    grid-template-columns: var(--queries) var(--strips) var(--middle) var(--strips) var(--keys);
    inline-size: max-content;
  }
  .columns svg {
    display: block;
  }
  path {
    fill: none;
    stroke: var(--head);
    stroke-width: 2.2;
  }
  .side {
    display: flex;
    flex-direction: column;
  }
  .token {
    block-size: var(--row);
    padding: 0 8px;
    border: 0;
    border-radius: 4px;
    background: none;
    font-size: var(--ap-text-m);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .side.query .token {
    text-align: end;
  }
  .side.key .token {
    text-align: start;
  }
  .both {
    display: flex;
    gap: 4px;
  }
  .side .both {
    justify-content: end;
  }
  .both span {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .both i {
    font-style: normal;
  }
  .both i,
  .written {
    color: var(--ap-ink-soft);
  }
  .token small {
    margin-inline-start: 8px;
    font: var(--ap-text-s) / 1 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    color: var(--ap-ink);
  }
  .token:hover,
  .token.on {
    background: color-mix(in srgb, var(--ap-accent) 14%, transparent);
  }
  .token.on {
    font-weight: 650;
  }
  .token:focus-visible {
    outline-offset: -2px;
  }
  .strips {
    position: relative;
  }
  .strip-row {
    position: absolute;
    inset-block-start: calc(var(--r) * var(--row) + 2px);
    inset-inline: 0;
    display: flex;
    block-size: calc(var(--row) - 4px);
  }
  .strip {
    inline-size: 10px;
    padding: 0;
    border: 0;
    box-sizing: border-box;
    background: color-mix(in srgb, var(--head) calc(var(--fill) * 100%), transparent);
    box-shadow: inset 1px 0 0 var(--ap-line);
    cursor: pointer;
  }
  .sentence {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 0;
    font-size: var(--ap-text-l);
  }
  .word {
    display: inline-flex;
    flex-direction: column;
    align-items: center;
    padding: 3px 7px;
    border: 1px solid transparent;
    border-radius: 4px;
    background: none;
    line-height: 1.5;
    cursor: pointer;
  }
  .word.on,
  .word:hover {
    border-color: var(--ap-ink-soft);
  }
  .sentence:not(.shaded) .word.on {
    border-color: var(--ap-accent);
    color: var(--ap-accent);
    font-weight: 600;
  }
  .shaded .word span {
    padding: 0 5px;
    border-radius: 3px;
    background: color-mix(in srgb, var(--head) calc(var(--fill) * 60%), transparent);
    box-shadow: inset 0 -2px 0 color-mix(in srgb, var(--head) 35%, transparent);
  }
  .word small {
    font: var(--ap-text-xs) / 1.4 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    color: var(--ap-ink-soft);
  }
  .word.on small {
    color: var(--ap-ink);
    font-weight: 700;
  }
  .text-line {
    display: grid;
    grid-template-columns: 84px 1fr;
    align-items: baseline;
    gap: 8px;
    padding-block: 5px;
    border-block-start: 1px solid var(--ap-line);
    content-visibility: auto; /* 16 heads of 64 tokens take longer than a frame to lay out */
    contain-intrinsic-block-size: auto 120px;
  }
  .text-line > .sentence:only-child {
    grid-column: 1 / -1;
  }
  .head-name {
    font-size: var(--ap-text-s);
  }
  /* The words come first. */
  @container ${below.narrow} {
    .text-line {
      grid-template-columns: 1fr;
    }
    .views {
      display: flex;
      flex-direction: column;
    }
    .heads {
      order: 1;
      margin-block: 8px 0;
    }
  }
  .text-view .choose:not(:first-child) {
    margin-block-start: 16px;
  }
`;

export const weightsStyles = [controls, roleColours, styles];
