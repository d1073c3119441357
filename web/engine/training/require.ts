// What only the module for training has.

import { fail } from '../errors.js';

/** A part of the module, if it was loaded for training. */
export function requireTraining<Part>(part: Part | undefined): Part {
  if (part === undefined) fail('missing', 'training', 'nothing', 'load({ training: true })');
  return part;
}
