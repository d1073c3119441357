import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const pickersStyles = css`
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
  .picker select {
    min-block-size: 28px;
    padding-inline: 4px;
  }
  @container stage ${below.narrow} {
    .picker-name {
      display: none;
    }
    .tool,
    .picker select {
      min-block-size: 30px;
      padding-inline: 6px;
    }
  }
`;
