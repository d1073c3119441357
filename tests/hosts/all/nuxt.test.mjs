// Nuxt: rendered on a server first.

import { testHost } from '../support/host.mjs';

testHost('Nuxt', {
  id: 'nuxt',
  versions: { nuxt: '4.5.2' },
  node: '22.23.5',
  www: '.output/public',
});
