import { css } from 'lit';
import { below, from } from '../../styles/breakpoints.js';

export const mapStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    block-size: 100%;
  }
  section {
    display: flex;
    flex-direction: column;
    block-size: 100%;
    padding: 8px 0 0 12px;
    background: var(--ap-ground);
  }
  header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    padding: 0 8px 6px 0;
  }
  h2 {
    flex: 1;
    margin: 0;
    font-size: var(--ap-text-m);
    font-weight: 600;
    white-space: nowrap;
  }
  header button {
    min-block-size: 28px;
    font-size: var(--ap-text-s);
  }
  .fold,
  .here {
    display: none;
  }
  .here,
  .hint {
    margin: 0;
    font-size: var(--ap-text-s);
    line-height: 1.45;
  }
  .here {
    min-inline-size: 0;
    color: var(--ap-ink-soft);
    text-wrap: pretty;
  }
  .body {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-block-size: 0;
  }
  .scroll {
    min-block-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-gutter: stable;
    --label: var(--ap-text-xs);
    font-size: var(--ap-text-s);
    border-block-start: 1px solid var(--ap-line);
  }
  :host([large]) .scroll {
    --label: var(--ap-text-s);
    font-size: var(--ap-text-l);
  }
  .picture {
    position: relative;
    contain: layout style;
    margin-block: 0.4em;
    line-height: 1.2;
  }
  svg {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    pointer-events: none;
  }
  .line path {
    fill: none;
    stroke: var(--role, var(--ap-ink-soft));
    stroke-width: 1.25px;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
  .line .head {
    fill: var(--role, var(--ap-ink-soft));
    stroke: none;
  }
  .line text {
    font-family: var(--ap-mono);
    text-anchor: middle;
    fill: var(--ap-ink-soft);
    stroke: var(--ap-ground);
    stroke-width: 0.3px;
    stroke-linejoin: round;
    paint-order: stroke;
  }
  .line.lit path {
    stroke-width: 2.5px;
  }
  .line.lit .head {
    stroke-width: 0;
  }
  .line.lit text {
    fill: var(--ap-ink);
    font-weight: 700;
  }
  .frame {
    position: absolute;
    border: 1px solid var(--ap-line);
    border-radius: 0.5em;
  }
  .frame.stack {
    border-color: var(--ap-ink-soft);
  }
  .frame.layer {
    border-style: dashed;
  }
  .frame.block {
    background: var(--ap-surface);
  }
  .layer-name {
    position: absolute;
    inset-block-start: 0.25em;
    color: var(--ap-ink-soft);
  }
  .item {
    scroll-margin-block: calc(var(--top, 0px) + 16px);
    position: absolute;
    display: flex;
    align-items: center;
    gap: 0.4em;
    padding-inline: 0.5em;
    border: 1px solid var(--ap-line);
    border-radius: 0.4em;
    background: var(--ap-ground);
    cursor: pointer;
    white-space: nowrap;
    overflow: hidden;
  }
  .item:hover {
    border-color: var(--ap-ink);
  }
  .item.step {
    gap: 0.3em;
    padding-inline: 0.35em;
    border-color: color-mix(in srgb, var(--role) 55%, var(--ap-ground));
  }
  .item.block {
    background: var(--ap-surface);
    font-weight: 600;
  }
  .item.plate {
    border-color: transparent;
    border-block-start-color: var(--ap-line);
    border-radius: 0 0 0.4em 0.4em;
  }
  .item.stack .name {
    flex: none;
  }
  .item.stack {
    gap: 0.3em;
    padding-inline: 0.2em;
    border-color: transparent;
    background: var(--ap-ground);
  }
  .item.narrow {
    justify-content: center;
    padding-inline: 0.1em;
  }
  .item.step.narrow .name {
    display: none;
  }
  .item.parameter {
    z-index: 1;
    justify-content: center;
    padding: 0;
    border-color: transparent;
    background: none;
    overflow: visible;
  }
  .parameter .symbol {
    padding: 0 0.15em;
    /* Its step may have another background. */
    background: var(--ap-ground);
    border-block-end: 1px dashed var(--role);
    font-size: var(--label);
    line-height: 1.1;
  }
  .parameter .name {
    display: none;
  }
  .symbol {
    color: var(--role);
    font-weight: 600;
  }
  .name {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .sign {
    inline-size: 0.9em;
    color: var(--ap-ink-soft);
    font-family: var(--ap-mono);
    font-weight: 400;
    text-align: center;
  }
  .which {
    flex: 1;
    overflow: hidden;
    color: var(--ap-ink-soft);
    font-size: var(--label);
    text-align: end;
    text-overflow: ellipsis;
  }
  .item[aria-current],
  .item.parameter[aria-current] {
    border-color: var(--ap-accent);
    background: var(--ap-accent);
    color: var(--ap-on-accent);
  }
  .item[aria-current] :is(.symbol, .sign, .which) {
    background: none;
    color: inherit;
  }
  .item:focus-visible {
    z-index: 2;
    outline-offset: 1px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .item,
    .line path {
      transition:
        background-color 160ms,
        border-color 160ms,
        stroke-width 160ms;
    }
  }
  /* Enlarged, it lies over the work. */
  @container ${from.wide} {
    :host(:not([large])) .scroll {
      font-size: var(--ap-text-xs);
    }
    :host([large]) section {
      position: absolute;
      inset-block: 0;
      inset-inline-start: 0;
      inline-size: min(900px, 92cqi);
      border-inline-end: 1px solid var(--ap-line);
      box-shadow: var(--ap-shadow);
    }
  }
  @container ${below.wide} {
    section {
      padding: 0;
    }
    header {
      flex-wrap: nowrap;
      min-block-size: 36px;
      padding: 2px var(--ap-gap);
      border-block-end: 1px solid var(--ap-line);
    }
    h2,
    .size {
      display: none;
    }
    .fold,
    .here {
      display: block;
    }
    .fold,
    .tools {
      flex: none;
    }
    .here {
      flex: 1;
      line-height: 1.3;
    }
    :host(:not([shown])) :is(.body, .tools) {
      display: none;
    }
    .body {
      position: absolute;
      inset-block-start: 100%;
      inset-inline: 0;
      max-block-size: calc(100dvh - var(--top, 0px) - 60px);
      padding-inline: var(--ap-gap);
      border-block-end: 1px solid var(--ap-line);
      background: var(--ap-ground);
      box-shadow: var(--ap-shadow);
    }
  }
`;
