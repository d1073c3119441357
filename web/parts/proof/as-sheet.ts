import { css } from 'lit';
import { below, lowWindow } from '../../styles/breakpoints.js';

/**
 * For the container query of the page around it, which knows how much room there is: a bar at the foot of the view
 * that names the cell and opens the proof above it. `--bleed` is how far it reaches into the page's margin.
 */
export const asSheet = css`
  :has(> ap-proof-sheet[open]) {
    --covered: 61dvh;
  }
  /* What the folded bar takes of the view. */
  :has(> ap-proof-sheet) {
    --foot: 48px;
  }
  /* There it has the equation in lines of its own. */
  @container ${below.medium} {
    :has(> ap-proof-sheet) {
      --foot: 72px;
    }
  }
  ap-proof-sheet {
    --toggle: flex;
    --folded: none;
    --scrolls: auto;
    --arrival: rise;
    --inside: 12px var(--bleed, 12px) 20px;
    inset-block: auto 0;
    z-index: 15;
    min-block-size: 0;
    --most: 60dvh;
    max-block-size: none;
    margin: 16px calc(-1 * var(--bleed, 0px)) 0;
    padding: 0;
    border: 0;
    border-block-start: 1px solid var(--ap-line);
    background: var(--ap-ground);
    box-shadow: 0 -6px 24px light-dark(rgb(0 0 0 / 0.12), rgb(0 0 0 / 0.5));
    overflow: hidden;
  }
  ap-proof-sheet[empty] {
    display: none;
  }
  /* In a low window it would cover what it is about. */
  @media ${lowWindow} {
    :has(> ap-proof-sheet[open]) {
      --covered: 0px;
    }
    ap-proof-sheet {
      --most: none;
      position: static;
      box-shadow: none;
    }
  }
`;
