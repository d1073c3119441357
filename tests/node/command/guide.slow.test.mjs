// Every command of the guide and of README, in a shell, as a reader copies it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { commandFile } from '../../../scripts/build/command.mjs';
import { root } from '../../../scripts/lib/run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'attention-guide-'));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'bin'));
const npx = join(folder, 'bin/npx');
writeFileSync(
  npx,
  `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, commandFile)}" "$@"\n`,
);
chmodSync(npx, 0o755);

const commandsOf = (markdown) =>
  [...markdown.matchAll(/^```sh\n([^]*?)\n```$/gm)]
    .flatMap(([, block]) => block.split('\n'))
    .filter((line) => line.includes('npx attention-playground'));

for (const [page, least] of [
  ['README.md', 3],
  ['web/site/guide/command-line.md', 18],
  ['web/site/zh/guide/command-line.md', 18],
  ['web/site/guide/embed.md', 1],
]) {
  describe(page, () => {
    const commands = commandsOf(readFileSync(join(root, page), 'utf8'));
    test('has some', () => assert.ok(commands.length >= least, `${commands.length}`));
    for (const command of commands) {
      test(command, () => {
        const { status, stderr } = spawnSync('sh', ['-c', command], {
          cwd: folder,
          encoding: 'utf8',
          input: '',
          env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
        });
        assert.equal(status, 0, stderr);
        assert.doesNotMatch(stderr, /attention-playground[:：]/);
      });
    }
  });
}
