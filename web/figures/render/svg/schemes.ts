import type { Look } from '../look.js';

export interface Looks {
  look: Look;
  /** The same in the other scheme, of a picture that is seen in both. */
  dark?: Look;
}

/** A colour of a picture: that of its scheme, or of whichever the page has. */
export function inSchemes({ look, dark }: Looks, read: (look: Look) => string): string {
  const light = read(look);
  const other = dark ? read(dark) : light;
  return light === other ? light : `light-dark(${light},${other})`;
}
