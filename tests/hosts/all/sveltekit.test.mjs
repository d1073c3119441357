// SvelteKit: rendered on a server first.

import { testHost } from '../support/host.mjs';

testHost('SvelteKit', {
  id: 'sveltekit',
  versions: {
    '@sveltejs/kit': '3.2.0',
    '@sveltejs/vite-plugin-svelte': '7.3.1',
    '@sveltejs/adapter-static': '4.0.1',
    svelte: '5.57.3',
    vite: '8.4.0',
  },
  node: '22.23.5',
  // As its own command makes it.
  files: () => ({ 'package.json': '{ "private": true, "type": "module" }\n' }),
  www: 'build',
});
