import { css } from 'lit';
import { base } from '../../styles/base.js';
import { roleColours, titleStyles } from '../../styles/controls.js';

const sheet = css`
  /* Drawn for another width, for a frame, it must not widen the page: a phone would keep to that width. */
  :host {
    display: block;
    min-inline-size: 0;
    overflow-x: clip;
    overflow-clip-margin: 8px;
  }
  :host(.outlined) .figure {
    outline: 2px solid var(--ap-accent);
    outline-offset: 4px;
  }
  .figure {
    position: relative;
    max-inline-size: 100%;
  }
  canvas {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }
  .port,
  .title-of,
  .editor {
    position: absolute;
  }
  .port {
    overflow: auto hidden;
    overscroll-behavior-inline: contain;
    scrollbar-width: thin;
  }
  .high {
    overflow: auto;
  }
  .operand {
    scrollbar-width: none;
  }
  /* The canvas shows what is in it; what has no opacity is not painted. */
  .body {
    display: grid;
    opacity: 0;
    cursor: cell;
    touch-action: pan-x pan-y;
    user-select: none;
    -webkit-user-select: none;
  }
  .body:focus {
    outline: none;
  }
  .port:has(> .body:focus-visible) {
    outline: 3px solid var(--ap-accent);
    outline-offset: 1px;
  }
  [role='row'] {
    display: contents;
  }
  [role='gridcell'] {
    overflow: clip;
    font-size: var(--ap-text-xs);
    line-height: 1;
    scroll-margin-block: calc(var(--ap-sticky-top, 0px) + var(--top-height, 0px) + 48px)
      var(--covered, 0px);
  }
  .title-of {
    display: flex;
    align-items: safe flex-end;
    min-block-size: 0;
    padding: 0 0 2px;
    border: 0;
    background: none;
    text-align: start;
    font-size: var(--ap-text-s);
    line-height: 1.25;
    white-space: nowrap;
  }
  button.title-of {
    cursor: pointer;
  }
  button.title-of:hover .symbol,
  button.title-of:hover .name {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .title-of .name {
    display: none;
  }
  /* What it shows is chosen to fit (figures/titles.ts). */
  .title-of .title {
    flex-wrap: nowrap;
    column-gap: 6px;
  }
  .two-lines .title {
    flex-direction: column;
  }
  .title-of sup {
    line-height: 0;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 18px;
    margin-block-start: 8px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
  }
  .legend > *,
  .scale {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .legend b {
    font-family: var(--ap-mono);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  .legend i {
    display: inline-block;
    inline-size: 14px;
    block-size: 12px;
    border: 1px solid var(--ap-line);
  }
  .legend .ramp {
    inline-size: 72px;
    block-size: 9px;
  }
  .legend .hatch {
    background: repeating-linear-gradient(
      -45deg,
      var(--ap-surface) 0 3px,
      var(--ap-hatch) 3px 4.5px
    );
  }
  .legend .ring {
    border: 2px solid var(--ap-edited);
  }
  .check input {
    margin: 0;
  }
`;

export const figureStyles = [base, roleColours, titleStyles, sheet];
