import { css, unsafeCSS, type CSSResult } from 'lit';
import { chineseSans, faces, palette } from './palette.js';
import { textSizes } from './sizes.js';

/** Custom properties of a table's entries. */
function properties<Value>(
  table: Readonly<Record<string, Value>>,
  write: (value: Value) => string,
  prefix = '',
): CSSResult {
  const lines = Object.entries(table).map(
    ([name, value]) => `--ap-${prefix}${name}: ${write(value)};`,
  );
  return unsafeCSS(lines.join(' '));
}

/**
 * Every colour and size of the playground, as custom properties of the outermost element; its parts inherit them.
 * A page that embeds it may set any of them on `attention-playground`. Light and dark follow `color-scheme`.
 */
export const tokens = css`
  :host {
    ${properties(palette, (pair) => `light-dark(${pair.join(', ')})`)}
    ${properties(faces, (face) => face)}
    ${properties(textSizes, (size) => `${size}px`, 'text-')}
    --ap-shadow: 0 6px 24px light-dark(rgb(0 0 0 / 0.16), rgb(0 0 0 / 0.6));
    --ap-gap: clamp(12px, 2cqi, 24px);
    --ap-control: 32px;
    --ap-radius: 6px;
  }
  :host(:lang(zh)) {
    --ap-sans: ${unsafeCSS(chineseSans)};
  }
`;
