import { updateSteps as en } from './en/steps-update.js';
import { addSteps } from './index.js';
import { updateSteps as zh } from './zh/steps-update.js';

// Steps of an optimiser's update: they are fetched with the first one that is shown.

addSteps({ en, zh });
