import type { Dictionary } from './en/index.js';
import { importAgain } from './import-again.js';
import type { StepText } from './step-text.js';

export type Language = 'en' | 'zh';
export type { Dictionary, StepText };

// A page speaks one language at a time, so only that one is fetched.
const sources: Record<Language, () => Promise<Dictionary>> = {
  en: () =>
    importAgain(
      'texts',
      () => import('./en/index.js'),
      ({ en }) => en,
    ),
  zh: () =>
    importAgain(
      'texts',
      () => import('./zh/index.js'),
      ({ zh }) => zh,
    ),
};
const fetching = new Map<Language, Promise<void>>();
const fetched = new Map<Language, Dictionary>();

/** Fetches a language once; a failure is not remembered, so that the next call tries again. */
export function loadDictionary(language: Language): Promise<void> {
  let promise = fetching.get(language);
  if (!promise) {
    promise = sources[language]().then(
      (dictionary) => {
        fetched.set(language, dictionary);
      },
      (error: unknown) => {
        fetching.delete(language);
        throw error;
      },
    );
    fetching.set(language, promise);
  }
  return promise;
}

export function hasDictionary(language: Language): boolean {
  return fetched.has(language);
}

/**
 * The texts of a language; those of the other one while it is on its way. Views read them by their store (`store.t`): a bundler
 * may give a script that is fetched late another instance of this module, in which nothing is fetched.
 */
export function dictionaryOf(language: Language): Dictionary {
  const [any] = fetched.values();
  const dictionary = fetched.get(language) ?? any;
  if (!dictionary) throw new Error('No texts yet: loadDictionary() comes first');
  return dictionary;
}
