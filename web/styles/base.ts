import { css } from 'lit';

/** Where the focus is, and text for screen readers only. */
export const accessible = css`
  :focus-visible {
    outline: 2px solid var(--ap-accent);
    outline-offset: 2px;
  }
  .only-read-aloud {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    /* Nothing of it is below what it stands in. */
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** MathML. */
export const formulas = css`
  math {
    font-family: var(--ap-math);
  }
  /* They bend no line. */
  sub,
  sup {
    line-height: 0;
  }
`;

/** Styles that all elements share: type, buttons, fields, focus. */
export const base = css`
  :host {
    color: var(--ap-ink);
    font-family: var(--ap-sans);
    font-size: var(--ap-text-m);
    line-height: 1.5;
    letter-spacing: 0;
    text-align: start;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  button,
  select,
  input {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  button,
  select,
  .field {
    min-block-size: var(--ap-control);
    padding: 2px 10px;
    border: 1px solid var(--ap-line);
    border-radius: var(--ap-radius);
    background: var(--ap-surface);
  }
  button,
  select,
  summary {
    cursor: pointer;
  }
  button:hover:not(:disabled),
  select:hover {
    border-color: var(--ap-ink-soft);
  }
  button:disabled {
    opacity: 0.5;
    cursor: default;
  }
  ${accessible}
  ${formulas}
  [aria-invalid='true'] {
    border-color: var(--ap-danger);
    box-shadow: inset 0 0 0 1px var(--ap-danger);
  }
  .number {
    font-family: var(--ap-mono);
    font-variant-numeric: tabular-nums;
  }
  .soft {
    color: var(--ap-ink-soft);
  }
  /* Its colour tells a script whether the page is light or dark. */
  .probe {
    position: absolute;
    color: light-dark(#000, #fff);
    transition: color 1ms;
  }
  @media (pointer: coarse) {
    button,
    select,
    .field {
      min-block-size: 40px;
    }
    input,
    select {
      font-size: var(--ap-text-l); /* phones zoom in on smaller text */
    }
  }
`;
