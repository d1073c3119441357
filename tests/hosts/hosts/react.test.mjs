// Vite with React: numbers as properties, types of JSX, the development server without a setting.

import { join } from 'node:path';
import { test } from 'node:test';
import { mustRun, root } from '../../../scripts/lib/run.mjs';
import { testHost } from '../support/host.mjs';
import { document } from '../support/html.mjs';
import { vite } from '../support/vite.mjs';

const main = `import { createRoot } from 'react-dom/client';
import { Attention } from './Attention.tsx';

createRoot(document.querySelector('#root')!).render(<Attention />);
`;

const compilerOptions = {
  module: 'ESNext',
  moduleResolution: 'Bundler',
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
  jsx: 'react-jsx',
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: [],
};

testHost('Vite with React', {
  id: 'react',
  packages: ['@types/react'],
  files: () => ({
    'index.html': document(
      '<div id="root"></div>\n<script type="module" src="/src/main.tsx"></script>',
    ),
    'src/main.tsx': main,
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src/Attention.tsx'] }),
  }),
  www: 'dist',
  also: (host) => {
    test('JSX knows the element and its attributes', async () => {
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      await mustRun(process.execPath, [tsc, '-p', host.project.folder], { quiet: true });
    });
    vite(host);
  },
});
