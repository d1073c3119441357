import type { Router } from 'vitepress';

/**
 * Back and Forward between two states of one page change only what stands behind `#`, which the playground reads. VitePress
 * would load the page once more, and its elements would begin anew.
 */
export function keepSamePage(router: Router): void {
  router.onBeforePageLoad = (to) => {
    const { component, path } = router.route;
    const { pathname } = new URL(to, location.href);
    return component === null || pathname !== path;
  };
}
