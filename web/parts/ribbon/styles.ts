import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

/** One line, as high as the page around it makes it. */
export const ribbonStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    block-size: 100%;
  }
  .ribbon {
    display: flex;
    align-items: center;
    gap: 10px;
    block-size: 100%;
    min-inline-size: 0;
  }
  .go,
  .turn {
    display: flex;
    gap: 4px;
    flex: none;
  }
  .turn {
    gap: 0;
  }
  .turn button {
    padding-inline: 8px;
    white-space: nowrap;
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }
  .turn button + button {
    margin-inline-start: -1px;
    border-radius: 0 6px 6px 0;
  }
  .turn [aria-pressed='true'] {
    border-color: var(--ap-accent);
    color: var(--ap-accent);
    box-shadow: inset 0 0 0 1px var(--ap-accent);
    z-index: 1;
  }
  .turn .sign {
    display: none;
  }
  .go button {
    padding-inline: 8px;
    white-space: nowrap;
  }
  .go .play {
    min-inline-size: 5.2em;
  }
  .place {
    flex: none;
    display: flex;
    flex-direction: column;
    min-inline-size: 4em;
    max-inline-size: 15em;
    font-size: var(--ap-text-s);
    line-height: 1.3;
  }
  .count {
    font-variant-numeric: tabular-nums;
    color: var(--ap-ink-soft);
    white-space: nowrap;
  }
  .where {
    font-weight: 600;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* How far one is, as a line below everything. */
  .way {
    position: absolute;
    inset-inline: 0;
    inset-block-end: -1px;
    inline-size: 100%;
    block-size: 2px;
    border: 0;
    background: none;
    appearance: none;
  }
  .way::-webkit-progress-bar {
    background: none;
  }
  .way::-webkit-progress-value {
    background: var(--ap-accent);
  }
  .way::-moz-progress-bar {
    background: var(--ap-accent);
  }
  .heads {
    flex: none;
  }
  .strip {
    display: flex;
    align-items: center;
    flex: 1;
    block-size: 100%;
    min-inline-size: 0;
    margin: 0;
    padding: 0 8px;
    /* What is scrolled out fades. */
    mask: linear-gradient(90deg, #0000, #000 8px calc(100% - 8px), #0000);
    overflow-x: auto;
    overflow-y: hidden;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
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
  .stop {
    position: relative;
    display: flex;
    flex-direction: column;
    align-items: stretch;
    justify-content: center;
    /* The height does not depend on primes and subscripts of symbols, so that walking moves nothing. */
    block-size: 40px;
    border-radius: var(--ap-radius);
  }
  .stop:hover {
    background: var(--ap-surface);
  }
  .symbols {
    display: flex;
    justify-content: center;
  }
  .lane {
    display: flex;
    align-items: center;
    justify-content: center;
    block-size: 21px;
    min-block-size: 0;
    padding: 0 5px;
    border: 0;
    border-radius: var(--ap-radius);
    background: none;
    line-height: 1;
    white-space: nowrap;
  }
  /* Alone, a lane is the whole stop to the pointer; of three, each reaches over the shape below it. */
  .lane::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  .several {
    box-shadow: inset 0 0 0 1px var(--ap-line);
  }
  .several .lane {
    position: relative;
    padding-inline: 7px;
  }
  .several .lane::after {
    inset-block-end: -17px;
  }
  .symbol {
    color: var(--role);
    font-weight: 600;
    font-size: var(--ap-text-m);
  }
  .shape {
    padding-inline: 5px;
    font: var(--ap-text-xs) / 15px var(--ap-mono);
    font-variant-numeric: tabular-nums;
    color: var(--ap-ink-soft);
    text-align: center;
    white-space: nowrap;
  }
  .shape .changed {
    color: var(--ap-ink);
    font-weight: 700;
    text-decoration: underline 2px currentcolor;
    text-underline-offset: 2px;
  }
  .here {
    background: var(--ap-accent);
  }
  .here:hover {
    background: var(--ap-accent);
  }
  .here :is(.symbol, .shape, .changed) {
    color: var(--ap-on-accent);
  }
  /* Among three lanes, the one that is walked. */
  .here.several .lane[aria-current] {
    background: var(--ap-on-accent);
  }
  .here.several .lane[aria-current] .symbol {
    color: var(--ap-accent);
  }
  .jump {
    display: flex;
    align-items: center;
    gap: 5px;
    flex: none;
    max-inline-size: 10em;
    padding-inline: 8px;
    font-size: var(--ap-text-s);
    line-height: 1.2;
    text-align: start;
  }
  .jump .name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .off {
    font-style: italic;
  }
  /* Signs above their names, so that all of them fit beside the strip. */
  @container ${below.wide} {
    .ribbon {
      gap: 6px;
    }
    .go {
      gap: 2px;
    }
    .turn .sign {
      display: block;
    }
    /* Only the other direction has a button. */
    .turn [aria-pressed='true'] {
      display: none;
    }
    .turn button {
      border-radius: 6px;
    }
    .turn button,
    .go button,
    .go .play,
    .jump {
      display: flex;
      flex-direction: column-reverse;
      align-items: center;
      justify-content: center;
      min-block-size: 42px;
      min-inline-size: 42px;
      padding: 0 4px;
      font-size: var(--ap-text-xs);
      line-height: 1.3;
    }
    .turn button,
    .go button:not(:last-child),
    .jump {
      flex-direction: column;
    }
    .jump {
      gap: 0;
      max-inline-size: 7em;
      text-align: center;
    }
    .jump .name {
      white-space: normal;
      line-height: 1.1;
    }
    .place {
      min-inline-size: 0;
      font-size: var(--ap-text-xs);
    }
    .where {
      display: none;
    }
  }
  /* Here the map leads from block to block, and there is room for one stop: it is whole, and the strip swipes from one to the next. */
  @container ${below.narrow} {
    .ribbon {
      gap: 4px;
    }
    .jump,
    li + li::before {
      display: none;
    }
    .strip {
      padding: 0;
      mask: none;
      scroll-snap-type: x mandatory;
    }
    li {
      flex: none;
      justify-content: center;
      min-inline-size: 100%;
      scroll-snap-align: center;
    }
    .shape {
      padding-inline: 1px;
    }
  }
  @media (pointer: coarse) {
    .stop {
      block-size: 46px;
    }
    .lane {
      block-size: 26px;
      min-inline-size: 40px;
    }
    @container ${below.narrow} {
      .several .lane {
        min-inline-size: 26px;
        padding-inline: 2px;
      }
    }
  }
`;
