import { backwardSteps as en } from './en/steps-backward.js';
import { addSteps } from './index.js';
import { backwardSteps as zh } from './zh/steps-backward.js';

// Steps of backward passes: they are fetched with the first one that is shown.

addSteps({ en, zh });
