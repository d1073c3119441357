import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const walkStyles = css`
  :host {
    display: block;
  }
  h2 {
    margin: 0;
    font-size: var(--ap-text-l);
    font-weight: 600;
  }
  .hint {
    margin: 2px 0 12px;
  }
  ol {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(164px, 1fr));
    gap: 10px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  h3 {
    margin: 0;
    font-size: var(--ap-text-m);
  }
  /* Blocks open every few steps, mostly out of sight. */
  h3 + ol {
    margin-block: 8px 14px;
    content-visibility: auto;
    contain-intrinsic-block-size: auto 480px;
  }
  .block {
    display: flex;
    gap: 8px;
    inline-size: 100%;
    border-width: 0 0 1px;
    border-radius: 0;
    background: none;
    text-align: start;
  }
  .card {
    display: flex;
    flex-direction: column;
    gap: 4px;
    inline-size: 100%;
    block-size: 100%;
    padding: 9px 10px 10px;
    background: var(--ap-ground);
    text-align: start;
    line-height: 1.35;
  }
  .card.leaf {
    border-style: dashed;
  }
  .card[aria-current] {
    border: 2px solid var(--ap-accent);
    padding: 8px 9px 9px;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 7px;
    min-inline-size: 0;
  }
  .symbol {
    color: var(--role);
    font-weight: 600;
  }
  .title {
    /* Below the symbol only where its longest word does not fit beside it. */
    flex: 1 1 0;
    min-inline-size: min-content;
    max-inline-size: 100%;
    font-size: var(--ap-text-s);
    font-weight: 600;
    overflow-wrap: break-word;
  }
  .shape {
    font: var(--ap-text-s) / 1.4 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    color: var(--ap-ink-soft);
  }
  .thumb {
    block-size: 44px;
    inline-size: 100%;
    display: flex;
  }
  canvas {
    max-inline-size: 100%;
    block-size: 100%;
    outline: 1px solid var(--role, var(--ap-line));
    background: var(--ap-surface);
  }
  .note {
    font-size: var(--ap-text-s);
    line-height: 1.35;
  }
  .edited {
    color: var(--ap-edited);
  }
  @container ${below.narrow} {
    ol {
      grid-template-columns: repeat(auto-fill, minmax(140px, 1fr));
      gap: 8px;
    }
  }
`;
