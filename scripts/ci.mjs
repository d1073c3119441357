// npm test, test:long and test:hosts, one after the other; the last line adds their counts. They do everything else, such
// as set-up.

import { add, closing, fromClosing, none } from './lib/counts.mjs';
import { main, run } from './lib/run.mjs';

await main(async () => {
  let total = none;
  for (const script of ['test', 'test:long', 'test:hosts']) {
    // A notice of a newer npm would come after the closing line.
    const { code, output } = await run('npm', ['--no-update-notifier', 'run', script]);
    total = add(total, fromClosing(output, code));
    if (total.failed > 0) break;
  }
  console.log(`\n${closing(total)}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});
