import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

/** One line: the texts side by side, each a line of its own that scrolls sideways inside itself. */
export const inputStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    block-size: 100%;
  }
  section {
    display: flex;
    align-items: center;
    gap: 8px;
    block-size: 100%;
  }
  .lines {
    display: flex;
    align-items: center;
    flex: 1;
    gap: 8px;
    block-size: 100%;
    min-inline-size: 0;
    overflow-x: auto;
    overflow-y: hidden;
    scrollbar-width: none;
    scroll-snap-type: x proximity;
  }
  .line {
    display: flex;
    align-items: center;
    flex: 1 0 min(280px, 100%);
    gap: 6px;
    min-inline-size: 0;
    min-block-size: var(--ap-control);
    padding-inline: 8px 0;
    border: 1px solid var(--ap-line);
    border-radius: var(--ap-radius);
    scroll-snap-align: start;
    cursor: text;
  }
  .line:focus-within {
    border-color: var(--ap-accent);
  }
  label {
    display: flex;
    align-items: center;
    flex: none;
    gap: 6px;
    min-inline-size: 0;
  }
  .open {
    flex-basis: min(400px, 100%);
  }
  .open label {
    flex: 1 0 9em;
  }
  .name {
    flex: none;
    font-size: var(--ap-text-s);
  }
  .name.second {
    color: var(--ap-key);
  }
  .single :is(.name, .line:not(.open) label) {
    display: none;
  }
  .text {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 26px;
    background: var(--ap-ground);
  }
  ap-tokens {
    flex: 1;
  }
  .edit {
    flex: none;
    min-block-size: 30px;
    border: 0;
    border-inline-start: 1px solid var(--ap-line);
    border-radius: 0 var(--ap-radius) var(--ap-radius) 0;
    background: none;
    color: var(--ap-accent);
    font-size: var(--ap-text-s);
  }
  .tools {
    display: flex;
    align-items: center;
    flex: none;
    gap: 6px;
    font-size: var(--ap-text-s);
  }
  [name='example'] {
    inline-size: 9.4em;
  }
  /* Where there is no room beside the texts, what concerns them is a row below, as long as one is edited. */
  @container ${below.full} {
    .editing .tools {
      position: absolute;
      inset-inline: 0;
      inset-block-start: 100%;
      flex-wrap: wrap;
      padding: 6px var(--ap-gap);
      border-block-end: 1px solid var(--ap-line);
      background: var(--ap-ground);
    }
  }
  @container ${below.medium} {
    section:not(.editing) .tools {
      display: none;
    }
    .tools select {
      flex: 1;
      min-inline-size: 0;
      inline-size: 0;
      padding-inline: 4px;
    }
    .open ap-tokens {
      display: none;
    }
    /* The next one shows that it is there. */
    .line {
      flex-basis: 86%;
    }
    .name {
      max-inline-size: 4.6em;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
  @media (pointer: coarse) {
    .line,
    .edit,
    .text {
      min-block-size: 38px;
    }
  }
`;

export const tokensStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  .chips {
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 2px 20px 2px 2px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
    /* More of them go on past the edge. */
    mask-image: linear-gradient(to right, #000 calc(100% - 20px), transparent);
  }
  .chip {
    flex: none;
    min-block-size: 26px;
    min-inline-size: 26px;
    max-inline-size: 16em;
    padding: 0 7px;
    border-radius: 5px;
    background: var(--ap-surface);
    font-size: var(--ap-text-m);
    line-height: 1.4;
    /* As of what can be edited in place. */
    text-decoration: underline dotted 1.5px var(--ap-ink-soft);
    text-underline-offset: 4px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chip.query {
    border-color: var(--ap-query);
    box-shadow: inset 0 -3px 0 var(--ap-query);
  }
  .chip.key {
    border-color: var(--ap-key);
    box-shadow: inset 0 -3px 0 var(--ap-key);
  }
  .chip.query.key {
    border-color: var(--ap-query);
    box-shadow:
      inset 0 -3px 0 var(--ap-key),
      inset 0 3px 0 var(--ap-query);
  }
  .chip[aria-expanded='true'] {
    border-color: var(--ap-accent);
    outline: 1px solid var(--ap-accent);
  }
  .word {
    flex: none;
    padding: 1px 3px;
    border-block-end: 3px solid transparent;
    font-size: var(--ap-text-l);
    line-height: 1.4;
    white-space: nowrap;
  }
  .word.query {
    border-color: var(--ap-query);
  }
  .word.key {
    border-color: var(--ap-key);
  }
  .word.query.key {
    border-color: var(--ap-query);
    box-shadow: inset 0 -2px 0 var(--ap-key);
  }
  .pad {
    border: 1px dashed var(--ap-ink-soft);
    color: var(--ap-ink-soft);
    text-decoration: none;
    cursor: default;
  }
  .count,
  .hint,
  .again {
    flex: none;
  }
  .count,
  .hint {
    font-size: var(--ap-text-s);
    margin-inline-start: 4px;
  }
  .full {
    color: var(--ap-danger);
  }
  .again {
    font-size: var(--ap-text-s);
    min-block-size: 26px;
  }
  /* Below the bar, over the page, where its sentence begins. */
  .editor {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    inline-size: 440px;
    padding: 8px;
    border: 1px solid var(--ap-accent);
    border-radius: var(--ap-radius);
    background: var(--ap-ground);
    box-shadow: var(--ap-shadow);
    cursor: auto;
  }
  @container ${below.wide} {
    .editor {
      inset-inline: var(--ap-gap);
      inline-size: auto;
    }
  }
  .editor label {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: var(--ap-text-s);
  }
  .editor input {
    inline-size: 11em;
    background: var(--ap-ground);
  }
  @media (pointer: coarse) {
    .chip {
      min-block-size: 36px;
      min-inline-size: 36px;
    }
  }
`;
