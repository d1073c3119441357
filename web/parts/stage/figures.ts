// What is fetched with the first figure.

import '../fault/right.js';
import './pickers.js';
export { ApFigure } from '../figure/figure.js';
