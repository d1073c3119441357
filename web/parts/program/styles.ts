import { css } from 'lit';
import { controls } from '../../styles/controls.js';

export const programStyles = [
  controls,
  css`
    :host {
      display: block;
      container-type: inline-size;
    }
    .bar {
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
      margin-block: 10px;
    }
    .listing {
      margin: 10px 0;
      padding: 8px 0;
      border-radius: var(--ap-radius);
      background: var(--ap-surface);
      font: var(--ap-text-s) / 1.5 var(--ap-mono);
      overflow: hidden;
    }
    /* A long line goes on below, indented. */
    .line {
      display: block;
      margin: 0;
      padding: 2px 10px 2px 33px;
      border-inline-start: 3px solid transparent;
      text-indent: -20px;
      white-space: pre-wrap;
      overflow-wrap: anywhere;
      font: inherit;
      color: var(--ap-ink-soft);
    }
    .lit {
      border-inline-start-color: var(--role, var(--ap-accent));
      background: color-mix(in srgb, var(--role, var(--ap-accent)) 9%, transparent);
      color: var(--ap-ink);
    }
    /* A comment goes on the next line as a whole. */
    .comment {
      display: inline-block;
      text-indent: 0;
      color: var(--ap-ink-soft);
    }
    p {
      margin: 8px 0;
      color: var(--ap-ink-soft);
      font-size: var(--ap-text-s);
      line-height: 1.5;
    }
    p:lang(zh) {
      line-height: 1.7;
    }
    .said:empty {
      display: none;
    }
  `,
];
