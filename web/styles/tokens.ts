import { css, unsafeCSS } from 'lit';
import { textSizes } from './sizes.js';

const texts = unsafeCSS(
  Object.entries(textSizes)
    .map(([name, size]) => `--ap-text-${name}: ${size}px;`)
    .join(' '),
);

/**
 * Every colour and size of the playground, as custom properties of the outermost element; its parts inherit them.
 * A page that embeds it may set any of them on `attention-playground`. Light and dark follow `color-scheme`.
 */
export const tokens = css`
  :host {
    /* ink and ground */
    --ap-ink: light-dark(#1c2027, #e6e9ef);
    --ap-ink-soft: light-dark(#5b6472, #9aa4b4);
    --ap-line: light-dark(#d9dce2, #39404c);
    --ap-ground: light-dark(#ffffff, #14171d);
    --ap-surface: light-dark(#f6f7f9, #1d212a);
    --ap-hatch: light-dark(#c3c8d1, #4a5362);

    /* accent; errors; edits */
    --ap-accent: light-dark(#0a66c2, #6db3ff);
    --ap-on-accent: light-dark(#ffffff, #0c1420);
    --ap-danger: light-dark(#b3261e, #ff8a80);
    --ap-edited: light-dark(#b0007a, #ff7ad0);

    /* one colour per role, everywhere */
    --ap-input: light-dark(#4a5362, #b8c0cc);
    --ap-query: light-dark(#1f5fc4, #7db0ff);
    --ap-key: light-dark(#a85100, #ffad5c);
    --ap-value: light-dark(#1c7a3c, #6fd08c);
    --ap-scores: light-dark(#4a5362, #b8c0cc);
    --ap-mask: light-dark(#4a5362, #b8c0cc);
    --ap-weights: light-dark(#0f6f78, #63cbd3);
    --ap-output: light-dark(#7a35c9, #c79bff);
    --ap-residual: light-dark(#6a6200, #d9cf57);
    --ap-feed-forward: light-dark(#6b3a1f, #d9a98c);
    --ap-logits: light-dark(#a3324e, #ff9fb2);

    /* faces */
    --ap-sans:
      system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans',
      'DejaVu Sans', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif;
    --ap-mono:
      ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC',
      monospace;

    /* sizes */
    ${texts}
    --ap-gap: clamp(12px, 2cqi, 24px);
    --ap-control: 32px;
    --ap-radius: 6px;
  }
`;
