import type { Measure } from '../../figures/marks.js';
import { fontOf } from '../../figures/render/canvas.js';
import type { Look } from '../../figures/render/look.js';
import type { Scheme } from '../../styles/colour-scales.js';
import { palette } from '../../styles/palette.js';

/** The colours and faces that an element inherits, for canvases, which know neither `var()` nor `light-dark()`. */
export function lookOf(element: Element, scheme: Scheme): Look {
  const style = getComputedStyle(element);
  const value = (name: string): string => chosen(style.getPropertyValue(`--ap-${name}`), scheme);
  const colours = Object.fromEntries(Object.keys(palette).map((name) => [name, value(name)]));
  return {
    scheme,
    colours: { ...colours, soft: colours['ink-soft']! },
    faces: { sans: value('sans'), mono: value('mono'), math: `${value('math')}, ${value('sans')}` },
  };
}

/** `light-dark(a, b)` as a or b. */
function chosen(value: string, scheme: Scheme): string {
  const pair = /^\s*light-dark\((.*)\)\s*$/s.exec(value)?.[1];
  if (pair === undefined) return value.trim();
  let depth = 0;
  const comma = [...pair].findIndex((letter) => {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    return letter === ',' && depth === 0;
  });
  return (scheme === 'light' ? pair.slice(0, comma) : pair.slice(comma + 1)).trim();
}

const widths = new Map<string, number>();
let context: CanvasRenderingContext2D | null | undefined;

/** Measures texts as the page's faces have them. */
export function measureWith(look: Look): Measure {
  return (text, size, face) => {
    const font = fontOf({ size, face }, look);
    const key = `${font} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      context ??= document.createElement('canvas').getContext('2d');
      if (!context) return text.length * size * 0.6;
      context.font = font;
      width = context.measureText(text).width;
      if (widths.size > 5000) widths.clear();
      widths.set(key, width);
    }
    return width;
  };
}
