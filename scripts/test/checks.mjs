// node scripts/test/checks.mjs check:lint | check:lint-texts

import { runChecks } from '../checks/index.mjs';
import { reportTests } from './report.mjs';

const name = process.argv[2];

await reportTests(name, async () => {
  const results = await runChecks(name.replace('check:', ''));
  const failures = [];
  for (const { name: title, problems } of results) {
    console.log([`${problems.length === 0 ? '✔' : '✖'} ${title}`, ...problems].join('\n    '));
    const [message] = problems;
    const place = /^[\w./-]+\.\w+(:\d+)?/.exec(message)?.[0] ?? name;
    if (message) failures.push({ name: title, place, message, repeat: `npm run ${name}` });
  }
  const failed = failures.length;
  return { passed: results.length - failed, failed, skipped: 0, failures };
});
