import { css } from 'lit';
import { asSheet } from '../parts/proof/sheet-styles.js';
import { below } from '../styles/breakpoints.js';

/** Without room beside the stage, the proof is a sheet at the bottom. */
export const sheet = css`
  .work {
    --bleed: var(--ap-gap);
    grid-template-columns: minmax(0, 1fr);
    padding-block-end: 16px;
  }
  ${asSheet}
`;

/** The layout at every width. It depends on the element's own width, so that it works embedded too. */
export const playgroundStyles = css`
  :host {
    display: block;
    background: var(--ap-ground);
  }
  .frame {
    container: whole / inline-size;
    min-block-size: 480px;
  }
  .bar,
  .ribbon,
  .work,
  .below {
    padding-inline: var(--ap-gap);
  }
  .bar {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 41em);
    gap: 10px 28px;
    align-items: start;
    padding-block: 12px 10px;
  }
  .bar.alone {
    grid-template-columns: minmax(0, 1fr);
  }
  .bar,
  .ribbon {
    position: sticky;
    inset-block-start: var(--ap-sticky-top, 0px);
    z-index: 20;
    background: var(--ap-ground);
    border-block-end: 1px solid var(--ap-line);
  }
  .ribbon {
    inset-block-start: calc(var(--ap-sticky-top, 0px) + var(--bar-height, 0px));
    min-block-size: 66px;
    padding-block: 4px;
  }
  /* A tall bar scrolls away; the ribbon stays in sight. */
  .bar[data-tall] {
    position: static;
  }
  ap-problem {
    display: block;
    margin-inline: var(--ap-gap);
  }
  /* An error is visible wherever the user is on the page. */
  ap-problem[urgent] {
    position: sticky;
    inset-block-start: calc(var(--ap-sticky-top, 0px) + var(--top-height, 0px));
    z-index: 18;
  }
  .work {
    scroll-margin-block-start: calc(var(--ap-sticky-top, 0px) + var(--top-height, 0px));
    display: grid;
    grid-template-columns: minmax(0, 1fr) clamp(370px, 32cqi, 460px);
    gap: 0 32px;
    padding-block: 20px 32px;
  }
  .work.alone {
    grid-template-columns: minmax(0, 1fr);
  }
  .below {
    padding-block: 24px 40px;
    border-block-start: 1px solid var(--ap-line);
  }
  .waiting {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 12px;
    min-block-size: 360px;
    color: var(--ap-ink-soft);
    text-align: center;
  }

  @container whole ${below.full} {
    .bar {
      grid-template-columns: minmax(0, 1fr);
    }
    ${sheet}
  }
`;
