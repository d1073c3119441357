/**
 * The five text sizes in CSS pixels: labels inside figures, what is beside the text, the text, what leads, titles.
 * Styles use them as `var(--ap-text-xs)` and so on; what measures text before it is drawn reads them here.
 */
export const textSizes = { xs: 11, s: 12.5, m: 14, l: 17, xl: 22 } as const;

/**
 * The four widths at which layouts change, in CSS pixels: of a phone, of a tablet held upright, of two columns, of
 * two columns with tools beside them. Styles use them through `below` and `from` of breakpoints.ts.
 */
export const breakpoints = { narrow: 480, medium: 720, wide: 960, full: 1100 } as const;
