import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  .examples {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .first > p {
    margin-block: 6px 12px;
    font-size: var(--ap-text-s);
  }
  .equation {
    max-inline-size: none;
    font-size: var(--ap-text-m);
    overflow-wrap: anywhere;
  }
  .first .equation {
    font-size: var(--ap-text-l);
  }
  .readout {
    margin-block: 10px;
    padding-block: 10px;
    border-block: 1px solid var(--ap-line);
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 32px;
    margin: 0;
  }
  dt {
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
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
    .first .equation {
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
