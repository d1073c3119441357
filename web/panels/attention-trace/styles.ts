import { css } from 'lit';

export const styles = css`
  .frame {
    min-block-size: 320px;
  }
  .ribbon {
    position: relative;
    margin-block-end: 12px;
  }
  code {
    font-family: var(--ap-mono);
    overflow-wrap: anywhere;
  }
`;
