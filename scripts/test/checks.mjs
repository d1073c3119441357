// node scripts/test/checks.mjs check:lint | check:lint-texts

import { runChecks } from '../checks/index.mjs';
import { fromChecks } from './counts.mjs';
import { reportTests } from './report.mjs';

const name = process.argv[2];

await reportTests(name, async () => {
  const kind = name.replace('check:', '');
  const results = await runChecks(kind);
  for (const { name: title, problems } of results) {
    console.log(`${problems.length === 0 ? '✔' : '✖'} ${title}`);
    for (const problem of problems) console.log(`    ${problem}`);
  }
  const failures = results
    .filter(({ problems }) => problems.length > 0)
    .map(({ name: title, problems: [first] }) => ({
      name: title,
      place: /^[\w./-]+\.\w+(:\d+)?/.exec(first)?.[0] ?? kind,
      message: first.split('\n')[0],
      repeat: `npm run ${name}`,
    }));
  return { ...fromChecks(results), failures };
});
