import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { keepHashAcrossLanguages } from './language';
import './site.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ router, siteData }) {
    // Custom elements exist in the browser only; the page is also rendered at build time.
    if (import.meta.env.SSR) return;
    void import('attention-playground/element');
    keepHashAcrossLanguages(router, siteData);
  },
};

export default theme;
