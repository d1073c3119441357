// Every text there is, for what looks at all of them: the build and its checks.

import './backward-steps.js';
import './update-steps.js';
import './panel-steps.js';

export { dictionaryOf, loadDictionary } from './index.js';
