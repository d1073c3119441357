import { css } from 'lit';
import { below } from '../../../styles/breakpoints.js';

/** Labelled fields: those of the bar, of the settings, and of a person's own pairs. */
export const fieldStyles = css`
  .control {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
    max-inline-size: 100%;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .control > span {
    flex: none;
  }
  .control :is(input, select) {
    min-inline-size: 0;
    max-inline-size: 100%;
    color: var(--ap-ink);
  }
  .control :is([name='example'], [name='step'], [name='compared']) {
    max-inline-size: min(100%, 26em);
  }
  .settings {
    margin-block-end: 12px;
    padding-block: 8px;
    border-block-end: 1px solid var(--ap-line);
  }
  .settings p {
    margin: 0 0 6px;
  }
  .group {
    display: grid;
    grid-template-columns: 7em minmax(0, 1fr);
    margin-block-end: 8px;
  }
  .group b {
    font-weight: 600;
    line-height: var(--ap-control);
  }
  .group > div {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 14px;
  }
  .group input.number {
    inline-size: 5em;
  }
  .own {
    margin-block-end: 12px;
  }
  .own .fields {
    margin-block-start: 8px;
  }
  .own label:first-child {
    display: grid;
    gap: 4px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  textarea {
    inline-size: 100%;
    max-inline-size: 60ch;
    padding: 8px 10px;
    color: var(--ap-ink);
    font: inherit;
    font-size: var(--ap-text-m);
    resize: vertical;
  }
  .fields .file {
    position: relative;
    min-block-size: var(--ap-control);
    padding: 2px 10px;
    border: 1px solid var(--ap-line);
    border-radius: var(--ap-radius);
    background: var(--ap-surface);
    color: var(--ap-ink);
    font-size: var(--ap-text-m);
    cursor: pointer;
  }
  .file:hover {
    border-color: var(--ap-ink-soft);
  }
  .file:focus-within {
    outline: 2px solid var(--ap-accent);
    outline-offset: 2px;
  }
  .file input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    opacity: 0;
    cursor: pointer;
  }
  @container ${below.narrow} {
    .group {
      grid-template-columns: minmax(0, 1fr);
    }
    .group .control {
      flex-basis: 100%;
      justify-content: space-between;
    }
  }
`;
