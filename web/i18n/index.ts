import type { Dictionary } from './en/english.js';
import type { StepText } from './en/steps.js';
import { importAgain } from './import-again.js';

export type Language = 'en' | 'zh';
export type { Dictionary, StepText };
export type StepTexts = Record<string, Partial<StepText>>;

// A page speaks one language at a time, so only that one is fetched.
const sources: Record<Language, () => Promise<Dictionary>> = {
  en: () =>
    importAgain(
      'texts',
      () => import('./en/english.js'),
      ({ en }) => en,
    ),
  zh: () =>
    importAgain(
      'texts',
      () => import('./zh/chinese.js'),
      ({ zh }) => zh,
    ),
};
const fetching = new Map<Language, Promise<void>>();
const fetched = new Map<Language, Dictionary>();
/** Texts of steps that came with a panel or the map, for languages that are fetched later. */
const added: Record<Language, StepTexts> = { en: {}, zh: {} };

/** Fetches a language once; a failure is not remembered, so that the next call tries again. */
export function loadDictionary(language: Language): Promise<void> {
  let promise = fetching.get(language);
  if (!promise) {
    promise = sources[language]().then(
      (dictionary) => {
        merge(dictionary.steps, added[language]);
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

/** The texts of a language; those of the other one while it is on its way. */
export function dictionaryOf(language: Language): Dictionary {
  const [any] = fetched.values();
  const dictionary = fetched.get(language) ?? any;
  if (!dictionary) throw new Error('No texts yet: loadDictionary() comes first');
  return dictionary;
}

/** Texts of steps that the first view does not show. */
export function addSteps(texts: Record<Language, StepTexts>): void {
  for (const language of ['en', 'zh'] as const) {
    merge(added[language], texts[language]);
    merge(fetched.get(language)?.steps ?? {}, texts[language]);
  }
}

/** Title and text of a kind may come apart. */
function merge(steps: StepTexts, more: StepTexts): void {
  for (const [kind, text] of Object.entries(more)) steps[kind] = { ...steps[kind], ...text };
}
