import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

/** Tables, and what stands below the run: an update, two moments, experiments, what is kept. */
export const sectionStyles = css`
  .scroll {
    overflow: auto;
    max-block-size: 340px;
  }
  table {
    border-collapse: collapse;
    font-size: var(--ap-text-s);
    font-variant-numeric: tabular-nums;
  }
  :is(th, td) {
    padding: 3px 10px;
    text-align: end;
  }
  th {
    color: var(--ap-ink-soft);
    font-weight: 400;
  }
  th[scope='row'] {
    text-align: start;
  }
  tbody :is(th, td) {
    border-block-start: 1px solid var(--ap-line);
  }
  tr.on td,
  tr.on th {
    background: var(--ap-surface);
    color: var(--ap-ink);
  }
  .experiments,
  .comparison,
  .saved,
  .opened {
    margin-block-start: 20px;
    border-block-start: 1px solid var(--ap-line);
    scroll-margin-block-start: calc(var(--ap-sticky-top, 0px) + 56px);
  }
  .experiments h2,
  .comparison h2,
  .saved h2,
  .opened h2 {
    margin-block: 12px 4px;
    font-size: var(--ap-text-l);
  }
  .chain td {
    padding-block: 0;
  }
  .chain .open {
    min-block-size: 26px;
    padding: 0 6px;
    border-color: transparent;
    background: none;
    text-decoration: underline dotted;
    text-underline-offset: 4px;
  }
  .strip-text {
    margin-block: 8px 2px;
    font-size: var(--ap-text-s);
  }
  .three {
    display: grid;
    margin-block-end: 12px;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 12px 24px;
  }
  .opened > .fields {
    margin-block-start: 12px;
  }
  .three h3 {
    margin: 4px 0;
    font-size: var(--ap-text-s);
    font-weight: 600;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr);
    align-items: center;
    gap: 12px 32px;
    margin-block: 8px;
  }
  .both {
    margin-block-end: 12px;
  }
  .both td {
    min-inline-size: 8em;
  }
  .danger {
    color: var(--ap-danger);
  }
  .found {
    font-weight: 500;
  }
  /* Alone. */
  .experiments:first-child {
    margin: 0;
    border: 0;
  }
  .experiments:first-child h2 {
    margin-block-start: 0;
  }
  .guesses {
    min-inline-size: 0;
    margin: 0 0 2px;
    padding: 0;
    border: 0;
  }
  .guesses legend {
    max-inline-size: 76ch;
    margin-block-end: 6px;
    padding: 0;
    font-weight: 600;
    text-wrap: pretty;
  }
  .guesses .fields input.number {
    inline-size: 4.2em;
  }
  .outcome {
    margin-block-start: 8px;
  }
  .outcome p {
    margin-block-end: 2px;
  }
  .offer {
    padding: 8px 12px;
    border-inline-start: 3px solid var(--ap-accent);
    background: var(--ap-surface);
  }
  @container ${below.wide} {
    .pair,
    .three {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
