import { importAgain } from '../../i18n/import-again.js';

/** The examples, of which the first view knows only the names. */
export const fetchExamples = (): Promise<typeof import('./examples.js')> =>
  importAgain(
    'examples',
    () => import('./examples.js'),
    (examples) => examples,
  );
