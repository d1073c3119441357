import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';
import { controls, roleColours, titleStyles } from '../../styles/controls.js';

const layout = css`
  :host {
    display: block;
    position: relative;
    min-inline-size: 0;
  }
  .stage {
    outline-offset: 6px;
  }
  h2 {
    margin: 0;
    font-size: var(--ap-text-xl);
    font-weight: 600;
    line-height: 1.35;
    border: 0;
    padding: 0;
  }
  .prose {
    margin: 6px 0 0;
    max-inline-size: 74ch;
    line-height: 1.55;
  }
  :lang(zh) .prose,
  .prose:lang(zh) {
    line-height: 1.75;
  }
  .lines {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 24px;
    margin-block-start: 10px;
  }
  .formula {
    font-size: var(--ap-text-l);
    max-inline-size: 100%;
    overflow-x: auto;
    overflow-y: hidden;
    padding-block: 2px;
  }
  .code {
    display: flex;
    align-items: center;
    gap: 8px;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .code code {
    font: var(--ap-text-s) / 1.5 var(--ap-mono);
    padding: 3px 8px;
    border-radius: 5px;
    background: var(--ap-surface);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .code .tool {
    flex: none;
  }
  .notes {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px 16px;
    margin-block: 10px 14px;
    font-size: var(--ap-text-s);
  }
  .notes:empty {
    display: none;
  }
  .picker {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
  }
  .picker-name {
    margin-inline-end: 4px;
    color: var(--ap-ink-soft);
  }
  .picker .tool {
    min-inline-size: 30px;
    padding-inline: 6px;
    font-family: var(--ap-mono);
  }
  .untrained {
    color: var(--ap-ink-soft);
  }
  .warning {
    color: var(--ap-danger);
  }
  .flow {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 22px 30px;
  }
  .inputs {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 14px 12px;
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .inputs .input {
    max-inline-size: 100%;
  }
  .sign {
    align-self: center;
    font: var(--ap-text-xl) / 1 var(--ap-mono);
    color: var(--ap-ink-soft);
  }
  .output {
    min-inline-size: 0;
    max-inline-size: 100%;
  }
  .operation {
    margin: 0 0 6px;
    font-size: var(--ap-text-s);
    color: var(--ap-ink-soft);
  }
  .outlined {
    outline: 2px solid var(--ap-accent);
    outline-offset: 4px;
  }
  ap-memory {
    display: block;
    margin-block-start: 26px;
  }
  h2 .shape {
    font-size: var(--ap-text-l);
  }
  @container ${below.medium} {
    h2 {
      font-size: var(--ap-text-l);
    }
    h2 .shape {
      font-size: var(--ap-text-m);
    }
  }
`;

export const stageStyles = [controls, roleColours, titleStyles, layout];
