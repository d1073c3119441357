import type { Scheme } from './colour-scales.js';

/** One hue per head, far from its neighbours', the same in every view. */
function hue(head: number): number {
  return (255 + head * 137.5) % 360;
}

/** For canvases, which do not support `light-dark()`. */
export function headColour(head: number, scheme: Scheme): string {
  return scheme === 'dark' ? `oklch(76% 0.13 ${hue(head)})` : `oklch(54% 0.16 ${hue(head)})`;
}

/** For styles. */
export function headColourCss(head: number): string {
  return `light-dark(${headColour(head, 'light')}, ${headColour(head, 'dark')})`;
}
