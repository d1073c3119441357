// One line at the edge of the page: the site is on this device, or a newer version of it is. Whoever does not see it finds the same in the
// guide. It is fetched only when there is something to wait for.

import { begin } from './begin';
import styles from './notice.css?inline';

const texts = {
  en: {
    page: 'guide/offline',
    ready: 'All of this site now works without a network.',
    more: 'How',
    newer: 'There is a newer version of this site.',
    reload: 'Reload',
    close: 'Close',
  },
  zh: {
    page: 'zh/guide/offline',
    ready: '整个网站现在可以离线使用。',
    more: '详情',
    newer: '网站有新版本。',
    reload: '重新载入',
    close: '关闭',
  },
};

/** Milliseconds for which good news stay. */
const LONG = 12_000;

let shown: HTMLElement | undefined;

function show(registration: ServiceWorkerRegistration, base: string, isNewer: boolean): void {
  // The page of the guide says it itself.
  if (document.querySelector('.offline-status')) return;
  const lang = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en';
  const text = texts[lang];
  const make = <K extends keyof HTMLElementTagNameMap>(name: K, words = '') =>
    Object.assign(document.createElement(name), { textContent: words });
  const line = make('div');
  line.className = 'offline-notice';
  line.lang = lang;
  line.setAttribute('role', 'status');
  const link = Object.assign(make('a', text.more), { href: base + text.page });
  const reload = Object.assign(make('button', text.reload), { onclick: () => begin(registration) });
  const close = Object.assign(make('button', '×'), { onclick: () => line.remove() });
  close.setAttribute('aria-label', text.close);
  shown?.remove();
  shown = line;
  document.body.append(line);
  // What is said is heard if it comes into a place that is there already.
  line.append(
    make('style', styles),
    make('span', isNewer ? text.newer : text.ready),
    isNewer ? reload : link,
    close,
  );
  if (!isNewer) setTimeout(() => line.remove(), LONG);
}

const seen = new WeakSet<ServiceWorker>();

/** Says it as soon as the worker that is being installed, or waits, is there. */
export function notice(registration: ServiceWorkerRegistration, base: string): void {
  const worker = registration.installing ?? registration.waiting;
  if (!worker || seen.has(worker)) return;
  seen.add(worker);
  const isNewer = !!registration.active;
  const look = () => {
    const wantedState = isNewer ? 'installed' : 'activated';
    if (worker.state === wantedState) show(registration, base, isNewer);
  };
  worker.addEventListener('statechange', look);
  look();
}
