import { useData } from 'vitepress';
import NavGroup from 'vitepress/dist/client/theme-default/components/VPNavBarMenuGroup.vue';
import NavLink from 'vitepress/dist/client/theme-default/components/VPNavBarMenuLink.vue';
import { defineComponent, h } from 'vue';
import type { SiteTheme } from '../locales';

/** The links of the bar, in the place of VitePress's VPNavBarMenu, whose name for them is English on every page. */
export default defineComponent(() => {
  const { theme } = useData<SiteTheme>();
  return () =>
    h(
      'nav',
      { class: 'VPNavBarMenu', 'aria-label': theme.value.menuLabel },
      theme.value.nav?.map((item) => h('items' in item ? NavGroup : NavLink, { item })),
    );
});
