import { css } from 'lit';

/** Without room beside the stage, the proof is a sheet at the bottom. */
export const sheet = css`
  .work:has(.open) {
    --covered: 61dvh;
  }
  .work {
    grid-template-columns: minmax(0, 1fr);
    padding-block-end: 16px;
  }
  .proof {
    inset-block: auto 0;
    z-index: 15;
    display: flex;
    flex-direction: column;
    min-block-size: 0;
    max-block-size: 60dvh;
    margin-inline: calc(-1 * var(--ap-gap));
    margin-block-start: 16px;
    padding: 0;
    border: 0;
    border-block-start: 1px solid var(--ap-line);
    background: var(--ap-ground);
    box-shadow: 0 -6px 24px light-dark(rgb(0 0 0 / 0.12), rgb(0 0 0 / 0.5));
    overflow: hidden;
  }
  .sheet-toggle {
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 12px;
    inline-size: 100%;
    min-block-size: 44px;
    padding-inline: var(--ap-gap);
    border: 0;
    border-radius: 0;
    background: var(--ap-surface);
    text-align: start;
  }
  .sheet-toggle .what {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .sheet-toggle .act {
    flex: none;
    color: var(--ap-accent);
  }
  .sheet {
    min-block-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
    padding: 12px var(--ap-gap) 20px;
  }
  .proof:not(.open) .sheet {
    display: none;
  }
`;

/** The layout at every width. It depends on the element's own width, so that it works embedded too. */
export const playgroundStyles = css`
  :host {
    background: var(--ap-ground);
  }
  .frame {
    container: whole / inline-size;
    min-block-size: 480px;
  }
  .probe {
    position: absolute;
    color: light-dark(#000, #fff);
    transition: color 1ms;
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
  .proof {
    position: sticky;
    inset-block-start: calc(var(--ap-sticky-top, 0px) + var(--top-height, 0px) + 12px);
    align-self: start;
    max-block-size: calc(100dvh - var(--ap-sticky-top, 0px) - var(--top-height, 0px) - 24px);
    min-block-size: 240px;
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    padding-inline: 24px 6px;
    border-inline-start: 1px solid var(--ap-line);
  }
  .sheet-toggle {
    display: none;
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
  .failed {
    color: var(--ap-danger);
  }

  @container whole (max-width: 640px) {
    .ribbon {
      min-block-size: 102px;
    }
  }
  @container whole (max-width: 1099px) {
    .bar {
      grid-template-columns: minmax(0, 1fr);
    }
    ${sheet}
  }
  @media (prefers-reduced-motion: no-preference) {
    .proof.open .sheet {
      animation: rise 180ms ease-out;
    }
    @keyframes rise {
      from {
        translate: 0 24px;
        opacity: 0;
      }
    }
  }
`;
