import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

/** Beside the work, and in sight with it. */
export const sheetStyles = css`
  :host {
    --proof-top: calc(var(--ap-sticky-top, var(--vp-nav-height, 0px)) + var(--top-height, 0px));
    position: sticky;
    inset-block-start: calc(var(--proof-top) + 8px);
    align-self: start;
    display: block;
    min-inline-size: 0;
    min-block-size: 240px;
    max-block-size: calc(100dvh - var(--proof-top) - 16px);
    margin-block-start: 8px;
    padding-inline: 16px 4px;
    border-inline-start: 1px solid var(--ap-line);
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  aside {
    container: sheet / inline-size;
    display: flex;
    flex-direction: column;
    max-block-size: var(--most, none);
  }
  .sheet-toggle {
    display: var(--toggle, none);
    flex: none;
    justify-content: space-between;
    align-items: center;
    gap: 12px;
    min-block-size: 39px;
    padding-inline: var(--bleed, 12px);
    border: 0;
    border-radius: 0;
    text-align: start;
  }
  .sheet-toggle:focus-visible {
    outline-offset: -2px;
  }
  /* The number stands at its end: it may take two lines, and is never cut. */
  .what {
    min-inline-size: 0;
    font-size: var(--ap-text-s);
    line-height: 1.3;
    text-wrap: pretty;
    overflow-wrap: anywhere;
  }
  .equation {
    flex: 1;
    min-inline-size: 0;
    font: var(--ap-text-s) / 1.3 var(--ap-mono);
    overflow-wrap: anywhere;
  }
  .equation:empty {
    display: none;
  }
  /* As high with a short equation as with one of two lines: nothing jumps under the finger. */
  @container sheet ${below.medium} {
    .sheet-toggle {
      flex-wrap: wrap;
      align-content: center;
      gap: 0 12px;
      min-block-size: calc(var(--foot) - 1px);
    }
    .what {
      flex: 1;
    }
    .equation {
      order: 1;
      flex: none;
      inline-size: 100%;
    }
  }
  .act {
    flex: none;
    color: var(--ap-accent);
  }
  .whose {
    margin: 0 0 4px;
    font-size: var(--ap-text-s);
  }
  .sheet {
    min-block-size: 0;
    padding: var(--inside, 0);
    overflow: var(--scrolls, visible);
    overscroll-behavior: contain;
  }
  :host(:not([open])) .sheet {
    display: var(--folded, block);
  }
  @media (prefers-reduced-motion: no-preference) {
    :host([open]) .sheet {
      animation: var(--arrival, none) 180ms ease-out;
    }
    @keyframes rise {
      from {
        translate: 0 24px;
        opacity: 0;
      }
    }
  }
`;
