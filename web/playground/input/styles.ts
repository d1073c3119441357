import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const inputStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  .lines {
    display: grid;
    gap: 8px;
  }
  .line {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 6px 8px;
    align-items: center;
  }
  .line label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-inline-size: 0;
  }
  .name {
    flex: none;
    min-inline-size: 4.5em;
    font-size: var(--ap-text-s);
  }
  .cross .name {
    min-inline-size: 8.8em;
  }
  .name.second {
    color: var(--ap-key);
  }
  .text {
    flex: 1;
    min-inline-size: 0;
    font-size: var(--ap-text-l);
    background: var(--ap-ground);
  }
  ap-tokens {
    grid-column: 1 / -1;
  }
  .actions,
  .add {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 8px;
    margin-block-start: 8px;
    margin-inline-end: 8px;
    font-size: var(--ap-text-s);
  }
  [name='example'] {
    inline-size: 9.4em;
  }
  /* One sentence takes two rows: the field with its choices, and the tokens. */
  .single {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 8px;
    align-items: start;
  }
  .single :is(.lines, .line) {
    display: contents;
  }
  .single .name {
    display: none;
  }
  .single label {
    grid-area: 1 / 1;
  }
  .single ap-tokens {
    grid-area: 2 / 1;
  }
  .single :is(.actions, .add) {
    grid-area: 1 / 2;
    margin: 0;
  }
  .single .add {
    grid-area: 2 / 2;
    justify-self: end;
  }
  @container ${below.medium} {
    .single :is(label, ap-tokens) {
      grid-column: 1 / -1;
    }
    .single .actions {
      grid-area: 3 / 1;
      flex-wrap: nowrap;
      min-inline-size: 0;
    }
    .single .actions select {
      flex: 1;
      min-inline-size: 0;
      padding-inline: 6px;
    }
    .single .add {
      grid-area: 3 / 2;
      white-space: nowrap;
    }
    .line label {
      flex-wrap: wrap;
      gap: 2px 8px;
    }
    .text {
      flex-basis: 12em;
    }
  }
`;

export const tokensStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
  }
  .chip {
    min-block-size: 28px;
    min-inline-size: 28px;
    max-inline-size: 16em;
    padding: 1px 8px;
    border-radius: 5px;
    background: var(--ap-surface);
    font-size: var(--ap-text-m);
    line-height: 1.4;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .chip.query {
    border-color: var(--ap-query);
    box-shadow: inset 0 -3px 0 var(--ap-query);
  }
  .chip.key {
    border-color: var(--ap-key);
    box-shadow: inset 0 -3px 0 var(--ap-key);
  }
  .chip.query.key {
    border-color: var(--ap-query);
    box-shadow:
      inset 0 -3px 0 var(--ap-key),
      inset 0 3px 0 var(--ap-query);
  }
  .chip[aria-expanded='true'] {
    border-color: var(--ap-accent);
    outline: 1px solid var(--ap-accent);
  }
  .pad {
    border: 1px dashed var(--ap-ink-soft);
    color: var(--ap-ink-soft);
    cursor: default;
  }
  .count,
  .hint {
    font-size: var(--ap-text-s);
    margin-inline-start: 4px;
  }
  .full {
    color: var(--ap-danger);
  }
  .again {
    font-size: var(--ap-text-s);
    min-block-size: 26px;
  }
  .editor {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    margin: 6px 0 0;
    padding: 8px;
    border: 1px solid var(--ap-accent);
    border-radius: var(--ap-radius);
  }
  .editor label {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: var(--ap-text-s);
  }
  .editor input {
    inline-size: 11em;
    background: var(--ap-ground);
  }
  @media (pointer: coarse) {
    .chip {
      min-block-size: 36px;
      min-inline-size: 36px;
    }
  }
`;
