// The service worker: on the first visit it fetches all of the site; from then on pages come from what it keeps, with a network or
// without.

import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute, setCatchHandler, setDefaultHandler } from 'workbox-routing';
import type { Asked, Told } from './messages';

/** What is used of the global scope: TypeScript's own types of it and those of a page exclude each other. */
interface WorkerScope {
  readonly __WB_MANIFEST: PrecacheEntry[];
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<readonly unknown[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<Asked>) => void): void;
}
interface Lasting extends Event {
  waitUntil(all: Promise<unknown>): void;
}
declare const self: WorkerScope;

const files = self.__WB_MANIFEST;

const listOf = (some: PrecacheEntry[]) => {
  const controller = new PrecacheController();
  controller.addToCacheList(some);
  return controller;
};
const kept = listOf(files);

/** Files at a time. Workbox fetches one after the other: most are small, so that a visit would pass in waiting for answers. */
const LANES = 4;

function fetchAll(event: Lasting): void {
  for (let lane = 0; lane < LANES; lane++)
    void listOf(files.filter((_, i) => i % LANES === lane)).install(event as never);
}

/** What is not among these files, such as a page for a disk: it is kept once somebody has opened it. */
const opened = `opened ${new URL('.', location.href)}`;

async function begin(event: Lasting): Promise<void> {
  // A page that goes on showing the version before still asks for its files: they are left until a later version begins.
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length < 2) await Promise.all([kept.activate(event as never), caches.delete(opened)]);
  // The first visit's page, too, goes on without a network.
  await self.clients.claim();
}

/** How much of it is here: files of before that have not changed are not fetched again. */
async function count(): Promise<Told> {
  const cache = await caches.open(kept.strategy.cacheName);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const keys = [...kept.getURLsToCacheKeys().values()];
  return { fetched: keys.filter((key) => there.has(key)).length, all: keys.length };
}

self.addEventListener('install', fetchAll);
self.addEventListener('activate', (event) => event.waitUntil(begin(event)));
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'begin') void self.skipWaiting();
  else void count().then((told) => ports[0]?.postMessage(told));
});

// Pages are known without .html and whatever follows `?`.
registerRoute(new PrecacheRoute(kept, { cleanURLs: true, ignoreURLParametersMatching: [/./] }));

setDefaultHandler(async ({ request, url, event }) => {
  if (url.origin !== location.origin) return fetch(request);
  // A name in assets has one content for ever: here are those of the version before.
  const before = url.pathname.includes('/assets/') && (await caches.match(request));
  if (before) return before;
  try {
    const response = await fetch(request);
    if (response.status === 200) {
      const copy = response.clone();
      event.waitUntil(caches.open(opened).then((cache) => cache.put(request, copy)));
    }
    return response;
  } catch (error) {
    const copy = await caches.match(request, { cacheName: opened, ignoreSearch: true });
    if (copy) return copy;
    throw error;
  }
});

// Without a network: the page for what is not there, as a host gives it.
setCatchHandler(async ({ request }) => {
  const page = request.mode === 'navigate' && (await kept.matchPrecache('404.html'));
  if (!page) return Response.error();
  return new Response(page.body, { status: 404, headers: page.headers });
});
