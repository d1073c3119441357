import { unsafeCSS, type CSSResult } from 'lit';
import { breakpoints } from './sizes.js';

type Conditions = Record<keyof typeof breakpoints, CSSResult>;

const conditions = (comparison: '<' | '>='): Conditions =>
  Object.fromEntries(
    Object.entries(breakpoints).map(([name, width]) => [
      name,
      unsafeCSS(`(width ${comparison} ${width}px)`),
    ]),
  ) as Conditions;

/** A window that is too low for a sheet over its foot. */
export const lowWindow = unsafeCSS('(height < 560px)');

/** That, or one that is as narrow as a phone. */
export const smallWindow = unsafeCSS(`${lowWindow.cssText}, (width < ${breakpoints.narrow}px)`);

/** Conditions of container queries: `@container ${below.wide} { … }`. */
export const below = conditions('<');
export const from = conditions('>=');
