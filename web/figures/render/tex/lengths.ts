/** A pixel of the page in PostScript points, TeX's `bp`. */
export const PIXEL = 0.75;

export function short(value: number, digits = 3): string {
  return String(Number(value.toFixed(digits)) + 0);
}

/** In pixels: the picture's unit. */
export const place = (value: number): string => short(value, 2);

/** A length with TeX's unit. */
export const length = (pixels: number): string => `${short(pixels * PIXEL)}bp`;
