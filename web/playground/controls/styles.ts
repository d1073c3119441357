import { css } from 'lit';
import { below, from } from '../../styles/breakpoints.js';

export const controlsStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    font-size: var(--ap-text-s);
  }
  .main,
  .more {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }
  .more {
    margin-block-start: 10px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--ap-line);
    gap: 12px 18px;
  }
  .control {
    display: flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
  }
  .control > span:first-child {
    color: var(--ap-ink-soft);
    white-space: nowrap;
  }
  [name='mask'] {
    inline-size: 8em;
  }
  [name='kind'] {
    max-inline-size: 17em;
  }
  [name='layers'].field,
  [name='heads'].field,
  [name='dModel'].field {
    inline-size: 3.8em;
  }
  .row {
    display: flex;
    gap: 6px;
  }
  input.field {
    inline-size: 5em;
    background: var(--ap-ground);
    font-family: var(--ap-mono);
    font-variant-numeric: tabular-nums;
  }
  .check {
    display: flex;
    align-items: center;
    gap: 7px;
    min-block-size: var(--ap-control);
    cursor: pointer;
  }
  .check input {
    inline-size: 16px;
    block-size: 16px;
    accent-color: var(--ap-accent);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    align-items: center;
  }
  .fold {
    display: none;
    inline-size: 100%;
    justify-content: space-between;
    align-items: center;
    gap: 12px;
  }
  .fold .summary {
    color: var(--ap-ink-soft);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .notes {
    flex-basis: 100%;
    margin: 0;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  /* Beside the input there is room for one row; unfolded parts get the whole width below both. */
  @container ${from.full} {
    :host,
    section,
    .body {
      display: contents;
    }
    .main {
      grid-column: -2 / -1;
      align-self: start;
    }
    .more {
      grid-column: 1 / -1;
      margin-block-start: 0;
    }
  }
  @container ${below.medium} {
    .fold {
      display: flex;
    }
    .body:not(.open) {
      display: none;
    }
    .body.open {
      padding-block-start: 10px;
    }
  }
`;
