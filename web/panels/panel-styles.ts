import { css, unsafeCSS } from 'lit';
import { asSheet } from '../parts/proof/sheet-styles.js';
import { below } from '../styles/breakpoints.js';

/** Width of the proof beside a panel, and the gap between them, in CSS pixels. */
export const PROOF_WIDTH = 328;
export const PROOF_GAP = 24;

/** The frame of a panel, and the elements that panels share: fields, problems. */
export const panelStyles = css`
  :host {
    display: block;
    /* Panels have the page's own background. */
    --ap-ground: var(--vp-c-bg, light-dark(#ffffff, #14171d));
  }
  .frame {
    container-type: inline-size;
    min-block-size: 480px;
  }
  .waiting {
    display: grid;
    align-content: center;
    justify-items: center;
    min-block-size: 480px;
    margin: 0;
    color: var(--ap-ink-soft);
  }
  .with-proof {
    display: grid;
    grid-template-columns: minmax(0, 1fr) ${unsafeCSS(PROOF_WIDTH)}px;
    gap: 0 ${unsafeCSS(PROOF_GAP)}px;
  }
  @container ${below.wide} {
    .with-proof {
      grid-template-columns: minmax(0, 1fr);
    }
    ${asSheet}
  }
  h2 {
    margin: 28px 0 4px;
    font-size: var(--ap-text-l);
    font-weight: 600;
    line-height: 1.4;
  }
  p {
    margin: 0 0 8px;
    max-inline-size: 76ch;
  }
  :lang(zh) p {
    line-height: 1.8;
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px 16px;
    margin-block-end: 12px;
  }
  .fields label {
    display: grid;
    gap: 2px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .fields input {
    inline-size: 6.5em;
    color: var(--ap-ink);
  }
  /* A sentence. */
  .fields label:has(.words) {
    flex: 1 1 16em;
    max-inline-size: 26em;
  }
  .fields .words {
    inline-size: 100%;
  }
  [aria-pressed='true'] {
    border-color: var(--ap-accent);
    box-shadow: inset 0 0 0 1px var(--ap-accent);
  }
  .wrong {
    margin: 0 0 12px;
    padding: 8px 12px;
    border-inline-start: 3px solid var(--ap-danger);
    background: var(--ap-surface);
    max-inline-size: none;
    overflow-wrap: anywhere;
  }
`;
