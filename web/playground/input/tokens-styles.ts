import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

/** What can be edited, and its editor. */
export const tokensStyles = css`
  button.chip {
    /* As of what can be edited in place. */
    text-decoration: underline dotted 1.5px var(--ap-ink-soft);
    text-underline-offset: 4px;
  }
  .chip.query {
    border-color: var(--ap-query);
    box-shadow: inset 0 -3px 0 var(--ap-query);
  }
  .chip.key {
    border-color: var(--ap-key);
    box-shadow: inset 0 -3px 0 var(--ap-key);
  }
  .chip.query.key {
    border-color: var(--ap-query);
    box-shadow:
      inset 0 -3px 0 var(--ap-key),
      inset 0 3px 0 var(--ap-query);
  }
  .chip[aria-expanded='true'] {
    border-color: var(--ap-accent);
    outline: 1px solid var(--ap-accent);
  }
  /* Below the bar, over the page, where its sentence begins. */
  .editor {
    position: absolute;
    inset-block-start: calc(100% + 4px);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    inline-size: 440px;
    padding: 8px;
    border: 1px solid var(--ap-accent);
    border-radius: var(--ap-radius);
    background: var(--ap-ground);
    box-shadow: var(--ap-shadow);
    cursor: auto;
  }
  @container ${below.wide} {
    .editor {
      inset-inline: var(--ap-gap);
      inline-size: auto;
    }
  }
  .editor label {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: var(--ap-text-s);
  }
  .editor input {
    inline-size: 11em;
    background: var(--ap-ground);
  }
`;
