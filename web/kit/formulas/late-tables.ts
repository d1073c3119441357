import { signal } from '@preact/signals-core';
import { importAgain } from '../../i18n/import-again.js';
import { loadMathFont } from './math-font.js';
import type { FormulaTables } from './mathml.js';

/** The pieces of all formulas: undefined while they are on their way. */
const tables = signal<FormulaTables | 'missing' | undefined>(undefined);
let fetching: Promise<void> | undefined;

/**
 * Fetches the pieces of formulas and the face that they are set in: whoever is about to show some, so that they are
 * there with all else. Never rejects: what is missing is shown as TeX, and the next drawing tries again.
 */
export function fetchFormulas(): Promise<void> {
  loadMathFont();
  fetching ??= importAgain(
    'formulas',
    () => import('./generated/formulas.js'),
    (module) => module.symbols && module,
  ).then(
    (module) => {
      tables.value = module;
    },
    () => {
      tables.value = 'missing';
      fetching = undefined;
    },
  );
  return fetching;
}

/** The pieces, for an update that is made again when they arrive: the first formula fetches them if nobody has. */
export function formulaTables(): FormulaTables | 'missing' | undefined {
  if (typeof tables.value !== 'object') void fetchFormulas(); // It never rejects.
  return tables.value;
}
