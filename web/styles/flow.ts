import { css, unsafeCSS, type CSSResult } from 'lit';

/** Nothing sticks, and nothing covers anything: bars, map and proof stand where they are in the flow. */
const inFlow = (frame: string): CSSResult => css`
  ${unsafeCSS(frame)} :is(ap-problem, ap-proof-sheet) {
    position: static;
    max-block-size: none;
    box-shadow: none;
  }
  /* What they open lies below them all the same. */
  ${unsafeCSS(frame)} :is(.bar, .ribbon, .map) {
    position: relative;
    inset: auto;
  }
  ${unsafeCSS(frame)} ap-proof-sheet {
    --most: none;
  }
  ${unsafeCSS(frame)} :has(> ap-proof-sheet) {
    --covered: 0px;
  }
`;

/** The layout where nothing can stick (see `Still`), and on paper. */
export const flow = css`
  @media print {
    ${inFlow('.frame')}
    .frame ap-proof-sheet {
      --toggle: none;
      --folded: block;
      --scrolls: visible;
    }
    .frame :is(.bar, .ribbon, .intro, .map) {
      display: none;
    }
    .frame .mapped {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  ${inFlow('.frame[data-still]')}
`;
