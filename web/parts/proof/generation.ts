import { renderCached } from './cached.js';
import { renderChoice } from './choice.js';
import { addRules } from './rules.js';

addRules({ cached: renderCached, choice: renderChoice });
