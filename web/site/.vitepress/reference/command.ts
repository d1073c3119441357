// What a command of the guide prints, run while the page is built: after a block of `sh` with one command, where the page says
// <!-- printed -->.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../../lib/command/index.js', import.meta.url));

const NAME = 'npx attention-playground ';
const COLUMNS = '72';

const asked = /^```sh\n(.*)\n```\n\n<!-- printed -->$/gm;

/** The words of a command whose texts stand in double quotes. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, text, word]) => text ?? word!);

function printedBy(command: string): string {
  if (!command.startsWith(NAME)) throw new Error(`${command}: not a command of this package.`);
  const { NO_COLOR: _no, FORCE_COLOR: _force, LANG: _lang, LC_ALL: _all, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [file, ...wordsOf(command.slice(NAME.length))],
    { encoding: 'utf8', env: { ...env, COLUMNS }, input: '' },
  );
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout.trimEnd();
}

/** A page with what its commands print; without, where the package is not built, as for `npm run dev`. */
export const withPrinted = (markdown: string): string =>
  markdown.replace(asked, (_, command: string) => {
    const block = `\`\`\`sh\n${command}\n\`\`\``;
    return existsSync(file) ? `${block}\n\n\`\`\`text\n${printedBy(command)}\n\`\`\`` : block;
  });
