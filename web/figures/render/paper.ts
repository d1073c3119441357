import type { Scheme } from '../../styles/colour-scales.js';
import { faces, palette } from '../../styles/palette.js';
import type { Look } from './look.js';

/** How a figure looks away from the page: the palette's own colours, and faces that systems have. */
export function paperLook(scheme: Scheme): Look {
  const side = scheme === 'light' ? 0 : 1;
  const colours = Object.fromEntries(
    Object.entries(palette).map(([name, pair]) => [name, pair[side]]),
  );
  return {
    scheme,
    colours: { ...colours, soft: palette['ink-soft'][side] },
    faces: {
      ...faces,
      math: `'STIX Two Math', 'Latin Modern Math', 'Cambria Math', 'DejaVu Serif', serif`,
    },
  };
}
