import { css } from 'lit';
import { below, from, lowWindow } from '../styles/breakpoints.js';
import { sheet } from './styles.js';

/** Places the map: a strip above the work, which opens over it; or beside the work. */
export const mappedStyles = css`
  .mapped {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    --top: calc(var(--ap-sticky-top, 0px) + var(--top-height, 0px));
  }
  .pane {
    container: pane / inline-size;
    min-inline-size: 0;
  }
  .map {
    position: sticky;
    inset-block-start: var(--top);
    z-index: 16;
    background: var(--ap-ground);
  }
  .map:has(.failure) {
    position: static;
  }
  @container ${below.wide} {
    @media ${lowWindow} {
      .map {
        position: relative;
        inset-block-start: 0;
      }
    }
  }
  .mapped .work {
    scroll-margin-block-start: calc(var(--top) + 40px);
  }
  @container ${from.wide} {
    .mapped {
      grid-template-columns: 248px minmax(0, 1fr);
    }
    .map {
      align-self: start;
      block-size: calc(100dvh - var(--top));
      border-inline-end: 1px solid var(--ap-line);
    }
  }
  /* Beside a map, stage and proof have less room; they stay side by side while both are readable. */
  @container whole ${from.full} {
    @container pane ${below.full} {
      .work {
        grid-template-columns: minmax(0, 1fr) 346px;
        gap: 0 16px;
      }
      ap-proof-sheet {
        padding-inline: 12px 0;
      }
    }
  }
  @container pane ${below.wide} {
    ${sheet}
  }
`;
