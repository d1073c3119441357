// What of the site is on this device, in the page's language, and what can be done about it.

import { useData } from 'vitepress';
import { defineComponent, h, onMounted, onUnmounted, shallowRef } from 'vue';
import { version } from '../../../../package.json';
import { begin } from '../offline/begin';
import type { Asked, Told } from '../offline/messages';
import { fetchAll, UNWANTED, wanted } from '../offline/register';
import styles from './offline.css?inline';
import { pageStyles } from './page-styles';
import { useLanguage } from './use-language';

const texts = {
  en: {
    looking: 'Looking at what is on this device …',
    unsupported:
      'This window keeps nothing: that needs an address with https:// and a window that is not private.',
    soon: 'Fetching begins in a few seconds.',
    nothing: 'This site is not on this device.',
    failed: 'It could not be fetched. The next visit tries again.',
    fetching: ({ fetched, all }: Told) => `Being fetched: ${fetched} of ${all} files.`,
    ready: `Version ${version} is on this device, ready without a network.`,
    newer: `There is a newer version. You see version ${version} until you reload, or have closed all pages of this site.`,
    keep: 'Keep it on this device',
    reload: 'Reload with the newer version',
    remove: 'Remove it from this device',
  },
  zh: {
    looking: '正在查看这台设备上有什么……',
    unsupported: '这个窗口不能保存网站：地址须以 https:// 开头，并且不能是无痕窗口。',
    soon: '几秒后开始下载。',
    nothing: '这台设备上没有保存这个网站。',
    failed: '下载没有成功，下次访问时会再试。',
    fetching: ({ fetched, all }: Told) => `正在下载：${fetched} / ${all} 个文件。`,
    ready: `版本 ${version} 已在这台设备上，可以离线使用。`,
    newer: `有新版本。在您重新载入或关闭本站所有页面之前，看到的是版本 ${version}。`,
    keep: '保存到这台设备',
    reload: '重新载入新版本',
    remove: '从这台设备移除',
  },
};

type State =
  | { is: 'looking' | 'unsupported' | 'soon' | 'nothing' | 'failed' }
  | { is: 'fetching'; told: Told }
  | { is: 'ready' | 'newer'; registration: ServiceWorkerRegistration };

/** Milliseconds between two looks, and those in which a worker answers that is alive. */
const AGAIN = 700;
const PATIENCE = 3000;

/** How much of the site a worker has fetched. */
const askedOf = (worker: ServiceWorker): Promise<Told | undefined> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Told>) => resolve(data);
    worker.postMessage('count' satisfies Asked, [port2]);
    setTimeout(resolve, PATIENCE);
  });

/** `tried`: this page has asked for it, or seen it come. */
async function look(tried: boolean): Promise<State> {
  // A browser that keeps no cookies has the object, but throws when it is asked.
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (!registration) {
    if (registration === null || !navigator.serviceWorker) return { is: 'unsupported' };
    if (tried) return { is: 'failed' };
    return { is: wanted() ? 'soon' : 'nothing' };
  }
  const { active, waiting, installing } = registration;
  if (active && waiting) return { is: 'newer', registration };
  const worker = active ?? waiting ?? installing;
  const told = worker && (await askedOf(worker));
  if (!told) return { is: 'looking' };
  if (!active) return { is: 'fetching', told };
  return told.fetched < told.all ? { is: 'nothing' } : { is: 'ready', registration };
}

async function remove(registration: ServiceWorkerRegistration, base: string): Promise<void> {
  localStorage[UNWANTED] = 'true';
  await registration.unregister();
  // Other sites of the same host have caches, too; each name ends with the address of its own.
  const { href } = new URL(base, location.href);
  const own = (await caches.keys()).filter((name) => name.endsWith(href));
  await Promise.all(own.map((name) => caches.delete(name)));
}

export const OfflineStatus = defineComponent(() => {
  const language = useLanguage();
  const { site } = useData();
  const state = shallowRef<State>({ is: 'looking' });
  let tried = false;
  let next: ReturnType<typeof setTimeout> | undefined;
  let mounted = true;

  async function watch(): Promise<void> {
    const found = await look(tried).catch((): State => ({ is: 'unsupported' }));
    tried ||= found.is === 'fetching';
    state.value = found;
    if (mounted) next = setTimeout(() => void watch(), AGAIN);
  }
  onMounted(() => void watch());
  onUnmounted(() => {
    mounted = false;
    clearTimeout(next);
  });

  async function keep(): Promise<void> {
    localStorage.removeItem(UNWANTED);
    state.value = { is: 'soon' };
    await fetchAll(site.value.base).catch(() => {});
    tried = true;
  }

  const button = (words: string, onClick: () => unknown) =>
    h('button', { type: 'button', onClick }, words);

  return () => {
    const text = texts[language.value];
    const now = state.value;
    const base = site.value.base;
    return h('div', { class: 'offline-status' }, [
      pageStyles(styles),
      h(
        'p',
        {
          role: 'status',
          // A count is not read aloud each time that it grows.
          'aria-live': now.is === 'fetching' ? 'off' : 'polite',
          'data-state': now.is,
        },
        now.is === 'fetching' ? text.fetching(now.told) : text[now.is],
      ),
      now.is === 'fetching' &&
        h('progress', { max: now.told.all, value: now.told.fetched, 'aria-hidden': true }),
      now.is === 'newer' && button(text.reload, () => begin(now.registration)),
      (now.is === 'nothing' || now.is === 'failed') && button(text.keep, keep),
      (now.is === 'ready' || now.is === 'newer') &&
        button(text.remove, () => {
          tried = false;
          return remove(now.registration, base);
        }),
    ]);
  };
});
