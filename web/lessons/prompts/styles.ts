import { css } from 'lit';
import { base, tokens } from '../../styles/index.js';

export const promptStyles = [
  tokens,
  base,
  css`
    :host {
      display: block;
      margin-block: 16px;
    }
    .prompt {
      padding: 12px 16px;
      border-inline-start: 3px solid var(--ap-accent);
      background: color-mix(in srgb, var(--ap-accent) 5%, transparent);
      border-radius: 0 var(--ap-radius) var(--ap-radius) 0;
    }
    .kind {
      margin: 0 0 4px;
      color: var(--ap-accent);
      font-size: var(--ap-text-s);
      font-weight: 600;
    }
    .answer {
      display: flex;
      flex-wrap: wrap;
      align-items: end;
      gap: 8px;
      margin-block: 4px 8px;
    }
    .answer button,
    .answer input {
      min-block-size: 40px;
    }
    .answer button {
      padding: 4px 16px;
      font-size: var(--ap-text-m);
    }
    .answer input {
      padding: 2px 10px;
      border: 1px solid var(--ap-line);
      border-radius: var(--ap-radius);
      background: var(--ap-ground);
      font-family: var(--ap-mono);
      font-variant-numeric: tabular-nums;
    }
    label {
      display: flex;
      flex-direction: column;
      gap: 2px;
      color: var(--ap-ink-soft);
      font-size: var(--ap-text-s);
    }
    button.strong {
      border-color: var(--ap-accent);
      background: var(--ap-accent);
      color: var(--ap-on-accent);
    }
    .chosen {
      border-color: var(--ap-accent);
      box-shadow: inset 0 0 0 1px var(--ap-accent);
    }
    .chosen.right,
    .cell.right {
      border-color: var(--ap-value);
      box-shadow: inset 0 0 0 1px var(--ap-value);
    }
    .chosen.wrong,
    .cell.wrong {
      border-color: var(--ap-danger);
      box-shadow: inset 0 0 0 1px var(--ap-danger);
    }
    .feedback {
      margin-block: 8px 0;
    }
    .feedback p {
      margin: 0 0 6px;
    }
    .verdict {
      margin-inline-end: 4px;
    }
    .right .verdict {
      color: var(--ap-value);
    }
    .wrong .verdict,
    .refused {
      color: var(--ap-danger);
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 4px;
    }
    .quiet {
      padding-inline: 0;
      margin-inline-end: 12px;
      border: 0;
      background: none;
      color: var(--ap-accent);
    }
    .quiet:hover {
      text-decoration: underline;
    }
    .number {
      font-family: var(--ap-mono);
    }
    ::slotted(details) {
      margin: 0;
    }
    ol {
      inline-size: 100%;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: flex;
      align-items: center;
      gap: 6px;
      padding-block: 2px;
    }
    li > span {
      flex: 1;
    }
    @media print {
      :host {
        margin-block: 6px;
      }
      .prompt {
        padding: 4px 10px;
      }
      .feedback,
      .actions,
      .answer .strong {
        display: none;
      }
      .kind,
      .answer button,
      label {
        font-size: var(--ap-text-xs);
      }
      /* A line to write on, where the fields need the figure of the beat. */
      .answer:not(:has(*)) {
        block-size: 24px;
        border-block-end: 1px solid var(--ap-line);
      }
      .answer button,
      .answer input {
        min-block-size: 0;
      }
      .answer button {
        padding: 1px 8px;
      }
    }
  `,
];
