import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  .fields .widths {
    flex: 1 1 320px;
    max-inline-size: 520px;
  }
  .fields .widths input {
    inline-size: 100%;
    margin: 0;
    accent-color: var(--ap-accent);
  }
  .chosen-width {
    color: var(--ap-ink);
    font-weight: 650;
  }
  .marks {
    display: flex;
    justify-content: space-between;
    font-size: var(--ap-text-s);
  }
  .marks i {
    inline-size: 16px;
    display: flex;
    justify-content: center;
    font-style: normal;
  }
  .marks .on,
  text.on {
    color: var(--ap-ink);
    fill: var(--ap-ink);
    font-weight: 650;
  }
  h3 {
    margin: 8px 0 4px;
    font-size: var(--ap-text-m);
    font-weight: 600;
  }
  .hold,
  .step {
    display: inline-flex;
    max-inline-size: 100%;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-end: 4px;
    font-size: var(--ap-text-s);
  }
  .step select {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .hold input {
    accent-color: var(--ap-accent);
  }
  .pair,
  .charts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px 28px;
  }
  .charts {
    gap: 20px 28px;
  }
  /* the two halves: a square and a dashed line, a disc and a solid one */
  .unscaled {
    --tone: var(--ap-ink-soft);
  }
  .scaled {
    --tone: var(--ap-accent);
  }
  .sign {
    display: inline-block;
    inline-size: 9px;
    block-size: 9px;
    margin-inline-end: 6px;
    background: var(--tone);
  }
  .scaled .sign {
    border-radius: 50%;
  }
  .histogram,
  .shares {
    position: relative;
    padding-inline-start: 40px;
  }
  .most {
    position: absolute;
    inset-inline-start: 0;
    inline-size: 34px;
    text-align: end;
    font-size: var(--ap-text-s);
    line-height: 1;
    color: var(--ap-ink-soft);
  }
  .bars {
    display: flex;
    align-items: end;
    block-size: 130px;
    border-block-end: 1px solid var(--ap-ink-soft);
    border-block-start: 1px solid var(--ap-line);
  }
  .bars > * {
    flex: 1;
    min-inline-size: 0;
    block-size: 100%;
    min-block-size: 0;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: linear-gradient(var(--tone), var(--tone)) bottom / 100% calc(var(--share) * 100%)
      no-repeat;
  }
  .shares .bars {
    gap: clamp(1px, 0.4cqi, 4px);
  }
  .shares .bars > :hover {
    background-color: var(--ap-surface);
  }
  .shares .bars > [aria-pressed='true'] {
    outline: 2px solid var(--ap-ink);
  }
  .shares .bars > :focus-visible {
    outline: 2px solid var(--ap-accent);
    outline-offset: 1px;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    margin-block-start: 2px;
    font-size: var(--ap-text-s);
    color: var(--ap-ink-soft);
  }
  .outside {
    margin: 2px 0 0;
    font-size: var(--ap-text-s);
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 24px;
    margin: 8px 0 0;
    padding-inline-start: 40px;
  }
  dt {
    font-size: var(--ap-text-s);
    color: var(--ap-ink-soft);
  }
  dd {
    margin: 0;
  }
  .open {
    min-block-size: 28px;
    padding: 0 8px;
    border-color: transparent;
    background: none;
    text-decoration: underline dotted;
    text-underline-offset: 4px;
  }
  .open[aria-pressed='true'] {
    border-color: var(--ap-accent);
    text-decoration: none;
  }
  dd .open,
  .now .open {
    margin-inline-start: -8px;
  }
  .now .open {
    margin-inline-start: -4px;
  }
  .keys,
  .now {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 20px;
  }
  .now {
    margin-block: 0;
  }
  figure {
    margin: 0;
    min-inline-size: 0;
  }
  figcaption {
    margin-block-end: 4px;
    font-weight: 600;
  }
  figure .soft {
    margin-block: 2px 0;
    font-size: var(--ap-text-s);
  }
  .note {
    align-self: start;
    padding: 4px 16px 8px;
    border-inline-start: 3px solid var(--ap-line);
    font-size: var(--ap-text-s);
  }
  .curve {
    display: block;
    inline-size: 100%;
    max-inline-size: 440px;
  }
  .curve text {
    fill: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
    font-variant-numeric: tabular-nums;
  }
  .of-level {
    paint-order: stroke;
    stroke: var(--ap-ground);
    stroke-width: 4px;
  }
  h3 .soft {
    font-weight: 400;
  }
  .curve text.on {
    fill: var(--ap-ink);
  }
  .rule {
    stroke: var(--ap-line);
  }
  .at {
    stroke: var(--ap-ink-soft);
    stroke-dasharray: 2 3;
  }
  .level {
    stroke: var(--ap-ink-soft);
    stroke-dasharray: 1 3;
  }
  polyline {
    fill: none;
    stroke: var(--tone);
    stroke-width: 1.75;
  }
  .unscaled polyline {
    stroke-dasharray: 5 3;
  }
  .curve circle,
  .unscaled rect {
    fill: var(--tone);
    stroke: var(--ap-ground);
  }
  .hit {
    fill: transparent;
    cursor: pointer;
  }
  details {
    margin-block-start: 16px;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: var(--ap-text-s);
    font-variant-numeric: tabular-nums;
  }
  th {
    padding: 4px 8px;
    font-weight: 400;
    color: var(--ap-ink-soft);
  }
  td {
    border: 1px solid var(--ap-line);
    text-align: end;
  }
  tbody .on :is(th, td) {
    background: var(--ap-surface);
    color: var(--ap-ink);
    font-weight: 600;
  }
  .tex {
    margin-block: 4px 12px;
    overflow-x: auto;
  }
  .closer h3 {
    font-size: var(--ap-text-l);
  }
  @container ${below.narrow} {
    table {
      font-size: var(--ap-text-xs);
    }
    th {
      padding: 4px;
    }
  }
  @container ${below.medium} {
    .pair,
    .charts {
      grid-template-columns: minmax(0, 1fr);
    }
    .bars {
      block-size: 96px;
    }
  }
`;
