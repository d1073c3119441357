// VitePress: the page is rendered on the server, and Vue takes it over in the browser.

import { testHost } from './support/host.mjs';

testHost('VitePress', { id: 'vitepress', www: '.vitepress/dist' });
