import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

/** The run: its bar, curves, numbers and moments, and what a head looks at. */
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
  /* In a text, what stays in sight is that text's own. */
  :host([only]) .bar {
    position: static;
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
  .run {
    display: grid;
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    gap: 16px 32px;
  }
  .run > :only-child {
    grid-column: 1 / -1;
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
    gap: 6px;
    color: var(--ap-ink-soft);
  }
  input[type='checkbox'] {
    margin: 0;
    accent-color: var(--ap-accent);
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
    .bar > label {
      flex: 1 1 100%;
    }
    .bar .more {
      gap: 4px;
      flex-wrap: nowrap;
      justify-content: space-between;
      inline-size: 100%;
    }
    .bar .primary,
    .bar .progress {
      order: 1;
    }
    /* Where it does not stay in sight, the first. */
    :host([only]) .bar :is(.primary, .progress) {
      order: 0;
    }
    .bar > label select {
      flex: 1;
    }
    .bar > label span {
      position: absolute;
      inline-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .facts {
      grid-template-columns: repeat(2, minmax(0, 1fr));
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
