import { repairedHash } from '../../../kit/input/hash';
import type { Router, SiteData } from 'vitepress';
import type { Ref } from 'vue';

/** Those of the languages: `/`, `/zh/`. */
const folders = ({ base, locales }: SiteData): string[] =>
  Object.keys(locales).map((key) => (key === 'root' ? base : `${base}${key}/`));

/**
 * Keeps the playground's state when a person switches language. The state is in the hash, written with
 * replaceState, and VitePress's language links only learn of a hash from `hashchange`: what they carry
 * is old. So the present hash is put in when such a link is followed.
 */
export function keepHashAcrossLanguages(router: Router, siteData: Ref<SiteData>): void {
  /** The language's folder and the page in it: /zh/guide/embed → ['/zh/', 'guide/embed']. */
  const split = (path: string): [string, string] => {
    const { base } = siteData.value;
    const sections = folders(siteData.value).filter((folder) => folder !== base);
    const section = sections.find((prefix) => path.startsWith(prefix)) ?? base;
    return [section, path.slice(section.length).replace(/(index)?(\.html)?$/, '')];
  };

  const before = router.onBeforeRouteChange;
  router.onBeforeRouteChange = (to) => {
    const target = new URL(to, location.href);
    const [fromSection, fromPage] = split(location.pathname);
    const [toSection, toPage] = split(target.pathname);
    const switches = fromSection !== toSection && fromPage === toPage;
    if (!switches || target.hash === location.hash) return before?.(to);
    // VitePress shows its own page if there is none at this address.
    void router.go(target.pathname + target.search + location.hash);
    return false;
  };
}

/** A state behind `#` of a first screen is one of the workbench, as such links were once written: see ../addresses.ts. */
export function leadStatesOn(router: Router, siteData: Ref<SiteData>): void {
  const workbench = (address: string): string | undefined => {
    const { pathname, hash } = new URL(address, location.href);
    const isFirst = folders(siteData.value).some(
      (folder) => pathname.replace(/index(\.html)?$/, '') === folder,
    );
    return isFirst && hash.includes('=')
      ? new URL(`play${hash}`, new URL(pathname, location.href)).href
      : undefined;
  };
  const before = router.onBeforeRouteChange;
  router.onBeforeRouteChange = (to) => {
    const other = workbench(to);
    if (!other) return before?.(to);
    void router.go(other.slice(location.origin.length));
    return false;
  };
  addEventListener('hashchange', () => {
    const other = workbench(location.href);
    if (other) location.replace(other);
  });
}

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

/**
 * Anybody can edit an address, and links from before have quotes. VitePress fails on a part behind `#` that is not well
 * encoded or has a quote in it, so such a part is written anew before VitePress sees it; the playground reads it and says
 * what it could not use.
 */
export function repairHash(): void {
  const hash = repairedHash(location.hash);
  if (hash !== undefined) history.replaceState(history.state, '', `#${hash}`);
}
