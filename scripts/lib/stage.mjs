// The process of one stage: runs it and sends its counts to the process that started it.

import { none } from './counts.mjs';
import { Failure } from './run.mjs';
import { hostStages, longStages, stages } from './stages.mjs';

async function countsOf(stage) {
  try {
    const counts = await stage.run();
    if (counts.passed + counts.failed > 0) return counts;
    console.error('This stage ran no test.');
    return { ...counts, failed: 1 };
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return { ...none, failed: 1 };
  }
}

const stage = [...stages, ...longStages, ...hostStages].find(
  ({ name }) => name === process.argv[2],
);
process.send({ counts: await countsOf(stage) }, () => process.disconnect());
