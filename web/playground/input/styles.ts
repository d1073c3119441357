import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

/** One line: the texts side by side, each a line of its own that scrolls sideways inside itself. */
export const inputStyles = css`
  :host {
    display: block;
    min-inline-size: 0;
    block-size: 100%;
  }
  section {
    display: flex;
    align-items: center;
    gap: 8px;
    block-size: 100%;
  }
  .lines {
    display: flex;
    align-items: center;
    flex: 1;
    gap: 8px;
    block-size: 100%;
    min-inline-size: 0;
    overflow-x: auto;
    overflow-y: hidden;
    scrollbar-width: none;
    scroll-snap-type: x proximity;
  }
  .line {
    display: flex;
    align-items: center;
    flex: 1 0 min(280px, 100%);
    gap: 6px;
    min-inline-size: 0;
    min-block-size: var(--ap-control);
    padding-inline: 8px 0;
    border: 1px solid var(--ap-line);
    border-radius: var(--ap-radius);
    scroll-snap-align: start;
    cursor: text;
  }
  .line:focus-within {
    border-color: var(--ap-accent);
  }
  :host([stacked]),
  :host([stacked]) :is(section, .lines) {
    block-size: auto;
  }
  :host([stacked]) .lines {
    flex-direction: column;
    align-items: stretch;
    padding-block: 7px;
  }
  /* A menu at a word does not make its line higher. */
  :host([stacked]) .line {
    flex: none;
    block-size: var(--ap-control);
  }
  label {
    display: flex;
    align-items: center;
    flex: none;
    gap: 6px;
    min-inline-size: 0;
  }
  /* Where a person is led, the words are the text that is being typed. */
  .open ap-words {
    display: none;
  }
  .open {
    flex-basis: min(400px, 100%);
  }
  .open label {
    flex: 1 0 9em;
  }
  .name {
    flex: none;
    font-size: var(--ap-text-s);
  }
  .name.second {
    color: var(--ap-key);
  }
  .short,
  .single :is(.name, .line:not(.open) label) {
    display: none;
  }
  .text {
    flex: 1;
    min-inline-size: 0;
    min-block-size: 26px;
    background: var(--ap-ground);
  }
  .cut {
    flex: 1;
  }
  .edit {
    flex: none;
    min-block-size: 30px;
    border: 0;
    border-inline-start: 1px solid var(--ap-line);
    border-radius: 0 var(--ap-radius) var(--ap-radius) 0;
    background: none;
    color: var(--ap-accent);
    font-size: var(--ap-text-s);
  }
  /* What is wrong is said below. */
  .text[aria-invalid='true'] {
    border-color: var(--ap-ink-soft);
    box-shadow: none;
  }
  .menu {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    inset-inline-start: max(var(--ap-gap), min(var(--at), 100% - 376px));
    z-index: 1;
    inline-size: 360px;
    max-inline-size: calc(100% - 2 * var(--ap-gap));
    cursor: auto;
  }
  .tools {
    display: flex;
    align-items: center;
    flex: none;
    gap: 6px;
    font-size: var(--ap-text-s);
  }
  /* Where there is no room beside the texts, what concerns them is a row below, as long as one is edited. */
  @container ${below.full} {
    .editing .tools {
      position: absolute;
      inset-inline: 0;
      inset-block-start: 100%;
      flex-wrap: wrap;
      padding: 6px var(--ap-gap);
      border-block-end: 1px solid var(--ap-line);
      background: var(--ap-ground);
    }
  }
  @container ${below.medium} {
    section:not(.editing) .tools {
      display: none;
    }
    .open .cut {
      display: none;
    }
    /* The next one shows that it is there. */
    .line {
      flex-basis: 86%;
    }
    .name {
      white-space: nowrap;
    }
    .name.whole {
      display: none;
    }
    section:not(.single) .name.short {
      display: inline;
    }
  }
  @media (pointer: coarse) {
    .line,
    .edit,
    .text {
      min-block-size: 38px;
    }
  }
`;
