import { css } from 'lit';

export const heatMapStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  figure {
    margin: 0;
  }
  b,
  .axes {
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    font-weight: 400;
    line-height: 16px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .axes {
    display: flex;
    gap: 12px;
  }
  .plot {
    display: flex;
  }
  .gutter {
    position: relative;
    flex: none;
    inline-size: 44px;
  }
  .gutter b {
    position: absolute;
    inset-inline-end: 6px;
    inset-block-start: calc(18px + (var(--at) + 0.5) * var(--h) - 8px);
  }
  .scroll {
    min-inline-size: 0;
    overflow-x: auto;
    overflow-y: hidden;
    /* room for the ring around a cell at the edge, which would otherwise be cut off */
    margin-inline-start: -4px;
    padding: 0 4px 4px;
  }
  .head {
    position: relative;
    block-size: 18px;
    inline-size: calc(var(--w) * var(--cols));
  }
  .head b {
    position: absolute;
    inset-inline-start: calc((var(--at) + 0.5) * var(--w));
    transform: translateX(-50%);
  }
  .grid {
    position: relative;
    inline-size: calc(var(--w) * var(--cols));
    block-size: calc(var(--h) * var(--rows));
    cursor: crosshair;
  }
  .grid:focus-visible {
    outline-offset: 0;
  }
  canvas {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    image-rendering: pixelated;
  }
  .digits {
    position: absolute;
    inset-block-start: calc(var(--r) * var(--h));
    inset-inline-start: calc(var(--c) * var(--w));
    inline-size: var(--w);
    line-height: var(--h);
    font-family: var(--ap-mono);
    font-size: var(--ap-text-s);
    text-align: center;
    pointer-events: none;
  }
  .digits.dark {
    color: #000;
  }
  .digits.light {
    color: #fff;
  }
  i,
  [role='gridcell'] {
    pointer-events: none;
  }
  .row,
  .column,
  [role='gridcell'] {
    position: absolute;
  }
  /* Beside the row and the column, not over them, so that their numbers stay visible. */
  .row {
    inset-inline: 0;
    inset-block-start: calc(var(--r) * var(--h) - 1px);
    block-size: calc(var(--h) + 2px);
    border-block: 1px solid var(--ap-ink);
    opacity: 0.7;
  }
  .second {
    border-block-style: dashed;
    border-color: var(--ap-accent);
    opacity: 1;
  }
  .column {
    inset-block: 0;
    inset-inline-start: calc(var(--c) * var(--w) - 1px);
    inline-size: calc(var(--w) + 2px);
    border-inline: 1px solid var(--ap-ink);
    opacity: 0.7;
  }
  [role='gridcell'] {
    inset-block-start: calc(var(--r) * var(--h));
    inset-inline-start: calc(var(--c) * var(--w));
    inline-size: var(--w);
    block-size: var(--h);
    outline: 2px solid var(--ap-accent);
    outline-offset: 1px;
  }
  .legend {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 6px 0 0 44px;
  }
  .legend i {
    flex: 0 1 200px;
    block-size: 10px;
    border: 1px solid var(--ap-line);
  }
`;
