import { css } from 'lit';

/** What the model answers, right and wrong. */
export const answerStyles = css`
  .answers h2 {
    margin-block: 0 4px;
    font-size: var(--ap-text-m);
  }
  .answers ol {
    display: grid;
    align-content: start;
    min-block-size: 190px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .answers li {
    padding-block: 4px;
    border-block-start: 1px solid var(--ap-line);
    overflow-wrap: anywhere;
  }
  .asked {
    color: var(--ap-ink-soft);
  }
  .written {
    font-weight: 600;
  }
  .wrong-one {
    color: var(--ap-danger);
  }
  .verdict {
    font-size: var(--ap-text-s);
  }
  .verdict.right {
    color: var(--ap-value);
  }
  .pointed .from {
    font-weight: 650;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .pointed .at {
    padding: 1px 5px;
    border: 1.5px solid currentcolor;
    border-radius: 4px;
    font-weight: 650;
  }
  .pointed .right {
    color: var(--ap-value);
  }
  .walk {
    display: flex;
    flex-wrap: wrap;
    font-family: var(--ap-mono);
    font-size: var(--ap-text-s);
  }
  .token {
    display: grid;
    inline-size: 15px;
    text-align: center;
    line-height: 1.25;
  }
  .token b {
    font-weight: 400;
  }
  .token i {
    color: var(--ap-ink-soft);
    font-style: normal;
  }
  .token .right {
    color: var(--ap-value);
    font-weight: 700;
  }
  .token .wrong-one {
    color: var(--ap-danger);
    text-decoration: line-through;
  }
  .verse-line {
    display: inline-block;
    margin-inline-end: 1.2em;
  }
`;
