import { transformerSteps as en } from './en/steps-transformer.js';
import { dictionaries } from './index.js';
import { transformerSteps as zh } from './zh/steps-transformer.js';

// Steps around attention: they are fetched with the first Transformer that is shown.

Object.assign(dictionaries.en.steps, en);
Object.assign(dictionaries.zh.steps, zh);

export const transformerSteps = { en, zh };
