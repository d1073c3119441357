import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  .fields {
    margin-block-end: 8px;
  }
  .group {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .formulas {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 36px;
    max-inline-size: none;
    margin-block-end: 6px;
  }
  .equation {
    max-inline-size: none;
    overflow-wrap: anywhere;
  }
  .readout {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 32px;
    margin-block: 8px;
    padding-block: 8px;
    border-block: 1px solid var(--ap-line);
  }
  .readout .equation {
    margin: 0;
    font-size: var(--ap-text-l);
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 28px;
    margin: 0;
    font-size: var(--ap-text-s);
  }
  dt {
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
  }
  h2 {
    margin-block-start: 12px;
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px 32px;
  }
  .pins {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 12px;
    margin-block-start: 4px;
    font-size: var(--ap-text-s);
  }
  .key,
  .pins button {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  .swatch line {
    stroke-width: 2;
  }
  .computing {
    min-block-size: 320px;
  }
  th {
    padding: 2px 6px;
    color: var(--ap-ink-soft);
    font-weight: 400;
  }
  tbody td {
    padding: 2px 6px;
    border: 1px solid var(--ap-line);
    text-align: end;
  }
  @container ${below.medium} {
    .pair {
      grid-template-columns: minmax(0, 1fr);
    }
    .readout .equation {
      font-size: var(--ap-text-m);
    }
  }
  @container ${below.narrow} {
    table {
      font-size: var(--ap-text-xs);
    }
    th,
    tbody td {
      padding: 2px 4px;
    }
  }
`;
