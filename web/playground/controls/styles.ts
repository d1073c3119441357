import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const controlsStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    font-size: var(--ap-text-s);
  }
  .fold {
    display: flex;
    align-items: center;
    gap: 8px;
    white-space: nowrap;
  }
  .summary {
    max-inline-size: 24em;
    color: var(--ap-ink-soft);
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .random {
    padding: 1px 8px;
    border: 1px solid var(--ap-line);
    border-radius: 1em;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
  }
  /* Below the bar, over the page. */
  .body {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline-end: var(--ap-gap);
    inline-size: min(720px, calc(100% - 2 * var(--ap-gap)));
    max-block-size: max(
      240px,
      calc(100dvh - var(--ap-sticky-top, 0px) - var(--bar-height, 48px) - 24px)
    );
    padding: 14px 16px;
    border: 1px solid var(--ap-line);
    border-radius: var(--ap-radius);
    background: var(--ap-ground);
    box-shadow: var(--ap-shadow);
    overflow: auto;
    overscroll-behavior: contain;
  }
  @container ${below.full} {
    .summary {
      display: none;
    }
  }
  @container ${below.medium} {
    .random {
      display: none;
    }
  }
`;
