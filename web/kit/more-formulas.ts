import * as more from './generated/more-formulas.js';
import { addFormulas } from './tex.js';

// Display formulas, and the symbols of Transformers and panels: whoever imports this has them, and nobody else pays for them.

addFormulas(more);
