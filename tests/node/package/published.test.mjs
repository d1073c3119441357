// What publint and "Are the types wrong?" say about the packed package.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { importedNames, installPacked } from './support/packed.mjs';

describe('the packed package', () => {
  let installed;
  let tarball;
  before(async () => {
    const packed = await installPacked();
    installed = packed.installed;
    tarball = new Uint8Array(readFileSync(packed.tarball));
  });

  test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    );
  });

  test('its types are found and right, for ES modules in Node and for bundlers', async () => {
    const names = await importedNames(installed);
    const entrypoints = names.map((name) => name.replace('attention-playground', '.'));
    const { problems } = await checkPackage(createPackageFromTarballData(tarball), { entrypoints });
    // The package has only ES modules: `require` of Node 20.19 and later reads them, too, and the resolution of Node 10
    // knows no exports.
    const accepted = ({ kind, resolutionKind }) =>
      kind === 'CJSResolvesToESM' || resolutionKind === 'node10';
    assert.deepEqual(
      problems.filter((problem) => !accepted(problem)),
      [],
    );
    assert.ok(
      problems.some(({ kind }) => kind === 'CJSResolvesToESM'),
      'it was looked at',
    );
  });
});
