import type { Router, SiteData } from 'vitepress';
import { nextTick, type Ref } from 'vue';

const PLAYGROUND = 'attention-playground[sync-url]';

/**
 * Keeps the playground when a person switches language. Its state is in the hash, written with replaceState, and
 * VitePress's language links only learn of a hash from `hashchange`: what they carry is old. So the present hash is put
 * in when such a link is followed. What is not in the hash, such as undo, comes along with the element itself: it takes
 * the place of the other page's. A page whose playground is as it was first opens on its own example.
 */
export function keepPlaygroundAcrossLanguages(router: Router, siteData: Ref<SiteData>): void {
  const sections = () =>
    Object.entries(siteData.value.locales)
      .filter(([key]) => key !== 'root')
      .map(([key]) => `${siteData.value.base}${key}/`);

  /** The language's folder and the page in it: /zh/guide/embed → ['/zh/', 'guide/embed']. */
  const split = (path: string): [string, string] => {
    const section = sections().find((prefix) => path.startsWith(prefix)) ?? siteData.value.base;
    return [section, path.slice(section.length).replace(/(index)?(\.html)?$/, '')];
  };

  let kept: HTMLElement | null = null;
  const before = router.onBeforeRouteChange;
  router.onBeforeRouteChange = (to) => {
    const target = new URL(to, location.href);
    const [fromSection, fromPage] = split(location.pathname);
    const [toSection, toPage] = split(target.pathname);
    const switches = fromSection !== toSection && fromPage === toPage;
    kept = switches && location.hash ? document.querySelector<HTMLElement>(PLAYGROUND) : null;
    if (!switches || target.hash === location.hash) return before?.(to);
    void router.go(target.pathname + target.search + location.hash);
    return false;
  };

  const after = router.onAfterRouteChange;
  router.onAfterRouteChange = async (to) => {
    await after?.(to);
    await nextTick();
    const fresh = document.querySelector<HTMLElement>(PLAYGROUND);
    if (kept && fresh && fresh !== kept) {
      kept.lang = fresh.lang;
      fresh.replaceWith(kept);
    }
    kept = null;
  };
}
