/** Colours as every program knows them: papers' programs know no `oklch()`. */

/** A colour of a style sheet as `#rrggbb`; others than `oklch(76% 0.13 255)` stay as they are. */
export function plainColour(colour: string): string {
  const parts = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(colour);
  return parts ? fromOklch(Number(parts[1]) / 100, Number(parts[2]), Number(parts[3])) : colour;
}

/** Björn Ottosson, "A perceptual color space for image processing" (2020). */
function fromOklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map(channel).join('')}`;
}

function channel(linear: number): string {
  const inside = Math.min(1, Math.max(0, linear));
  const curved = inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055;
  return Math.round(curved * 255)
    .toString(16)
    .padStart(2, '0');
}
