// What is fetched with the first figure.

import '../fault/right.js';
export { ApFigure } from '../figure/figure.js';
