// webpack: no setting, no warning about the package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { document, playground } from '../support/html.mjs';
import { testHost } from '../support/host.mjs';

testHost('webpack', {
  id: 'webpack',
  files: () => ({
    'dist/index.html': document(`<script defer src="main.js"></script>\n${playground}`),
  }),
  www: 'dist',
  also(host) {
    test('webpack warns of nothing but sizes', () => {
      const warnings = host.project.output.match(/^(?:WARNING|ERROR) in .*/gm) ?? [];
      const sizes = /in (?:asset size limit|entrypoint size limit|webpack performance)/;
      assert.deepEqual(
        warnings.filter((line) => !sizes.test(line)),
        [],
        host.project.output.slice(0, 3000),
      );
    });
  },
});
