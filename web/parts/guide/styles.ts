import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const guideStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
  }
  section {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .says {
    margin: 0;
    max-inline-size: 60ch;
    font-size: var(--ap-text-l);
    line-height: 1.5;
    text-wrap: pretty;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .says:lang(zh),
  :lang(zh) .says {
    line-height: 1.65;
  }
  :host([caption]) .says {
    font-size: var(--ap-text-m);
  }
  .why {
    max-inline-size: 60ch;
    margin: 0;
    color: var(--ap-ink-soft);
    text-wrap: pretty;
  }
  .ask {
    border-color: transparent;
    background: none;
    color: var(--ap-accent);
  }
  a {
    color: var(--ap-accent);
  }
  .go {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .go button {
    min-block-size: 40px;
    white-space: nowrap;
  }
  .go .play {
    min-inline-size: 6em;
  }
  @container whole ${below.narrow} {
    .says {
      font-size: var(--ap-text-m);
    }
    section {
      gap: 6px;
    }
    .go {
      justify-content: space-between;
      gap: 4px;
    }
    .go button,
    .go .play,
    .go .next {
      flex: 0 1 auto;
      min-inline-size: 0;
      padding-inline: 8px;
    }
  }
  .go .next {
    min-inline-size: 7em;
    border-color: var(--ap-accent);
    background: var(--ap-accent);
    color: var(--ap-on-accent);
  }
`;
