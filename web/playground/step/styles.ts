import { css } from 'lit';
import { roleColours, titleStyles } from '../../styles/controls.js';

const layout = css`
  :host {
    background: var(--ap-ground);
  }
  :host(:not(:state(drawn))) {
    min-block-size: var(--ap-reserved-height, 320px);
  }
  .frame {
    position: relative;
    min-inline-size: 0;
  }
  figure {
    margin: 0;
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 10px;
    margin-block-end: 6px;
    font-weight: 600;
  }
  .of {
    font-size: var(--ap-text-s);
    font-weight: 400;
  }
  /* Its line is there before a cell is chosen. */
  .chosen {
    min-block-size: 1lh;
    margin: 4px 0 0;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .problem p {
    margin: 0;
  }
  .problem {
    padding: 8px 12px;
    border-inline-start: 3px solid var(--ap-danger);
    background: var(--ap-surface);
    overflow-wrap: anywhere;
  }
  .note {
    margin: 4px 0 0;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
`;

export const stepStyles = [roleColours, titleStyles, layout];
