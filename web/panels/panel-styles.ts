import { css } from 'lit';

/** The frame of a panel, and the elements that panels share: fields, problems. */
export const panelStyles = css`
  :host {
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
  .probe {
    position: absolute;
    color: light-dark(#000, #fff);
    transition: color 1ms;
  }
  h2 {
    margin: 28px 0 4px;
    font-size: 18px;
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
    font-size: 13px;
  }
  .fields input {
    inline-size: 6.5em;
    color: var(--ap-ink);
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
