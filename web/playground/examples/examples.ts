/** All examples and what to look at in each, fetched when one is chosen. */
export { PRESETS } from '../presets.js';
export { looks } from './looks.js';
