import { transformerSteps as enSteps } from './en/steps-transformer.js';
import { dictionaries } from './index.js';
import { transformerSteps as zhSteps } from './zh/steps-transformer.js';

// Steps around attention: they are fetched with the first Transformer that is shown.

Object.assign(dictionaries.en.steps, enSteps);
Object.assign(dictionaries.zh.steps, zhSteps);
