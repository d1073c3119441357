// Docusaurus: a page in MDX, and the face of formulas as the file that it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testHost } from '../support/host.mjs';

testHost('Docusaurus', {
  id: 'docusaurus',
  versions: {
    '@docusaurus/core': '3.10.2',
    '@docusaurus/preset-classic': '3.10.2',
    '@mdx-js/react': '3.1.1',
    react: '19.3.1',
    'react-dom': '19.3.1',
  },
  www: 'build',
  also: (host) => {
    test('the face of formulas comes as it is', () => {
      const folder = join(host.project.folder, 'build');
      const faces = readdirSync(folder, { recursive: true }).filter((name) =>
        name.endsWith('.font'),
      );
      assert.equal(faces.length, 1, faces.join());
      assert.equal(readFileSync(join(folder, faces[0])).toString('latin1', 0, 4), 'wOF2');
    });
  },
});
