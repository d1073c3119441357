// npm run format: writes all files as the checks want them.

import { isCpp, isPretty, projectFiles } from './checks/index.mjs';
import { main, mustRun } from './lib/run.mjs';

await main(async () => {
  const files = projectFiles();
  const cpp = files.filter(isCpp);
  if (cpp.length > 0) await mustRun('clang-format', ['-i', ...cpp]);
  const prettier = 'node_modules/prettier/bin/prettier.cjs';
  const arguments_ = [prettier, '--write', '--log-level=warn', ...files.filter(isPretty)];
  await mustRun(process.execPath, arguments_);
});
