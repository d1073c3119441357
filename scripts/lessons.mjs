// npm run lessons: measures the lessons, writes the tables into docs/lessons.md, and fails where a limit is passed. With --prefetch
// it says how long a lesson takes to open on the built site, on a slow machine and a slow line, and what its page costs in bytes.

import { lessonReport } from './lessons/report.mjs';
import { markdownWith, writeIfChanged } from './lib/files.mjs';

if (process.argv.includes('--prefetch')) {
  const { printTimes } = await import('./lessons/times.mjs');
  await printTimes();
  process.exit();
} else {
  const { passed, markdown } = await lessonReport();
  console.log(markdown);
  const path = 'docs/lessons.md';
  writeIfChanged(path, await markdownWith(markdown, path, 'lessons'));
  for (const problem of passed) console.error(problem);
  // Vite's bundler would keep the process.
  process.exit(passed.length > 0 ? 1 : 0);
}
