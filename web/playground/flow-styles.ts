import { css, unsafeCSS } from 'lit';

/** Nothing sticks, and nothing covers anything: bars, map and proof stand where they are in the flow. */
const inFlow = (frame: string) => css`
  ${unsafeCSS(frame)} :is(.bar, .ribbon, .map, .proof, ap-problem, ap-map-back) {
    position: static;
    max-block-size: none;
  }
  ${unsafeCSS(frame)} .work {
    --covered: 0px;
  }
  ${unsafeCSS(frame)} .proof {
    box-shadow: none;
  }
`;

/** The layout where nothing can stick (see `Sticky`), in windows too low for a sheet, and on paper. */
export const flowStyles = css`
  ${inFlow('.frame[data-still]')}
  @media (max-height: 559px) {
    @container whole (max-width: 1099px) {
      .frame .proof {
        position: static;
        max-block-size: none;
        box-shadow: none;
      }
      .frame .work {
        --covered: 0px;
      }
    }
  }
  @media print {
    ${inFlow('.frame')}
    .frame .proof .sheet {
      display: block;
    }
    .frame :is(.sheet-toggle, ap-map-back) {
      display: none;
    }
  }
`;
