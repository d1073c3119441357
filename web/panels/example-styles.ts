import { css } from 'lit';
import { below } from '../styles/breakpoints.js';

/** A worked example as a calculation of small tables, as on paper. */
export const exampleStyles = css`
  .sum {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    margin-block: 8px 12px;
  }
  .sign {
    font-size: var(--ap-text-xl);
  }
  table {
    border-collapse: collapse;
    font-family: var(--ap-mono);
    font-size: var(--ap-text-s);
    font-variant-numeric: tabular-nums;
  }
  caption {
    padding-block-end: 4px;
    font-family: var(--ap-sans);
    text-align: start;
    color: var(--ap-ink-soft);
  }
  @container ${below.narrow} {
    .sum {
      display: grid;
      justify-items: start;
    }
  }
`;
