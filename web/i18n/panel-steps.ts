import { generationSteps as enGeneration } from './en/steps-generation.js';
import { partSteps as enParts } from './en/steps-parts.js';
import { studySteps as enStudy } from './en/steps-study.js';
import { addSteps } from './index.js';
import './step-texts.js';
import './transformer-steps.js';
import { generationSteps as zhGeneration } from './zh/steps-generation.js';
import { partSteps as zhParts } from './zh/steps-parts.js';
import { studySteps as zhStudy } from './zh/steps-study.js';

// Steps that only panels show: a panel that imports this has their texts too, and nobody else pays for them.

addSteps({
  en: { ...enGeneration, ...enParts, ...enStudy },
  zh: { ...zhGeneration, ...zhParts, ...zhStudy },
});
