// Runs static checks, some by name:
//   node scripts/test/checks.mjs rooms | lint | format | types

import { runChecks } from '../checks/index.mjs';
import { fromChecks } from './counts.mjs';
import { reportTests } from './report.mjs';

await reportTests(async () => {
  const kind = process.argv[2];
  const results = await runChecks(kind);
  for (const { name, problems } of results) {
    console.log(`${problems.length === 0 ? '✔' : '✖'} ${name}`);
    for (const problem of problems) console.log(`    ${problem}`);
  }
  const failures = results
    .filter(({ problems }) => problems.length > 0)
    .map(({ name, problems: [first] }) => ({
      name,
      place: /^[\w./-]+\.\w+(:\d+)?/.exec(first)?.[0] ?? kind,
      message: first.split('\n')[0],
      repeat: `npm run check:${kind}`,
    }));
  return { ...fromChecks(results), failures };
});
