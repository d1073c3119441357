// The results of the way forward.

import { everyResultIsSeen } from './support/every-result.mjs';
import { pages } from '../support/visible-share.mjs';

everyResultIsSeen(Object.keys(pages).filter((page) => !page.endsWith('backward')));
