import { css, unsafeCSS, type CSSResult } from 'lit';

/** Nothing sticks, and nothing covers anything: bars, map and proof stand where they are in the flow. */
const inFlow = (frame: string): CSSResult => css`
  ${unsafeCSS(frame)} :is(.bar, .ribbon, .map, ap-problem, ap-map-back, ap-proof-sheet) {
    position: static;
    max-block-size: none;
    box-shadow: none;
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
  ${inFlow('.frame[data-still]')}
  @media print {
    ${inFlow('.frame')}
    .frame ap-proof-sheet {
      --toggle: none;
      --folded: block;
      --scrolls: visible;
    }
    .frame ap-map-back {
      display: none;
    }
  }
`;
