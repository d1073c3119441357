import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  .fields {
    margin-block-end: 4px;
  }
  .fields label.widths {
    display: grid;
    flex: 1 1 180px;
    gap: 0;
    max-inline-size: 420px;
  }
  .fields label.hold {
    display: flex;
    align-items: center;
    gap: 6px;
    min-block-size: var(--ap-control);
    color: var(--ap-ink);
  }
  .hold input {
    inline-size: auto;
    accent-color: var(--ap-accent);
  }
  h2 {
    margin-block-start: 12px;
  }
  section > p {
    margin-block-end: 2px;
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
    font-size: var(--ap-text-xs);
  }
  .marks i {
    inline-size: 16px;
    display: flex;
    justify-content: center;
    font-style: normal;
  }
  .marks .on {
    color: var(--ap-ink);
    font-weight: 650;
  }
  h3 {
    margin: 8px 0 4px;
    font-size: var(--ap-text-m);
    font-weight: 600;
  }
  .half h3 {
    margin: 6px 0 -12px;
  }
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
  .pair,
  .charts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px 28px;
  }
  .charts {
    gap: 20px 28px;
  }
  .charts > :only-child {
    grid-column: 1 / -1;
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
  .outside {
    margin: 2px 0 0;
    font-size: var(--ap-text-s);
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0 24px;
    margin: 0;
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
  /* About as high as what will be there. */
  .pull.busy {
    min-block-size: 1000px;
  }
  .result {
    margin-block: 8px 4px;
  }
  .stages {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .stages h3 {
    margin-block: 4px 0;
  }
  .strip {
    margin-block-start: 4px;
  }
  .of {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
    margin: 0;
    max-inline-size: none;
    font-size: var(--ap-text-s);
  }
  .largest {
    margin-inline-start: auto;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 10px;
    margin-block: 8px;
    font-size: var(--ap-text-s);
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
    .pull.busy {
      min-block-size: 1250px;
    }
    .pair {
      grid-template-columns: minmax(0, 1fr);
    }
    table {
      font-size: var(--ap-text-xs);
    }
    th {
      padding: 4px;
    }
  }
  @container ${below.medium} {
    .charts {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
