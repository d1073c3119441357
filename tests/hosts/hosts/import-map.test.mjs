// A page that names the package by an import map, and imports the element from a script of its own.

import { onlyBlock } from '../support/guide.mjs';
import { document } from '../support/html.mjs';
import { testHost } from '../support/host.mjs';

testHost('a page with an import map', {
  id: 'import-map',
  files: (section) => ({ 'index.html': document(onlyBlock(section, 'html')) }),
  commands: [
    'mkdir attention-playground',
    'cp -r node_modules/attention-playground/dist attention-playground',
  ],
});
