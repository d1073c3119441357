import { css } from 'lit';
import { below } from '../styles/breakpoints.js';
import { base, tokens } from '../styles/index.js';

/** From this width on text and figure stand side by side. */
const TWO = css`(width >= 840px)`;

export const lessonStyles = [
  tokens,
  base,
  css`
    :host {
      display: block;
      scroll-margin-block-start: calc(var(--ap-sticky-top, 0px) + 64px);
    }
    .lesson {
      container: lesson / inline-size;
    }
    .bar {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
      padding-block: 4px 12px;
      color: var(--ap-ink-soft);
      font-size: var(--ap-text-s);
    }
    progress {
      inline-size: 120px;
      block-size: 6px;
      accent-color: var(--ap-accent);
    }
    .links {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      align-items: center;
      margin-inline-start: auto;
    }
    .plain,
    .workbench {
      min-block-size: 32px;
      padding: 0;
      border: 0;
      background: none;
      color: var(--ap-accent);
      font-size: var(--ap-text-s);
      text-decoration: none;
      align-content: center;
    }
    .plain:hover,
    .workbench:hover {
      text-decoration: underline;
    }
    span.workbench {
      visibility: hidden;
    }
    .columns {
      scroll-margin-block-start: calc(var(--ap-sticky-top, 0px) + 8px);
      display: flex;
      flex-direction: column;
    }
    .figure {
      position: sticky;
      inset-block-start: var(--ap-sticky-top, 0px);
      z-index: 5;
      max-block-size: 45lvh;
      overflow: auto;
      background: var(--ap-ground);
      border-block-end: 1px solid var(--ap-line);
    }
    .alone > .figure {
      display: none;
    }
    .text {
      padding-block-start: 12px;
      min-inline-size: 0;
    }
    ::slotted([slot='figure']) {
      --ap-sticky-top: 0px;
      --ap-reserved-height: 45lvh;
      /* The lesson says it, and there is little height. */
      --ap-explanations: none;
    }
    ::slotted([slot='figure']:not(:defined, [hidden])) {
      display: block;
      min-block-size: var(--ap-reserved-height);
    }
    ::slotted(lesson-beat) {
      display: block;
      outline: none;
    }
    @media not print {
      ::slotted(lesson-beat[hidden]) {
        display: none;
      }
    }
    .steps {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
      margin-block: 16px 24px;
    }
    .steps button {
      min-block-size: 40px;
      padding-inline: 16px;
    }
    .next {
      margin-inline-start: auto;
    }
    .strong {
      border-color: var(--ap-accent);
      background: var(--ap-accent);
      color: var(--ap-on-accent);
    }
    .done {
      margin: 0 0 0 auto;
      color: var(--ap-value);
      font-weight: 600;
    }
    /* Two lines, whatever a beat shows: the text stays where it is. */
    @container lesson ${below.narrow} {
      .links {
        flex-basis: 100%;
      }
    }
    @container lesson ${TWO} {
      .columns:not(.alone) {
        display: grid;
        grid-template-columns: minmax(320px, 420px) minmax(0, 1fr);
        gap: 32px;
        align-items: start;
      }
      .columns.alone > .text {
        max-inline-size: 640px;
      }
      .figure {
        grid-column: 2;
        grid-row: 1;
        inset-block-start: calc(var(--ap-sticky-top, 0px) + 12px);
        max-block-size: calc(100lvh - var(--ap-sticky-top, 0px) - 24px);
        border: 0;
      }
      .text {
        grid-column: 1;
        grid-row: 1;
        padding-block-start: 0;
      }
      ::slotted([slot='figure']) {
        --ap-reserved-height: 480px;
        --ap-explanations: block;
      }
    }
    @media print {
      .bar,
      .steps {
        display: none;
      }
      .columns,
      .columns:not(.alone) {
        display: block;
      }
      .columns > .text,
      .columns.alone > .text {
        max-inline-size: none;
        padding: 0;
        columns: 2;
        column-gap: 24px;
      }
      .figure {
        position: static;
        max-block-size: none;
      }
      .pictured > .figure {
        display: none;
      }
    }
  `,
];
