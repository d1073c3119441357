import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';
import { barStyles } from './bars.js';

export const candidateStyles = css`
  ${barStyles}
  :host {
    display: block;
    min-inline-size: 0;
  }
  .scroll {
    max-block-size: 520px;
    overflow: auto;
    border-block: 1px solid var(--ap-line);
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
    font-size: var(--ap-text-s);
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    padding: 4px 8px;
    background: var(--ap-ground);
    color: var(--ap-ink-soft);
    font-weight: 400;
    text-align: start;
    vertical-align: bottom;
  }
  tbody th {
    padding: 3px 8px;
    font-weight: 500;
    text-align: start;
    white-space: nowrap;
  }
  th small {
    margin-inline-start: 6px;
    color: var(--ap-accent);
    font-weight: 400;
  }
  td {
    min-inline-size: 76px;
    padding: 2px 8px 10px;
    white-space: nowrap;
    cursor: pointer;
  }
  td.bar {
    --bar-inset: 8px;
  }
  tr.chosen {
    background: color-mix(in srgb, var(--ap-accent) 12%, transparent);
  }
  tr.cut td:not(.logit) {
    background: repeating-linear-gradient(
      -45deg,
      transparent 0 4px,
      color-mix(in srgb, var(--ap-hatch) 55%, transparent) 4px 5px
    );
  }
  tr.cut .token {
    color: var(--ap-ink-soft);
  }
  td.kept {
    box-shadow: inset 0 0 0 2px var(--ap-accent);
  }
  td:hover {
    box-shadow: inset 0 0 0 1px var(--ap-ink-soft);
  }
  td:focus-visible {
    outline-offset: -2px;
  }
  .all {
    margin: 6px 8px;
  }
  @container ${below.narrow} {
    thead th,
    tbody th,
    td {
      padding-inline: 4px;
    }
    td {
      min-inline-size: 64px;
      font-size: var(--ap-text-xs);
    }
    td.bar {
      --bar-inset: 4px;
    }
    th small {
      display: block;
      margin: 0;
    }
  }
`;
