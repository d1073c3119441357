import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  .bar {
    position: sticky;
    z-index: 2;
    inset-block-start: var(--ap-sticky-top, 0px);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding-block: 8px;
    border-block-end: 1px solid var(--ap-line);
    background: var(--ap-ground);
  }
  .bar label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-inline-size: 0;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .bar select {
    min-inline-size: 0;
    max-inline-size: 100%;
    color: var(--ap-ink);
  }
  .primary {
    min-inline-size: 7.5em;
    border-color: var(--ap-accent);
    background: var(--ap-accent);
    color: var(--ap-on-accent);
    font-weight: 600;
  }
  .progress {
    min-inline-size: 19ch;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-inline-start: auto;
  }
  .about {
    margin-block: 8px 12px;
    min-block-size: 3em;
    max-inline-size: none;
  }
  .settings {
    margin-block-end: 12px;
    padding-block: 8px;
    border-block-end: 1px solid var(--ap-line);
  }
  .group {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 14px;
    margin-block-end: 8px;
  }
  .group b {
    flex: 0 0 6em;
    font-weight: 600;
  }
  .control {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .control input,
  .control select {
    color: var(--ap-ink);
  }
  .control input.number {
    inline-size: 5em;
  }
  .settings p {
    margin: 0;
  }
  .own {
    margin-block-end: 12px;
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
  .run {
    display: grid;
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    gap: 16px 32px;
  }
  .keys {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 16px;
    min-block-size: 24px;
    font-size: var(--ap-text-s);
  }
  .keys label {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    color: var(--ap-ink-soft);
  }
  .keys .line {
    display: inline-block;
    inline-size: 18px;
    margin-inline-end: 6px;
    border-block-start: 2px solid var(--ap-accent);
    vertical-align: 4px;
  }
  .keys .train {
    border-color: var(--ap-ink-soft);
  }
  .keys .whole {
    border-block-start: 2px dashed var(--ap-output);
  }
  .keys .second {
    border-block-start-style: dashed;
  }
  input[type='checkbox'] {
    accent-color: var(--ap-accent);
  }
  .attention h2 {
    margin-block: 0 4px;
    font-size: var(--ap-text-m);
  }
  .facts {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 4px 12px;
    margin: 8px 0 0;
    padding-block: 8px;
    border-block: 1px solid var(--ap-line);
  }
  dt {
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
  }
  dd {
    margin: 0;
    font-size: var(--ap-text-s);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  dd b {
    font-size: var(--ap-text-m);
    font-weight: 600;
  }
  .meaning {
    margin-block: 8px 0;
    font-size: var(--ap-text-s);
  }
  .moments {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    min-block-size: 40px;
    font-size: var(--ap-text-s);
  }
  .moments ol {
    display: flex;
    flex: 1 1 200px;
    gap: 2px;
    margin: 0;
    padding: 3px;
    overflow-x: auto;
    list-style: none;
    scrollbar-width: thin;
  }
  .moments button {
    min-block-size: 26px;
    padding: 0 6px;
    font-size: var(--ap-text-xs);
  }
  .moments .pinned {
    font-weight: 700;
    text-decoration: underline;
  }
  .attention {
    margin-block-start: 20px;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--ap-line);
  }
  .fields label,
  .fields select {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .attention .example select {
    min-inline-size: 0;
    max-inline-size: min(100%, 26em);
  }
  .head {
    display: grid;
    grid-template-columns: minmax(0, 1.6fr) minmax(0, 1fr);
    gap: 8px 32px;
  }
  .measures {
    font-variant-numeric: tabular-nums;
  }
  .note {
    margin-block-start: 6px;
    font-size: var(--ap-text-s);
  }
  .problem button {
    margin-inline-start: 8px;
  }
  @container ${below.wide} {
    .head,
    .run {
      grid-template-columns: minmax(0, 1fr);
    }
    .more {
      margin-inline-start: 0;
    }
  }
  @container ${below.narrow} {
    /* Of its three rows only the last one, with the button, stays in sight. */
    .bar {
      inset-block-start: calc(var(--ap-sticky-top, 0px) - 2 * (var(--ap-control) + 12px));
    }
    .bar label.task {
      flex: 1 1 100%;
    }
    .bar .more {
      flex-wrap: nowrap;
      justify-content: space-between;
      inline-size: 100%;
    }
    .bar .primary,
    .bar .progress {
      order: 1;
    }
    .bar label.task select {
      flex: 1;
    }
    .bar label.task span {
      display: none;
    }
    .facts {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .group b,
    .control {
      flex-basis: 100%;
    }
    .control {
      justify-content: space-between;
    }
    .more button {
      min-block-size: var(--ap-control);
      max-block-size: var(--ap-control);
      padding: 0 5px;
      font-size: var(--ap-text-s);
      line-height: 1.15;
    }
  }
`;
