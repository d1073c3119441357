import { css } from 'lit';

/** Styles of the marks over the cells, and of the legend. */
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
    font-size: var(--ap-text-s);
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
    font: 500 var(--ap-text-xs) / 1 var(--ap-mono);
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
  @media (prefers-reduced-motion: reduce) {
    .operand {
      animation: none;
    }
  }
`;
