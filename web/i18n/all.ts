// Every text there is, for what looks at all of them: the build and its checks.

import './backward-steps.js';
import './update-steps.js';
import './panel-steps.js';
import { dictionaryOf, loadDictionary, type Language } from './index.js';
import { rules } from './rules.js';

/** The dictionary of a language, and the words that are no part of it. */
export const textsOf = (language: Language) => ({
  ...dictionaryOf(language),
  rules: rules[language],
});

export { loadDictionary };
