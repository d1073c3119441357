import * as more from './generated/more-formulas.js';
import { addFormulas } from './tex.js';

// Formulas that only Transformers and panels show: whoever imports this has them, and nobody else pays for them.

addFormulas(more);
