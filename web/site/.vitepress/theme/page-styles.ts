// Styles of one kind of page. VitePress puts all stylesheets that it knows of into one file, which the first screen of the site has to
// fetch: these are a text in the script of the pages that show them.

import { h, type VNode } from 'vue';

/** `styles` is what `import … from './page.css?inline'` gives. */
export const pageStyles = (styles: string): VNode => h('style', { innerHTML: styles });
