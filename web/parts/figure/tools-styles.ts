import { css } from 'lit';
import { controls } from '../../styles/controls.js';

const styles = css`
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 6px;
    align-items: center;
  }
  :host {
    display: block;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .said {
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .paste {
    display: grid;
    grid-template-columns: auto auto 1fr;
    gap: 6px;
    margin-block-start: 8px;
    font-size: var(--ap-text-s);
  }
  .paste label {
    grid-column: 1 / -1;
  }
  textarea {
    display: block;
    inline-size: 100%;
    box-sizing: border-box;
    margin-block-start: 4px;
  }
  .table,
  .words {
    overflow: auto;
    max-block-size: 320px;
    margin-block-start: 8px;
    border: 1px solid var(--ap-line);
  }
  .words {
    padding: 4px 8px;
    font-size: var(--ap-text-s);
  }
  .words p {
    margin: 2px 0;
    text-wrap: pretty;
  }
  table {
    border-collapse: collapse;
    font: var(--ap-text-s) / 1.5 var(--ap-mono);
    font-variant-numeric: tabular-nums;
  }
  caption {
    text-align: start;
    padding: 4px 8px;
    color: var(--ap-ink-soft);
  }
  th,
  td {
    padding: 2px 8px;
    text-align: end;
    white-space: nowrap;
  }
  th {
    font-weight: 600;
    color: var(--ap-ink-soft);
  }
`;

export const toolsStyles = [controls, styles];
