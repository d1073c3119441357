// esbuild: a bundle in a folder of its own.

import { document, playground } from '../support/html.mjs';
import { testHost } from '../support/host.mjs';

testHost('esbuild', {
  id: 'esbuild',
  files: () => ({
    'www/index.html': document(`<script type="module" src="main.js"></script>\n${playground}`),
  }),
  www: 'www',
});
