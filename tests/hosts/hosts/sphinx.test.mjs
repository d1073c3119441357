// Sphinx: the snippet in MyST Markdown, and in reStructuredText.

import { test } from 'node:test';
import { testHost } from '../support/host.mjs';

testHost('Sphinx', {
  id: 'sphinx',
  www: '_build',
  also: (host) => {
    test('the same in reStructuredText', () => host.look(undefined, `${host.url}heads.html`));
  },
});
