// VitePress: the page is rendered on the server, and Vue takes it over in the browser.

import { test } from 'node:test';
import { testHost } from '../support/host.mjs';
import { assertKeysStay } from '../support/keys.mjs';

testHost('VitePress', {
  id: 'vitepress',
  www: '.vitepress/dist',
  also: (host) => {
    test('what is typed into it is not a key of the site', () => host.look(assertKeysStay));
  },
});
