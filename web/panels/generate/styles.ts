import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const styles = css`
  .fields form {
    display: contents;
  }
  .sentence {
    flex: 1 1 200px;
    max-inline-size: 420px;
  }
  .sentence input {
    flex: 1;
    inline-size: 0;
    min-inline-size: 60px;
  }
  /* One text of both lists: what is generated goes on in the line of what was given. */
  .sequence {
    margin-block-end: -6px;
  }
  .tokens {
    display: inline;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .tokens li {
    display: inline-block;
    margin: 0 2px 6px 0;
  }
  .now {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 24px;
    padding-block: 8px;
    border-block: 1px solid var(--ap-line);
  }
  .given,
  .chip {
    display: inline-block;
    min-block-size: 32px;
    padding: 4px 10px;
    border: 1px solid transparent;
    border-radius: var(--ap-radius);
    line-height: 22px;
  }
  .given {
    background: var(--ap-surface);
    color: var(--ap-ink-soft);
  }
  .chip {
    border-color: var(--ap-line);
    background: none;
  }
  .go {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    margin-block-end: 10px;
  }
  .primary {
    border-color: var(--ap-accent);
    background: var(--ap-accent);
    color: var(--ap-on-accent);
  }
  .count {
    font-variant-numeric: tabular-nums;
  }
  .now .go {
    margin: 0;
  }
  .notice {
    min-block-size: 21px;
    margin-block: 4px 0;
  }
  @container ${below.narrow} {
    /* In a text of somebody else there is little height: tokens, and what can be set, are a line each. */
    :host([only]) .sequence,
    :host([only]) .choice .fields {
      display: flex;
      flex-wrap: nowrap;
      max-inline-size: 100%;
      overflow-x: auto;
      white-space: nowrap;
    }
    /* Its scroll begins at the end: the newest token is in sight. */
    :host([only]) .sequence {
      flex-direction: row-reverse;
    }
    :host([only]) .sequence > .all {
      margin-inline-end: auto;
    }
    :host([only]) .choice .fields > * {
      flex: none;
    }
    :host([only]) .now {
      padding-block: 6px;
    }
    :host([only]) .count {
      display: none;
    }
    :host([only]) .notice {
      min-block-size: 0;
      margin-block-start: 0;
    }
  }
  .choice h2 {
    margin-block-start: 0;
  }
  .main {
    min-inline-size: 0;
  }
  /* Parts out of sight are not laid out for every token. */
  .attention,
  .cache,
  .edit,
  .example {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 480px;
  }
  .temperature {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .temperature input[type='range'] {
    inline-size: 90px;
    block-size: var(--ap-control);
    accent-color: var(--ap-accent);
  }
  .drawn {
    margin-block: 0 6px;
    font-size: var(--ap-text-s);
    font-variant-numeric: tabular-nums;
  }
  .line {
    position: relative;
    display: flex;
    block-size: 26px;
    margin-block-end: 12px;
    border: 1px solid var(--ap-line);
    border-radius: 3px;
  }
  .line > span {
    flex: 0 1 0;
    min-inline-size: 0;
    overflow: hidden;
    /* A border would widen the many words whose probability is next to nothing. */
    box-shadow: inset -1px 0 var(--ap-line);
    background: var(--ap-surface);
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    line-height: 24px;
    white-space: nowrap;
  }
  /* A word without room wraps below the line, out of sight, instead of being cut. */
  .line > span:not(:empty) {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
  }
  .line > span:not(:empty)::before {
    content: '';
    block-size: 24px;
  }
  .line .own {
    background: color-mix(in srgb, var(--ap-accent) 22%, var(--ap-ground));
    color: var(--ap-ink);
  }
  .line b {
    position: absolute;
    inset-block: -5px;
    inset-inline-start: calc(var(--draw) * 100% - 1px);
    inline-size: 2px;
    background: var(--ap-ink);
  }
  .hint {
    margin-block-start: 6px;
    font-size: var(--ap-text-s);
  }
  .rows {
    display: grid;
    gap: 4px;
    margin: 0 0 12px;
    padding: 0;
    list-style: none;
  }
  .rows li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    font-size: var(--ap-text-s);
  }
  .rows .name {
    min-inline-size: 248px;
  }
  .squares {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
  }
  .squares i {
    inline-size: 12px;
    block-size: 12px;
    border: 1px solid var(--ap-ink-soft);
    border-radius: 2px;
  }
  .squares .new {
    border-color: var(--ap-accent);
    background: var(--ap-accent);
  }
  .use-cache i {
    display: inline-block;
    inline-size: 26px;
    block-size: 14px;
    margin-inline-end: 8px;
    border: 1px solid var(--ap-ink-soft);
    border-radius: 7px;
    background: radial-gradient(circle at 7px 50%, var(--ap-ink-soft) 4px, transparent 4.5px);
    vertical-align: -2px;
  }
  .use-cache b {
    margin-inline-start: 6px;
  }
  .use-cache[aria-checked='true'] i {
    border-color: var(--ap-accent);
    background: radial-gradient(
      circle at 19px 50%,
      var(--ap-on-accent) 4px,
      var(--ap-accent) 4.5px
    );
  }
  .work {
    margin-block-end: 12px;
    border-collapse: collapse;
    font-size: var(--ap-text-s);
  }
  .work caption {
    padding-block-end: 2px;
    color: var(--ap-ink-soft);
    text-align: start;
  }
  .work th,
  .work td {
    padding: 2px 16px 2px 0;
    font-weight: 400;
    text-align: start;
  }
  .work td.number {
    text-align: end;
  }
  .work thead th {
    color: var(--ap-ink-soft);
    text-align: end;
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px 24px;
  }
  h3,
  h4 {
    margin: 8px 0 2px;
    font-size: var(--ap-text-m);
    font-weight: 600;
  }
  h4 {
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    font-weight: 400;
  }
  .role-key h3 {
    color: var(--ap-key);
  }
  .role-value h3 {
    color: var(--ap-value);
  }
  .renew {
    display: block;
    margin-block-start: 6px;
  }
  @container ${below.wide} {
    .pair {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
