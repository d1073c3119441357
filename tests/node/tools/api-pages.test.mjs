// The site's API pages: their programs run, both languages show the same ones, and every call is in the tables.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { mustRun, root } from '../../../scripts/lib/run.mjs';
import { ap, bundle } from '../engine/support/engine.mjs';

const pages = {
  English: readFileSync(join(root, 'web/site/guide/api.md'), 'utf8'),
  Chinese: readFileSync(join(root, 'web/site/zh/guide/api.md'), 'utf8'),
};

/** All of a page's programs, one after the other, as one module. */
function programOf(page) {
  const blocks = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
  assert.ok(blocks.length >= 3, `${blocks.length} programs`);
  return blocks.join('\n');
}

test('the README’s program can be read by the oldest Node that is supported', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, program] = readme.match(/^## In a program\n.*?^```ts\n(.*?)^```$/ms);
  // As Node 20 reads it: `using` is a syntax error there.
  assert.doesNotMatch(program, /^ *(await )?using /m);
  const body = program.replaceAll(/^import .*$/gm, '');
  assert.doesNotThrow(() => new Function(`return async () => {${body}}`));
});

describe('the API pages', () => {
  for (const [language, page] of Object.entries(pages)) {
    test(`${language}: the programs run, and give finite numbers`, async () => {
      const program = programOf(page)
        .replaceAll("'attention-playground'", JSON.stringify(bundle.url))
        .replace('result.read();', 'console.log(result.read().every(Number.isFinite));');
      const run = ['--input-type=module', '--eval', program];
      const output = await mustRun(process.execPath, run, { quiet: true });
      assert.match(output, /^true$/m);
      assert.match(output, /^scores \[ 1, 2, 3, 3 \]$/m);
    });

    test(`${language}: every member of the engine is in the table`, () => {
      const table = page.split('\n').filter((line) => line.startsWith('| `'));
      for (const [name, member] of Object.entries(ap)) {
        const start = `| \`${name}${typeof member === 'function' ? '(' : '`'}`;
        assert.ok(
          table.some((line) => line.startsWith(start)),
          name,
        );
      }
    });
  }

  test('both languages have the same programs, but for words and comments', () => {
    const plain = (page) =>
      programOf(page)
        .replace(/\/\/.*$/gm, '')
        .replace(/\[\[?'.*?'\]\]?/g, 'words')
        .replace(/ +$/gm, '');
    assert.equal(plain(pages.Chinese), plain(pages.English));
  });
});
