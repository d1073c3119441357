// The element as one classic script, in pages that have no other file of the package, or have them beside it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pinnedTag } from '../../../scripts/build/pinned.mjs';
import { singleFile } from '../../../scripts/build/single.mjs';
import { fileOf } from '../../../scripts/train/tasks.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { onDisk, shown, standaloneOf, withFile } from './support/standalone.mjs';

const { site, folder, withPage } = await openAnyPage('single-page');

const script = readFileSync(join(root, singleFile), 'utf8');
const head =
  '<link rel="icon" href="data:,"><script src="/dist/attention-playground.single.js"></script>';
const tag = (attributes = 'parameters="random" mode="workbench"') =>
  `<attention-playground ${attributes}></attention-playground>`;

/** Opens a page of this markup, which loads no module; `names` are the files that it asked for. */
async function withSingle(markup, body, { charset = 'utf-8', ...options } = {}) {
  const page = `<!doctype html><html lang="en"><head><meta charset="${charset}"><title>A page</title>${head}</head><body>${markup}</body></html>`;
  writeFileSync(join(folder, 'single.html'), page);
  const names = [];
  await site.withPage('/single.html', (page) => body(page, names), {
    fresh: true,
    ...options,
    async prepare(page) {
      page.on('request', (request) => names.push(new URL(request.url()).pathname));
      await options.prepare?.(page);
    },
  });
}

const numbersOf = (attributes) => {
  let found;
  return withPage(tag(attributes), async (page) => (found = await shown(page)), {
    fresh: true,
  }).then(() => found);
};

describe('the element as one script', () => {
  test('is one script of ASCII that imports nothing and can be written into a page', () => {
    assert.doesNotMatch(script, /[^\t\n\x01-\x7f]/);
    for (const no of ['import.meta', 'import(', '</script', '<!--']) {
      assert.ok(!script.includes(no), no);
    }
    assert.match(script, /BSD-3-Clause/);
  });

  test('computes what the modules do, in a page of any encoding, and asks for no other file', async () => {
    const expected = await numbersOf('parameters="random" mode="workbench"');
    for (const charset of ['utf-8', 'windows-1252']) {
      await withSingle(
        tag(),
        async (page, names) => {
          assert.deepEqual(await shown(page), expected);
          const loaded = names.filter((name) => !name.startsWith('image'));
          assert.deepEqual(loaded, ['/single.html', '/dist/attention-playground.single.js']);
        },
        { charset },
      );
    }
  });

  test('is taken with the hash that a release prints, and no other file with it', async () => {
    const address = '/dist/attention-playground.single.js';
    const other = join(folder, 'dist/other.js');
    writeFileSync(other, `${script}\n`);
    for (const [src, isTaken] of [
      [address, true],
      ['/dist/other.js', false],
    ]) {
      const page = `<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,">${pinnedTag(src)}`;
      writeFileSync(join(folder, 'pinned.html'), page);
      await site.withPage(
        '/pinned.html',
        async (page) => {
          const defined = () => customElements.get('attention-playground') !== undefined;
          assert.equal(await page.evaluate(defined), isTaken, src);
          if (isTaken) return;
          // The browser says so.
          await eventually(() => page.problems.length, 1);
          assert.match(page.problems.pop(), /integrity.*has been blocked/);
        },
        { fresh: true, ready: false },
      );
    }
  });

  test('its hash is printed with the address of this version', () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(root, 'scripts/build/step.mjs'), 'pinned'],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const hash = createHash('sha384').update(script, 'latin1').digest('base64');
    assert.match(stdout, new RegExp(`@${version}/dist/attention-playground[.]single[.]js" `));
    assert.ok(stdout.includes(` integrity="sha384-${hash}" crossorigin="anonymous">`), stdout);
  });

  test('fetches a trained model from beside its address', async () => {
    const attributes = 'parameters="referent-emergent" mode="guided"';
    const expected = await numbersOf(attributes);
    await withSingle(tag(attributes), async (page, names) => {
      assert.deepEqual(await shown(page), expected);
      assert.equal(names.at(-1), '/dist/models/referent-emergent.safetensors');
    });
  });

  test('takes a trained model that the page brings', async () => {
    const attributes = 'parameters="sort" mode="workbench"';
    const expected = await numbersOf(attributes);
    const base64 = readFileSync(fileOf('sort')).toString('base64').replace(/.{76}/g, '$&\n');
    const file = `<script type="text/plain" data-attention-playground-file="sort.safetensors">\n${base64}\n</script>`;
    await withSingle(tag(attributes) + file, async (page, names) => {
      assert.deepEqual(await shown(page), expected);
      assert.equal(names.length, 2);
    });
  });

  test('makes the page in one file of itself, fetched again', () =>
    withSingle(tag(), async (page) => {
      const before = await shown(page);
      const html = await standaloneOf(page);
      assert.ok(html.includes(script));
      await withFile(site.browser, onDisk(html), async (file) => {
        assert.deepEqual(await shown(file), before);
      });
    }));

  test('works beside a page on the disk', async () => {
    const expected = await numbersOf('parameters="random" mode="workbench"');
    const address = onDisk(
      `<!doctype html><html lang="en"><script src="attention-playground.single.js"></script>${tag()}</html>`,
    );
    copyFileSync(join(root, singleFile), new URL('attention-playground.single.js', address));
    await withFile(
      site.browser,
      address,
      async (file) => assert.deepEqual(await shown(file), expected),
      { beside: ['attention-playground.single.js'] },
    );
  });

  test('says what a browser lacks that cannot unpack it', () =>
    withSingle(
      tag(),
      async (page) => {
        const said = await page.evaluate(async () => {
          const element = document.querySelector('attention-playground');
          return element.ready.then(String, ({ message }) => message);
        });
        assert.match(said, /no DecompressionStream/);
        const seen = () =>
          page.evaluate(
            () => document.querySelector('attention-playground').shadowRoot.textContent,
          );
        await eventually(async () => /no DecompressionStream/.test(await seen()), true);
      },
      {
        ready: false,
        prepare: (page) => page.addInitScript(() => delete globalThis.DecompressionStream),
      },
    ));
});
