import { bringFigures } from '../figures/first.js';
import * as figures from '../figures/index.js';
import '../i18n/step-texts.js';
import { loadMathFont } from '../kit/math-font.js';
import '../kit/more-formulas.js';
import './stage/equality.js';

// What only other steps than the first one need, in one file: their figures, their formulas, and how their cells are explained. It is
// fetched when the user first acts, or with the first such step.

bringFigures(figures);
loadMathFont();

export { renderRule } from './proof/rules.js';
