import { useData } from 'vitepress';
import NavButton from 'vitepress/dist/client/theme-default/components/VPNavBarHamburger.vue';
import { defineComponent, h } from 'vue';
import type { SiteTheme } from '../locales';

/** VitePress's button that opens the bar's links on a phone, with a name in the page's language. */
export default defineComponent(() => {
  const { theme } = useData<SiteTheme>();
  return () => h(NavButton, { 'aria-label': theme.value.menuButtonLabel });
});
