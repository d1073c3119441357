// npm run format: formats all files as the checks require.

import { main, mustRun } from './lib/run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup({ forTests: true });
  // Imported late: the checks use packages that setup may have just installed.
  const { isCpp, isPretty, projectFiles } = await import('./checks/index.mjs');
  const files = projectFiles();
  const cpp = files.filter(isCpp);
  if (cpp.length > 0) await mustRun('clang-format', ['-i', ...cpp]);
  const prettier = 'node_modules/prettier/bin/prettier.cjs';
  const arguments_ = [prettier, '--write', '--log-level=warn', ...files.filter(isPretty)];
  await mustRun(process.execPath, arguments_);
});
