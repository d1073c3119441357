import { css } from 'lit';

export const wordsStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  .chips {
    display: flex;
    align-items: center;
    gap: 4px;
    padding: 2px 20px 2px 2px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
    /* More of them go on past the edge. */
    mask-image: linear-gradient(to right, #000 calc(100% - 20px), transparent);
  }
  .chip {
    flex: none;
    min-block-size: 26px;
    min-inline-size: 26px;
    max-inline-size: 16em;
    padding: 0 7px;
    border-radius: 5px;
    background: var(--ap-surface);
    font-size: var(--ap-text-m);
    line-height: 1.4;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .pad {
    border: 1px dashed var(--ap-ink-soft);
    color: var(--ap-ink-soft);
    cursor: default;
  }
  .word {
    flex: none;
    padding: 1px 3px;
    border-block-end: 3px solid transparent;
    font-size: var(--ap-text-l);
    line-height: 1.4;
    white-space: nowrap;
  }
  .unknown {
    min-block-size: 0;
    border-radius: 3px;
    border-width: 0 0 3px;
    background: none;
    color: var(--ap-ink-soft);
    text-decoration: underline dotted 1.5px;
    text-underline-offset: 4px;
  }
  .unknown::after {
    content: ' ▾';
    font-size: var(--ap-text-s);
  }
  .word.query {
    border-color: var(--ap-query);
  }
  .word.key {
    border-color: var(--ap-key);
  }
  .word.query.key {
    border-color: var(--ap-query);
    box-shadow: inset 0 -2px 0 var(--ap-key);
  }
  .count,
  .hint,
  .again {
    flex: none;
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
  @media (pointer: coarse) {
    .chip {
      min-block-size: 36px;
      min-inline-size: 36px;
    }
  }
`;
