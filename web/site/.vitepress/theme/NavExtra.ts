import { useData } from 'vitepress';
import NavExtra from 'vitepress/dist/client/theme-default/components/VPNavBarExtra.vue';
import { defineComponent, h } from 'vue';
import type { SiteTheme } from '../locales';

/** VitePress's button that opens what a narrow bar has no room for, with a name in the page's language. */
export default defineComponent(() => {
  const { theme } = useData<SiteTheme>();
  return () => h(NavExtra, { label: theme.value.extraLabel });
});
