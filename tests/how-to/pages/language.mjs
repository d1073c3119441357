// A third language: what the compiler names as missing is what its page names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagePage } from '../support/built.mjs';
import { readPage } from '../support/pages.mjs';

export function testLanguage(built) {
  test('the compiler names the files that the page names', async () => {
    built.copy.follow(languagePage);
    const said = await built.run(
      'sh',
      '-c',
      'node_modules/typescript/bin/tsc -p . --pretty false || true',
    );
    const files = [...new Set(said.match(/^[\w./-]+(?=\(\d+,\d+\): error)/gm))];
    const [named] = readPage(languagePage).prose.match(/^3\. [^]*?\n\n/m);
    const paths = [...named.matchAll(/`(web\/[\w/.-]+)`/g)].map(([, path]) => path);
    assert.deepEqual(
      files.filter((file) => !paths.some((path) => file.startsWith(path))),
      [],
    );
    assert.deepEqual(
      paths.filter((path) => !files.some((file) => file.startsWith(path))),
      [],
    );
  });
}
