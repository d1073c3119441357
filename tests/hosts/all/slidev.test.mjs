// Slidev: slides that are scaled to the window.

import { test } from 'node:test';
import { testHost } from '../support/host.mjs';
import { assertKeysStay } from '../support/keys.mjs';

testHost('Slidev', {
  id: 'slidev',
  versions: { '@slidev/cli': '53.0.0', '@slidev/theme-default': '0.25.0' },
  node: '22.23.5',
  www: 'dist',
  page: { chatter: [/Wake Lock/] },
  also: (host) => {
    test('what is typed into it turns no slide', () => host.look(assertKeysStay));
  },
});
