// Pictures of lessons stand once in what a visitor fetches: in the page, and not in its script again.

import type { Plugin } from 'vite';

/** As `pictureBlock` writes it, once Vue has compiled the page. */
const PICTURE = /("data-picture":\s*"",\s*innerHTML:\s*)"((?:[^"\\]|\\.)*)"/g;

/**
 * Who opens a page has its pictures in the HTML already, and Vue leaves them there: the page's script goes without them. Who
 * comes from another page gets the script with them. VitePress makes both, from what stands between these marks.
 */
export const leanPictures: Plugin = {
  name: 'lean-pictures',
  apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
  renderChunk: (code, { facadeModuleId }) =>
    facadeModuleId?.endsWith('.md')
      ? code.replace(PICTURE, '$1"__VP_STATIC_START__$2__VP_STATIC_END__"')
      : null,
};
