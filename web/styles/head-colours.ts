import type { Scheme } from './colour-scales.js';

/** None is the hue of a role, such as the queries' blue: teal, crimson, ochre and slate. */
const HUES = [
  [190, 0.1],
  [16, 0.17],
  [95, 0.12],
  [235, 0.04],
] as const;
/** From the fifth head on the hues come again, lighter or darker. */
const LIGHTNESS = { light: [54, 65, 46, 60], dark: [76, 65, 86, 70] } as const;

/** The colour of a head, unlike its neighbours', the same in every view. For canvases, which do not support `light-dark()`. */
export function headColour(head: number, scheme: Scheme): string {
  const [hue, chroma] = HUES[head % HUES.length]!;
  const tones = LIGHTNESS[scheme];
  const lightness = tones[Math.floor(head / HUES.length) % tones.length]!;
  return `oklch(${lightness}% ${chroma} ${hue})`;
}

/** For styles. */
export function headColourCss(head: number): string {
  return `light-dark(${headColour(head, 'light')}, ${headColour(head, 'dark')})`;
}
