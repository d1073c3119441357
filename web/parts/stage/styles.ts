import { css } from 'lit';
import { below, from, lowWindow } from '../../styles/breakpoints.js';
import { controls, roleColours, titleStyles } from '../../styles/controls.js';

const layout = css`
  :host {
    display: block;
    position: relative;
    min-inline-size: 0;
    container: stage / inline-size;
  }
  /* Its place, until its script is there. */
  ap-figure:not(:defined) {
    display: block;
    min-block-size: 260px;
  }
  .stage {
    outline-offset: 6px;
    padding-block-start: 6px;
  }
  h2 {
    margin: 0;
    font-size: var(--ap-text-l);
    font-weight: 600;
    line-height: 1.3;
    border: 0;
    padding: 0;
  }
  .prose {
    margin: 0;
    max-inline-size: 110ch;
    min-block-size: 1lh;
    line-height: 1.7;
    text-wrap: pretty;
  }
  :lang(zh) .prose,
  .prose:lang(zh) {
    line-height: 1.75;
  }
  .top,
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
  }
  .top {
    min-block-size: 32px;
  }
  .top h2 {
    margin-inline-end: auto;
  }
  /* What the figure allows stands beside its title, and after it for keys. */
  :host([guided]) .stage {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    column-gap: 16px;
  }
  :host([guided]) .stage > *,
  :host([guided]) ::slotted(*) {
    flex: 0 0 100%;
    order: 3;
    min-inline-size: 0;
  }
  :host([guided]) .stage > header {
    display: flex;
    align-items: center;
    flex: 1 1 0;
    order: 0;
    min-inline-size: 240px;
    min-block-size: 32px;
  }
  :host([guided]) .stage > .choices {
    flex: none;
    order: 1;
    margin-block-end: 10px;
  }
  :host([guided]) .stage > :is(.notes, #views) {
    order: 2;
  }
  .guided .soft {
    margin-inline: 4px 8px;
    font-weight: 400;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-s);
    white-space: nowrap;
  }
  .random {
    margin-inline-start: 6px;
    padding: 1px 8px;
    border: 1px solid var(--ap-line);
    border-radius: 1em;
    color: var(--ap-ink-soft);
    font-size: var(--ap-text-xs);
    font-weight: 400;
    white-space: nowrap;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
  }
  .switch {
    display: flex;
    gap: 4px;
  }
  /* The ribbon shows it. */
  .top .place {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .pair {
    display: flex;
    gap: 12px 24px;
  }
  .pair > * {
    flex: 1 1 0;
  }
  .more {
    padding: 0 2px;
    border: 0;
    background: none;
    color: var(--ap-accent);
    font-size: var(--ap-text-s);
    cursor: pointer;
  }
  .rest {
    display: block;
  }
  .notes {
    margin: 4px 0 0;
    font-size: var(--ap-text-s);
  }
  .own {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    color: var(--ap-ink-soft);
  }
  header {
    margin-block-end: 10px;
  }
  ap-pickers {
    display: contents;
  }
  .warning {
    color: var(--ap-danger);
  }
  ap-weights {
    display: block;
  }
  ap-memory {
    display: block;
    margin-block-start: 26px;
  }
  h2 .shape {
    font-size: var(--ap-text-s);
  }
  /* Choices and views of weights share a line. */
  @container stage ${from.narrow} and ${below.medium} {
    header:has(.switch) {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 4px 16px;
    }
    header:has(.switch) :is(.top, .line) {
      display: contents;
    }
    header:has(.switch) :is(h2, .prose, .notes) {
      flex: 1 0 100%;
    }
    .prose {
      order: 1;
    }
    .choices,
    .switch {
      order: 2;
    }
    .notes {
      order: 3;
    }
  }
  /* In a low window they stand beside the name, too, and the shape stands below. */
  @media ${lowWindow} {
    @container stage ${from.narrow} and ${below.medium} {
      header:has(.switch) {
        gap: 2px 12px;
        margin-block-end: 2px;
      }
      header:has(.switch) :is(h2, .title) {
        display: contents;
      }
      header:has(.switch) .called {
        margin-inline-end: auto;
      }
      header:has(.switch) .shape {
        order: 2;
        flex: none;
        font-size: var(--ap-text-xs);
      }
      header:has(.switch) .prose {
        order: 3;
        flex: 1 1 20em;
        font-size: var(--ap-text-s);
        line-height: 1.45;
      }
      .choices,
      .switch {
        order: 1;
      }
    }
  }
  @container stage ${below.narrow} {
    .pair {
      flex-direction: column;
    }
    .top,
    .choices {
      gap: 2px 8px;
    }
    .top {
      min-block-size: 28px;
      margin-block-end: 2px;
    }
    h2 {
      font-size: var(--ap-text-m);
    }
    /* The shape stands below name and choices. */
    .top h2,
    .top .title {
      display: contents;
    }
    .called {
      margin-inline-end: auto;
    }
    .top .shape {
      order: 1;
      flex-basis: 100%;
      font-size: var(--ap-text-xs);
      line-height: 1.2;
    }
    :is(header, .choices) .tool {
      min-block-size: 30px;
      padding-inline: 6px;
    }
    .prose {
      font-size: var(--ap-text-s);
      line-height: 1.45;
    }
    /* The figure comes first, under its title; then what is said of it. */
    :host(:not([guided])) .stage {
      display: flex;
      flex-direction: column;
    }
    :host(:not([guided])) header {
      display: contents;
    }
    :host([guided]) .stage > header {
      flex: 1 1 auto;
      min-inline-size: 0;
      min-block-size: 22px;
      margin-block-end: 0;
    }
    :host([guided]) .stage > .choices {
      margin-block-end: 4px;
    }
    /* As wide as what stands beside the title lets it be. */
    .guided h2 {
      flex: 1;
    }
    .guided .shape {
      display: block;
      inline-size: 0;
      min-inline-size: 100%;
      font-size: var(--ap-text-xs);
      line-height: 1.2;
    }
    #views {
      order: 1;
    }
    .line,
    .own,
    ::slotted(*) {
      order: 2;
    }
    ap-downhill,
    ap-equality,
    ap-memory {
      order: 3;
    }
  }
`;

export const stageStyles = [controls, roleColours, titleStyles, layout];
