import { css } from 'lit';

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
    font-size: 20px;
  }
  table {
    border-collapse: collapse;
    font-family: var(--ap-mono);
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
  caption {
    padding-block-end: 4px;
    font-family: var(--ap-sans);
    text-align: start;
    color: var(--ap-ink-soft);
  }
  @container (max-width: 479px) {
    .sum {
      display: grid;
      justify-items: start;
    }
  }
`;
