import { transformerSteps as en } from './en/steps-transformer.js';
import { addSteps } from './index.js';
import { transformerSteps as zh } from './zh/steps-transformer.js';

// Steps around attention: they are fetched with the first Transformer that is shown.

addSteps({ en, zh });
