import { css } from 'lit';

export const numberGridStyles = css`
  :host {
    display: block;
    flex: none;
    max-inline-size: 100%;
  }
  figure {
    margin: 0;
    inline-size: max-content;
    max-inline-size: 100%;
  }
  figcaption {
    max-inline-size: max(calc(var(--gutter) + var(--w) * var(--cols)), 12em);
    min-block-size: 24px;
    margin-block-end: 2px;
    font-size: var(--ap-text-s);
    line-height: 1.35;
  }
  .symbol {
    color: var(--role);
    font-size: var(--ap-text-m);
  }
  .name {
    color: var(--ap-ink-soft);
  }
  .sheet {
    display: grid;
    grid-template-columns: var(--gutter) auto;
    grid-template-rows: var(--header) auto;
    justify-content: start;
  }
  b {
    position: absolute;
    overflow: hidden;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
    font-weight: 400;
    line-height: 16px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .columns {
    position: relative;
    grid-area: 1 / 2;
  }
  .columns b {
    bottom: 2px;
    left: calc(var(--c) * var(--w));
    min-width: var(--w);
    text-align: center;
  }
  .columns.vertical b {
    width: var(--w);
    height: calc(var(--header) - 4px);
    min-width: 0;
    line-height: var(--w);
    text-align: end;
    writing-mode: vertical-rl;
  }
  .rows {
    position: relative;
    grid-area: 2 / 1;
  }
  .rows b {
    inset-block-start: calc(var(--r) * var(--h));
    inset-inline: 0 6px;
    line-height: var(--h);
    text-align: end;
  }
  .grid {
    position: relative;
    grid-area: 2 / 2;
    inline-size: calc(var(--w) * var(--cols));
    block-size: calc(var(--h) * var(--rows));
    outline: 1.5px solid var(--role, var(--ap-line));
    background: repeating-linear-gradient(
      -45deg,
      var(--ap-surface) 0 4px,
      var(--ap-hatch) 4px 5.5px
    );
    cursor: cell;
  }
  .grid:focus-visible {
    outline: 3px solid var(--ap-accent);
    outline-offset: 1px;
  }
  canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
  }
  /* The one cell that is read aloud; the visible cells are on the canvas. */
  .alone {
    position: absolute;
    inset: 0;
    opacity: 0;
    pointer-events: none;
  }
  [role='row'] {
    display: flex;
  }
  [role='gridcell'] {
    flex: none;
    inline-size: var(--w);
    block-size: var(--h);
    overflow: hidden;
    font-family: var(--ap-mono);
    font-size: var(--figure);
    font-variant-numeric: tabular-nums;
    line-height: var(--h);
    text-align: center;
  }
  .dark {
    color: #000;
  }
  .light {
    color: #fff;
  }
  /* Over hatching the number needs its own background. */
  .plain {
    background: color-mix(in srgb, var(--ap-surface) 72%, transparent);
  }
  /* A corner, so that a change is not shown by colour alone. */
  .changed {
    position: relative;
    box-shadow: inset 0 0 0 1.5px var(--ap-accent);
  }
  .changed::before {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: 0;
    border: 4px solid transparent;
    border-block-start-color: var(--ap-accent);
    border-inline-start-color: var(--ap-accent);
  }
  .scale {
    margin-block-start: 5px;
    margin-inline-start: var(--gutter);
  }
  .marks {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    overflow: visible;
    pointer-events: none;
  }
  .marks path {
    fill: none;
  }
  .under {
    stroke: var(--ap-ground);
    stroke-width: 4.5;
  }
  .over {
    stroke-width: 2.25;
  }
  .differing .over {
    stroke: var(--ap-accent);
    stroke-width: 1.5;
  }
  .operand .over {
    stroke: var(--role, var(--ap-accent));
    stroke-dasharray: 6 2;
  }
  .active .over {
    stroke: var(--ap-ink);
  }
`;
