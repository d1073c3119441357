import { css } from 'lit';
import { asSheet } from '../parts/proof/as-sheet.js';
import { below, from, lowWindow } from '../styles/breakpoints.js';

/** Without room beside the stage, the proof is a sheet at the bottom. */
export const sheet = css`
  .work {
    --bleed: var(--ap-gap);
    grid-template-columns: minmax(0, 1fr);
    padding-block-end: 16px;
  }
  ${asSheet}
`;

/** Where a person is led: the figure, what is said of it beside or below it, and the proof at the foot at every width. */
const led = css`
  .leads {
    container: leads / inline-size;
  }
  @container leads (width) {
    ${asSheet}
  }
  /* As high as what was kept free, so that nothing below moves, with the proof at its foot. */
  .leads.guided,
  .guided > .led {
    min-block-size: calc(min(100lvh, 640px) - 49px);
  }
  .led {
    --bleed: var(--ap-gap);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: auto 1fr auto;
    gap: 12px 32px;
    padding: 4px var(--ap-gap) 0;
  }
  .beside {
    display: flex;
    flex-direction: column;
    gap: 16px;
    min-inline-size: 0;
  }
  .figure .beside {
    flex-flow: row wrap;
    align-items: end;
  }
  .figure ap-guide {
    flex: 1 1 20em;
  }
  /* At the foot: quiet, and opened where nothing moves but what follows. */
  .take {
    min-block-size: 32px;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
  }
  .take > summary {
    inline-size: fit-content;
    padding-block: 6px;
    cursor: pointer;
  }
  .take > ap-take {
    padding-block-end: 8px;
  }
  .mode {
    flex: none;
    inline-size: fit-content;
    white-space: nowrap;
  }
  .bar > .mode {
    margin-inline-start: auto;
  }
  /* What is said, and the way on, stay in sight below a figure. */
  @container whole ${below.wide} {
    .guided > .led > ap-stage {
      --foot: 200px;
    }
  }
  @container whole ${below.medium} {
    .guided > .led > ap-stage {
      --foot: 224px;
    }
  }
  @container whole ${below.narrow} {
    @media not ${lowWindow} {
      .guided > .led > .beside {
        position: sticky;
        inset-block-end: calc(var(--foot) + 4px);
        z-index: 14;
        margin-inline: calc(-1 * var(--bleed));
        padding: 8px var(--bleed);
        border-block-start: 1px solid var(--ap-line);
        background: var(--ap-ground);
      }
    }
  }
  @container whole ${from.wide} {
    .guided > .led {
      grid-template-columns: minmax(0, 1fr) clamp(280px, 28cqi, 380px);
      grid-template-rows: 1fr auto;
    }
    .guided > .led > .beside {
      padding-block-start: 40px;
    }
    .led > :is(ap-proof-sheet, .take) {
      grid-column: 1 / -1;
    }
  }
`;

/** The layout at every width. It depends on the element's own width, so that it works embedded too. */
export const playgroundStyles = css`
  :host {
    background: var(--ap-ground);
  }
  :host(:not([mode='workbench'], [hide], :state(drawn))) {
    min-block-size: var(--ap-reserved-height, min(100lvh, 640px));
  }
  :host([mode='figure']:not(:state(drawn))) {
    min-block-size: var(--ap-reserved-height, 480px);
  }
  .frame {
    position: relative;
    container: whole / inline-size;
    min-block-size: 480px;
  }
  .skip {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-start: var(--ap-gap);
    z-index: 30;
  }
  .skip:not(:focus) {
    inline-size: 1px;
    min-block-size: 0;
    block-size: 1px;
    padding: 0;
    border: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .bar,
  .ribbon,
  .intro,
  .work,
  .below {
    padding-inline: var(--ap-gap);
  }
  .bar,
  .ribbon {
    position: sticky;
    inset-block-start: var(--ap-sticky-top, 0px);
    z-index: 20;
    block-size: 48px;
    background: var(--ap-ground);
    border-block-end: 1px solid var(--ap-line);
  }
  .bar {
    /* What it opens covers the ribbon. */
    z-index: 21;
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .bar > ap-input {
    flex: 1;
  }
  .bar:has([stacked]) {
    block-size: auto;
  }
  .bar > ap-controls {
    flex: none;
  }
  .ribbon {
    inset-block-start: calc(var(--ap-sticky-top, 0px) + var(--bar-height, 0px));
  }
  @media (pointer: coarse) {
    .ribbon {
      block-size: 52px;
    }
  }
  .intro {
    display: flex;
    align-items: center;
    gap: 4px 12px;
    min-block-size: 36px;
    border-block-end: 1px solid var(--ap-line);
    font-size: var(--ap-text-s);
  }
  .intro p {
    margin: 0;
    text-wrap: pretty;
  }
  .intro button {
    flex: none;
    min-block-size: 28px;
    border-color: var(--ap-accent);
    background: var(--ap-accent);
    color: var(--ap-on-accent);
  }
  .intro .quiet {
    margin-inline-start: auto;
    border-color: transparent;
    background: none;
    color: var(--ap-ink-soft);
  }
  /* A tall bar scrolls away; the ribbon stays in sight. */
  .bar[data-tall] {
    position: static;
  }
  /* A low window is for the work. */
  @media ${lowWindow} {
    .bar,
    .ribbon {
      position: static;
    }
  }
  ap-learned {
    display: block;
  }
  ap-problem,
  ap-fault {
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
    gap: 0 24px;
    padding-block: 0 32px;
  }
  .work.alone {
    grid-template-columns: minmax(0, 1fr);
  }
  .below {
    padding-block: 24px 40px;
    border-block-start: 1px solid var(--ap-line);
  }
  ap-walk:not(:defined) {
    display: block;
    block-size: 400px;
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

  @container whole ${below.medium} {
    .ribbon {
      block-size: 52px;
    }
    .intro {
      display: block;
      padding-block: 4px;
    }
    .intro p {
      display: inline;
      margin-inline-end: 4px;
    }
    .intro .quiet {
      display: none;
    }
  }
  ${led}
  @container whole ${below.full} {
    ${sheet}
  }
`;
