import { css } from 'lit';
import { below, from } from '../styles/breakpoints.js';
import { sheet } from './styles.js';

/** Places the map beside the work or above it. The playground loads these styles with the map. */
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
    padding: 12px var(--ap-gap);
    border-block-end: 1px solid var(--ap-line);
  }
  ap-map,
  ap-map-back {
    scroll-margin-block-start: var(--top);
  }
  ap-map-back {
    position: sticky;
    inset-block-start: var(--top);
    z-index: 10;
  }
  .mapped .work {
    scroll-margin-block-start: calc(var(--top) + 40px);
  }
  /* With enough room the map stays beside the work, unless it is enlarged. */
  @container ${from.wide} {
    .mapped:not(:has([large])) {
      grid-template-columns: clamp(440px, 34.5cqi, 600px) minmax(0, 1fr);
    }
    .mapped:not(:has([large])) ap-map-back {
      display: none;
    }
    .mapped:not(:has([large])) .map {
      position: sticky;
      inset-block-start: var(--top);
      align-self: start;
      padding-inline-end: 12px;
      border-block-end: 0;
      border-inline-end: 1px solid var(--ap-line);
    }
    .mapped ap-map {
      max-block-size: calc(100dvh - var(--top) - 24px);
    }
  }
  /* Beside a map, stage and proof have less room; they stay side by side while both are readable. */
  @container whole ${from.full} {
    @container pane ${below.full} {
      .work {
        grid-template-columns: minmax(0, 1fr) 350px;
        gap: 0 16px;
      }
      ap-proof-sheet {
        padding-inline: 16px 0;
      }
    }
  }
  @container pane ${below.medium} {
    ${sheet}
  }
`;
