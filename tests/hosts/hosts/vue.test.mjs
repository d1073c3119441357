// Vite with Vue: numbers as properties, the development server without a setting.

import { testHost } from '../support/host.mjs';
import { document } from '../support/html.mjs';
import { vite } from '../support/vite.mjs';

const main = `import { createApp } from 'vue';
import Attention from './Attention.vue';

createApp(Attention).mount('#app');
`;

testHost('Vite with Vue', {
  id: 'vue',
  files: () => ({
    'index.html': document(
      '<div id="app"></div>\n<script type="module" src="/src/main.js"></script>',
    ),
    'src/main.js': main,
  }),
  www: 'dist',
  also: vite,
});
