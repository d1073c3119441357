// Components of VitePress's default theme that this site has no use for: their scripts and styles are not sent. A page or
// a setting that needs one takes its name out of here.

import { fileURLToPath } from 'node:url';
import type { Alias } from 'vite';

const names = [
  // layout: home
  'VPHome',
  // themeConfig: sidebar, with its button, and the pages before and after
  'VPBackdrop',
  'VPSidebar',
  'VPDocFooter',
  // themeConfig: footer, logo, socialLinks, carbonAds
  'VPFooter',
  'VPImage',
  'VPSocialLinks',
  'VPNavBarSocialLinks',
  'VPNavScreenSocialLinks',
  'VPDocAsideCarbonAds',
  'VPDocAsideSponsors',
  // Our own link leads to the other language.
  'VPNavBarTranslations',
  'VPNavScreenTranslations',
  // <Badge>
  'VPBadge',
];

const nothing = fileURLToPath(new URL('theme/unused.ts', import.meta.url));

export const unusedComponents: Alias[] = [
  { find: new RegExp(`^\\..*/(${names.join('|')})\\.vue$`), replacement: nothing },
  // router: prefetchLinks
  { find: './composables/preFetch', replacement: nothing },
];
