import stringWidth from 'string-width';

const PLAIN = /^[\x20-\x7e−∞…⋮]*$/;

/** How many columns of a terminal a text takes. Most are numbers, of which it is known: the rules of Unicode take their time. */
export const widthOf = (text: string): number =>
  PLAIN.test(text) ? text.length : stringWidth(text);
