import type { Router } from 'vitepress';

/**
 * On a page whose address holds the state of its element, Back and Forward between two states change only what stands behind
 * `#`, which the element reads. VitePress would load the page once more, and its element would begin anew.
 */
export function keepSamePage(router: Router): void {
  router.onBeforePageLoad = (to) => {
    const { component, path } = router.route;
    const { pathname } = new URL(to, location.href);
    const isSame = component !== null && pathname === path;
    return !isSame || document.querySelector('[sync-url]') === null;
  };
}
