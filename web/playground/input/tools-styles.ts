import { css } from 'lit';
import { below } from '../../styles/breakpoints.js';

export const toolsStyles = css`
  [name='example'] {
    inline-size: 9.4em;
  }
  @container ${below.medium} {
    select {
      flex: 1;
      min-inline-size: 0;
      inline-size: 0;
      padding-inline: 4px;
    }
  }
`;
