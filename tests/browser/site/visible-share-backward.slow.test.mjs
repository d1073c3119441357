// The results of the way back from the loss.

import { everyResultIsSeen } from './support/every-result.mjs';
import { pages } from '../support/visible-share.mjs';

everyResultIsSeen(Object.keys(pages).filter((page) => page.endsWith('backward')));
