import type { Theme } from 'vitepress';
import NotFound from 'vitepress/dist/client/theme-default/NotFound.vue';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { CourseList } from './CourseList';
import { LanguageLink } from './LanguageLink';
import { useLessons } from './lesson-scripts';
import { keepHashAcrossLanguages, keepSamePage, leadStatesOn, repairHash } from './navigation';
import './site.css';
import './learn.css';

// When the module is first read: VitePress looks at the address soon after.
if (!import.meta.env.SSR) {
  repairHash();
  addEventListener('hashchange', repairHash);
}

const theme: Theme = {
  extends: DefaultTheme,
  setup: useLessons,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(LanguageLink),
      'sidebar-nav-after': () => h(CourseList),
      // The only page that VitePress leaves without a landmark.
      'not-found': () => h('main', h(NotFound)),
    }),
  enhanceApp({ router, siteData }) {
    // Custom elements exist in the browser only; the page is also rendered at build time.
    if (import.meta.env.SSR) return;
    // Without it the page keeps its picture; the browser reports why.
    void import('attention-playground/element');
    keepHashAcrossLanguages(router, siteData);
    keepSamePage(router);
    leadStatesOn(router, siteData);
  },
};

export default theme;
