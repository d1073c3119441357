import { css } from 'lit';

/** Styles of the marks over the cells, of the legend, and of text for screen readers only. */
export const marks = css`
  .marks path {
    fill: none;
  }
  .under {
    stroke: var(--ap-surface);
    stroke-width: 4.5;
  }
  .over {
    stroke-width: 2.25;
  }
  .operand .over {
    stroke: var(--role, var(--ap-accent));
  }
  .chosen .over {
    stroke: var(--ap-accent);
    stroke-dasharray: 5 3;
  }
  .active .over {
    stroke: var(--ap-ink);
    stroke-width: 2.5;
  }
  .edited .over {
    stroke: var(--ap-edited);
    stroke-width: 2;
    stroke-dasharray: 4 2;
  }
  .pointed .over {
    stroke: var(--ap-accent);
    stroke-width: 3;
  }
  .separator {
    stroke: var(--ap-ground);
    stroke-width: 2;
  }
  .silent {
    fill: none;
    stroke: var(--ap-danger);
    stroke-width: 2;
    stroke-dasharray: 2 3;
  }
  .operand {
    animation: pulse 320ms ease-out 1;
  }
  @keyframes pulse {
    from {
      opacity: 0.15;
    }
    40% {
      stroke-width: 6;
    }
    to {
      opacity: 1;
    }
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 14px;
    font-size: 12px;
    color: var(--ap-ink-soft);
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 14px;
    margin-block-start: 8px;
    contain: inline-size;
    min-inline-size: min(300px, 80vw);
  }
  .legend > span,
  .check {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .legend b {
    font: 500 11.5px/1 var(--ap-mono);
    font-variant-numeric: tabular-nums;
  }
  .bar {
    inline-size: 84px;
    block-size: 10px;
    border: 1px solid var(--ap-line);
  }
  .swatch {
    border: 1px solid var(--ap-line);
  }
  .swatch,
  .hatch,
  .ring,
  .silent-key {
    inline-size: 14px;
    block-size: 12px;
    box-sizing: border-box;
  }
  .hatch {
    border: 1px solid var(--ap-line);
    background: repeating-linear-gradient(
      -45deg,
      var(--ap-surface) 0 3px,
      var(--ap-hatch) 3px 4.5px
    );
  }
  .ring {
    border: 2px dashed var(--ap-edited);
  }
  .silent-key {
    border: 2px dotted var(--ap-danger);
  }
  .live {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    .operand {
      animation: none;
    }
  }
`;
