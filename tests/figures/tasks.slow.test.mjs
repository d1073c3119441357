// Whatever a shipped model can be, the page shows: every step of a pass of each of the other tasks' models.

import { taskNames } from '../node/support/tasks.mjs';
import { someTasks, testTask } from './support/every-step.mjs';

for (const name of taskNames.filter((each) => !someTasks.includes(each))) testTask(name);
