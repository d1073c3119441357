// MkDocs with its own theme, and with Material, whose single keys search and turn pages.

import { test } from 'node:test';
import { testHost } from '../support/host.mjs';
import { assertKeysStay } from '../support/keys.mjs';

// Both themes would ask other hosts for fonts and for the highlighting of code.
const themes = {
  MkDocs: 'theme: { name: mkdocs, highlightjs: false }',
  'Material for MkDocs': 'theme: { name: material, font: false }\nextra_css: [dark.css]',
};

for (const [name, theme] of Object.entries(themes)) {
  testHost(name, {
    id: 'mkdocs',
    files: () => ({ 'mkdocs.yml': `site_name: Course\n${theme}\n`, 'docs/next.md': '# Next' }),
    www: 'site',
    page: { chatter: [/^All search scripts loaded/, /^Lunr index built/] },
    also: (host) => {
      test('what is typed into it is not a key of the site', () => host.look(assertKeysStay));
    },
  });
}
