import { css } from 'lit';
import { accessible, formulas } from './base.js';

/** Buttons, pickers and tabs of the stage and the proof. */
export const controls = css`
  :host {
    color: var(--ap-ink);
    font-family: var(--ap-sans);
  }
  button,
  select,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  .tool,
  summary {
    min-block-size: 28px;
    padding: 2px 10px;
    border: 1px solid var(--ap-line);
    border-radius: 6px;
    background: var(--ap-surface);
    font-size: var(--ap-text-s);
    cursor: pointer;
  }
  summary {
    display: inline-flex;
    align-items: center;
    border-color: transparent;
    background: none;
    color: var(--ap-ink-soft);
    padding-inline: 4px;
  }
  .tool:hover,
  summary:hover {
    border-color: var(--ap-ink-soft);
    color: var(--ap-ink);
  }
  .tool[aria-pressed='true'],
  .tool[aria-selected='true'],
  .tool[aria-checked='true'] {
    border-color: var(--ap-accent);
    color: var(--ap-accent);
    box-shadow: inset 0 0 0 1px var(--ap-accent);
  }
  .tool:disabled {
    opacity: 0.45;
    cursor: default;
  }
  textarea,
  select,
  input:not([type='checkbox']) {
    border: 1px solid var(--ap-line);
    border-radius: 6px;
    background: var(--ap-surface);
  }
  ${accessible}
  ${formulas}
  @media (pointer: coarse) {
    .tool,
    summary {
      min-block-size: 40px;
      padding-inline: 14px;
    }
  }
`;

/** The colour of each role as `--role`, by class. */
export const roleColours = css`
  .role-token,
  .role-input,
  .role-memory {
    --role: var(--ap-input);
  }
  .role-query {
    --role: var(--ap-query);
  }
  .role-key {
    --role: var(--ap-key);
  }
  .role-value {
    --role: var(--ap-value);
  }
  .role-scores {
    --role: var(--ap-scores);
  }
  .role-mask {
    --role: var(--ap-mask);
  }
  .role-weights {
    --role: var(--ap-weights);
  }
  .role-output {
    --role: var(--ap-output);
  }
  .role-residual {
    --role: var(--ap-residual);
  }
  .role-feed_forward {
    --role: var(--ap-feed-forward);
  }
  .role-logits {
    --role: var(--ap-logits);
  }
  .role-gradient {
    --role: var(--ap-gradient);
  }
`;

/** The title of a step and its shape. */
export const titleStyles = css`
  .title,
  .called {
    display: flex;
    align-items: baseline;
    gap: 2px 8px;
  }
  .title {
    flex-wrap: wrap;
  }
  .title .symbol {
    color: var(--role);
    font-weight: 600;
  }
  .title .place {
    flex: 0 0 100%;
    color: var(--ap-ink-soft);
    font-weight: 400;
    font-size: var(--ap-text-m);
  }
  .title .name {
    font-weight: 600;
  }
  .shape {
    font-family: var(--ap-mono);
    font-variant-numeric: tabular-nums;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    font-weight: 400;
  }
  h2 .shape {
    font-size: var(--ap-text-m);
  }
  .axis {
    white-space: nowrap;
  }
  .axis b {
    color: var(--ap-ink);
    font-weight: 600;
  }
  .axis.changed {
    color: var(--ap-ink);
    border-block-end: 2px solid var(--role, var(--ap-accent));
  }
  :lang(zh) .shape {
    letter-spacing: 0;
  }
`;
