import { generationSteps as enGeneration } from './en/steps-generation.js';
import { partSteps as enParts } from './en/steps-parts.js';
import { studySteps as enStudy } from './en/steps-study.js';
import { dictionaries } from './index.js';
import { transformerSteps } from './transformer-steps.js';
import { generationSteps as zhGeneration } from './zh/steps-generation.js';
import { partSteps as zhParts } from './zh/steps-parts.js';
import { studySteps as zhStudy } from './zh/steps-study.js';

// Steps that only panels show: a panel that imports this has their texts too, and nobody else pays for them.

Object.assign(dictionaries.en.steps, transformerSteps.en, enGeneration, enParts, enStudy);
Object.assign(dictionaries.zh.steps, transformerSteps.zh, zhGeneration, zhParts, zhStudy);

/** Every text there is. */
export { en, zh } from './index.js';
