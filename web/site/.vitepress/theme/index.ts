import type { Theme } from 'vitepress';
import Layout from 'vitepress/dist/client/theme-default/Layout.vue';
import NotFound from 'vitepress/dist/client/theme-default/NotFound.vue';
import { h } from 'vue';
// Of VitePress's theme what this site shows: no sponsors, no pages of a team, no boxes of hints.
import 'vitepress/dist/client/theme-default/styles/vars.css';
import 'vitepress/dist/client/theme-default/styles/base.css';
import 'vitepress/dist/client/theme-default/styles/icons.css';
import 'vitepress/dist/client/theme-default/styles/utils.css';
import 'vitepress/dist/client/theme-default/styles/components/vp-code.css';
import 'vitepress/dist/client/theme-default/styles/components/vp-code-group.css';
import 'vitepress/dist/client/theme-default/styles/components/vp-doc.css';
import { keepForOffline } from '../offline/register';
import { CourseList } from './CourseList';
import { LanguageLink } from './LanguageLink';
import { keepHashAcrossLanguages, keepSamePage, leadStatesOn, repairHash } from './navigation';
import './site.css';

// When the module is first read: VitePress looks at the address soon after.
if (!import.meta.env.SSR) {
  repairHash();
  addEventListener('hashchange', repairHash);
}

const theme: Theme = {
  Layout: () =>
    h(Layout, null, {
      'nav-bar-content-after': () => h(LanguageLink),
      'sidebar-nav-after': () => h(CourseList),
      // The only page that VitePress leaves without a landmark.
      'not-found': () => h('main', h(NotFound)),
    }),
  enhanceApp({ router, siteData }) {
    // Custom elements exist in the browser only; the page is also rendered at build time.
    if (import.meta.env.SSR) return;
    // Without it the page keeps its picture; the browser reports why.
    const element = import('attention-playground/element');
    if (import.meta.env.PROD) void element.finally(() => keepForOffline(siteData.value.base));
    keepHashAcrossLanguages(router, siteData);
    keepSamePage(router);
    leadStatesOn(router, siteData);
  },
};

export default theme;
