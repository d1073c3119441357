import { css } from 'lit';
import { controls, roleColours, titleStyles } from '../../styles/controls.js';
import { marks } from './mark-styles.js';

const sheet = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  figure {
    margin: 0;
    font-size: var(--ap-text-s);
  }
  figcaption {
    margin-block-end: 6px;
    contain: inline-size;
    min-inline-size: min(300px, 80vw);
  }
  .opener {
    padding: 0;
    border: 0;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  .opener:hover .name {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .scroll {
    overflow: auto;
    max-block-size: min(85vh, 800px);
    max-inline-size: 100%;
    inline-size: fit-content;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  :host([compact]) .scroll {
    max-block-size: 440px;
  }
  .scroll:focus {
    outline: none;
  }
  .sheet {
    position: relative;
    display: grid;
    grid-template-columns: var(--gutter) calc(var(--w) * var(--cols));
    grid-template-rows: var(--header) calc(var(--h) * var(--rows));
    gap: 2px; /* room for the frame */
    inline-size: max-content;
    padding: 0 2px 2px 0;
  }
  .corner,
  .columns,
  .rows {
    position: sticky;
    background: var(--ap-ground);
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
    line-height: 1.15;
  }
  .corner {
    inset: 0 auto auto 0;
    z-index: 4;
    display: flex;
    flex-direction: column;
    justify-content: flex-end;
    padding: 0 5px 3px 0;
    text-align: end;
    white-space: nowrap;
    overflow: hidden;
    font-size: var(--ap-text-xs);
  }
  .columns {
    inset-block-start: 0;
    z-index: 3;
  }
  .rows {
    inset-inline-start: 0;
    z-index: 3;
  }
  .label,
  .group {
    position: absolute;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .label {
    font-size: var(--ap-text-xs);
  }
  .label.on {
    color: var(--ap-ink);
    font-weight: 650;
  }
  .rows .label {
    inset-block-start: calc(var(--r) * var(--h));
    inset-inline: 0 0;
    block-size: var(--h);
    min-block-size: 13px;
    display: flex;
    align-items: center;
    justify-content: flex-end;
    padding-inline-end: 7px;
  }
  .columns .label {
    bottom: 4px;
    left: calc(var(--c) * var(--w));
    width: calc(var(--w) * var(--span, 1));
    text-align: center;
  }
  .columns:not(.vertical) .label {
    text-overflow: clip;
  }
  .columns.vertical .label {
    writing-mode: vertical-rl;
    max-height: calc(var(--header) - var(--groups) - 6px);
    line-height: calc(var(--w) * var(--span, 1));
    text-align: end;
  }
  .group {
    inset-block-start: 0;
    inset-inline-start: calc(var(--c) * var(--w));
    inline-size: calc(var(--w) * var(--span) - 6px);
    margin-inline: 3px;
    border-block-end: 2px solid var(--role);
    text-align: center;
    line-height: 15px;
    color: var(--ap-ink);
  }
`;

const cells = css`
  .body {
    position: relative;
    outline: 2px solid var(--role, var(--ap-line));
    outline-offset: 0;
    background: repeating-linear-gradient(
      -45deg,
      var(--ap-surface) 0 4px,
      var(--ap-hatch) 4px 5.5px
    );
    cursor: cell;
    touch-action: pan-x pan-y;
    user-select: none;
    -webkit-user-select: none;
  }
  .body.plain {
    background: var(--ap-surface);
  }
  .body.plain [role='gridcell'] {
    border-inline-end: 1px solid var(--ap-line);
  }
  .body:focus-visible {
    outline: 3px solid var(--ap-accent);
    outline-offset: 0;
  }
  canvas,
  .marks {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    pointer-events: none;
  }
  canvas {
    image-rendering: pixelated;
  }
  .body.plain canvas {
    display: none;
  }
  .marks {
    overflow: visible;
    z-index: 2;
  }
  [role='gridcell'] {
    scroll-margin-block: calc(var(--ap-sticky-top, 0px) + var(--top-height, 0px) + 48px)
      var(--covered, 0px);
    position: absolute;
    inset-block-start: calc(var(--r) * var(--h));
    inset-inline-start: calc(var(--c) * var(--w));
    inline-size: var(--w);
    block-size: var(--h);
    box-sizing: border-box;
    display: flex;
    align-items: center;
    justify-content: center;
    font: var(--digits) / 1 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    letter-spacing: 0;
  }
  .dark {
    color: #000;
  }
  .light {
    color: #fff;
  }
  .plain {
    color: var(--ap-ink);
  }
  [data-id],
  [data-ghost] {
    padding-block-end: 10px;
  }
  [data-id]::after,
  [data-ghost]::after {
    content: attr(data-id);
    position: absolute;
    inset-block-end: 3px;
    font-size: var(--ap-text-xs);
    opacity: 0.85;
  }
  [data-ghost]::after {
    content: attr(data-ghost);
    text-decoration: line-through;
  }
  .editor {
    position: absolute;
    z-index: 5;
    inset-block-start: calc(var(--header) + 2px + var(--r) * var(--h));
    inset-inline-start: calc(var(--gutter) + 2px + var(--c) * var(--w));
    min-inline-size: max(13ch, var(--w));
    block-size: max(30px, var(--h));
  }
`;

export const matrixStyles = [controls, roleColours, titleStyles, sheet, cells, marks];
