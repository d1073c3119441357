import { stepTexts as en } from './en/step-texts.js';
import { addSteps } from './index.js';
import { stepTexts as zh } from './zh/step-texts.js';

// What the steps of one layer do and why: it is fetched with their figures.

addSteps({ en, zh });
