import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const ribbonStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  .ribbon {
    display: flex;
    align-items: stretch;
    gap: 10px;
    min-inline-size: 0;
  }
  .go {
    display: flex;
    align-items: center;
    gap: 4px;
    flex: none;
  }
  .go button {
    white-space: nowrap;
  }
  .go .play {
    min-inline-size: 5.2em;
  }
  .heads {
    display: flex;
    align-items: center;
    gap: 6px;
    flex: none;
  }
  .strip {
    display: flex;
    align-items: center;
    flex: 1;
    gap: 0;
    min-inline-size: 0;
    /* The height does not depend on primes and subscripts of symbols, so that walking moves nothing. */
    min-block-size: 46px;
    margin: 0;
    padding: 4px 2px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: thin;
    scroll-padding-inline: 40px;
    list-style: none;
  }
  li {
    display: flex;
    align-items: center;
    flex: none;
  }
  li + li::before {
    content: '▸';
    padding-inline: 3px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
  }
  .group {
    display: flex;
    flex-direction: column;
    align-items: stretch;
    border-radius: var(--ap-radius);
  }
  .symbols {
    display: flex;
  }
  .stop {
    position: relative;
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    min-block-size: 0;
    padding: 2px 5px;
    border: 0;
    border-radius: var(--ap-radius);
    background: none;
    line-height: 1.25;
    white-space: nowrap;
  }
  .group.several .stop {
    padding-inline: 7px;
  }
  .symbol {
    color: var(--role);
    font-weight: 600;
    font-size: var(--ap-text-m);
  }
  .shape {
    font: var(--ap-text-s) / 1.35 var(--ap-mono);
    font-variant-numeric: tabular-nums;
    color: var(--ap-ink-soft);
    text-align: center;
    white-space: nowrap;
  }
  .shape .changed {
    color: var(--ap-ink);
    font-weight: 700;
    text-decoration: underline 2px var(--role, var(--ap-accent));
    text-underline-offset: 3px;
  }
  .stop:hover {
    background: var(--ap-surface);
  }
  .stop[aria-current] {
    background: var(--ap-accent);
    color: var(--ap-on-accent);
  }
  .stop[aria-current] :is(.symbol, .shape, .changed) {
    color: inherit;
    text-decoration-color: currentcolor;
  }
  .several .shape {
    padding: 0 4px 1px;
  }
  .block {
    display: flex;
    flex: 1;
    flex-direction: column;
    justify-content: center;
    min-inline-size: 0;
  }
  .block .strip {
    flex: none;
    padding-block: 0;
  }
  .where {
    padding-inline: 9px;
    font-size: var(--ap-text-s);
    line-height: 1.3;
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .jump {
    display: flex;
    align-self: center;
    gap: 5px;
    flex: none;
    max-inline-size: 11em;
    font-size: var(--ap-text-s);
    line-height: 1.25;
    text-align: start;
  }
  .jump .name {
    overflow: hidden;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .off {
    font-style: italic;
  }
  .keys {
    align-self: center;
    flex: none;
    font-size: var(--ap-text-s);
  }
  @media (pointer: coarse) {
    .stop {
      min-block-size: 40px;
    }
    .group.several .stop {
      min-block-size: 28px;
      min-inline-size: 40px;
    }
  }
  @container ${below.full} {
    .keys {
      display: none;
    }
  }
  @container ${below.medium} {
    .ribbon {
      flex-wrap: wrap;
      gap: 0 8px;
    }
    .ribbon > .strip,
    .block {
      order: -1;
      flex-basis: 100%;
    }
    .jump .name {
      display: none;
    }
    .go {
      flex: 1;
    }
    .go button {
      flex: 1;
    }
  }
`;
