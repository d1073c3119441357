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

/** Conditions of container queries: `@container ${below.wide} { … }`. */
export const below = conditions('<');
export const from = conditions('>=');
