import { css, unsafeCSS } from 'lit';
import { asSheet } from '../parts/proof/as-sheet.js';
import { below } from '../styles/breakpoints.js';

/** Width of the proof beside a panel, and the gap between them, in CSS pixels. */
export const PROOF_WIDTH = 328;
export const PROOF_GAP = 24;

/** The frame of a panel, and the elements that panels share: fields, problems. */
export const panelStyles = css`
  /* Its parts are drawn in turns, and seen together: none moves what is below it in sight. */
  :host(:not(:state(drawn))) .frame > :not(.waiting, .failure) {
    visibility: hidden;
  }
  :host {
    /* Panels have the page's own background. */
    --ap-ground: var(--vp-c-bg, light-dark(#ffffff, #14171d));
  }
  .frame {
    container-type: inline-size;
    min-block-size: 480px;
  }
  /* Some of its sections, in a text of somebody else. */
  :host([only]) .frame {
    min-block-size: 0;
  }
  :host([only]) section > h2:first-child {
    margin-block-start: 0;
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
  /* Who shows a panel beside a text may have said it there. */
  .explains {
    display: var(--ap-explanations, block);
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 14px;
    margin-block-end: 8px;
  }
  .fields label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-inline-size: 100%;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .fields input {
    color: var(--ap-ink);
  }
  .fields select {
    min-inline-size: 0;
    color: var(--ap-ink);
  }
  .fields input.number {
    inline-size: 4.6em;
    padding-inline: 8px;
  }
  /* A sentence. */
  .fields label:has(.words) {
    flex: 1 1 14em;
    max-inline-size: 24em;
  }
  .fields .words {
    flex: 1;
    inline-size: 0;
    min-inline-size: 0;
  }
  @container ${below.narrow} {
    .fields label:has(.words) {
      flex-basis: 100%;
      max-inline-size: none;
    }
    .fields {
      column-gap: 10px;
    }
    .fields input.number {
      inline-size: 2.8em;
      padding-inline: 5px;
    }
    .fields span.number {
      display: none;
    }
    /* In a text of somebody else there is little height. */
    :host([only]) h2 {
      font-size: var(--ap-text-m);
    }
  }
  /* A formula within a line. */
  .inline math {
    display: inline math;
  }
  .untrained {
    margin-block: 28px 0;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  /* What the parameters are worth, below the choice of them. */
  .worth {
    margin: 0 0 8px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    max-inline-size: none;
    text-wrap: pretty;
  }
  .fields .parameters select {
    max-inline-size: 15em;
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
