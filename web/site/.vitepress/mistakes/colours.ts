// The scales of the figures in a few levels, each light and dark, as custom properties.

import type { Computed } from '../../../engine/types/computed.js';
import { placeInTable } from '../../../figures/render/look.js';
import type { ScaleOf } from '../../../figures/marks.js';
import { colourTable, type ColourTable, type ScaleKind } from '../../../styles/colour-scales.js';
import { palette } from '../../../styles/palette.js';

const TABLE_END = 255;
const LAST = 15;

export const levelOf = (scale: ScaleOf, value: Computed): number =>
  Math.round((placeInTable(scale, value) * LAST) / TABLE_END);

const pair = ([light, dark]: readonly string[]): string => `light-dark(${light},${dark})`;

function cellColour({ pixels }: ColourTable, at: number): string {
  const parts = [0, 8, 16].map((shift) => (pixels[at]! >> shift) & TABLE_END);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The cells of a level, `--cell-3`, and ink that can be read on them, `--ink-3`. */
export function scaleColours(kind: ScaleKind): Record<string, string> {
  const tables = (['light', 'dark'] as const).map((scheme) => colourTable(kind, scheme));
  const colours: Record<string, string> = {};
  for (let level = 0; level <= LAST; level += 1) {
    const at = (level * TABLE_END) / LAST;
    colours[`--cell-${level}`] = pair(tables.map((table) => cellColour(table, at)));
    colours[`--ink-${level}`] = pair(tables.map(({ darkInk }) => (darkInk[at] ? '#000' : '#fff')));
  }
  return colours;
}

/** The other colours of a picture. */
export const pictureColours: Record<string, string> = Object.fromEntries(
  (['ink-soft', 'hatch', 'danger'] as const).map((name) => [`--${name}`, pair(palette[name])]),
);
