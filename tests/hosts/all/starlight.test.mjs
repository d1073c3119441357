// Starlight, and Astro below it: a component with the script.

import { testHost } from '../support/host.mjs';

testHost('Starlight', {
  id: 'starlight',
  versions: { astro: '7.3.5', '@astrojs/starlight': '0.42.4' },
  node: '22.23.5',
  www: 'dist',
});
