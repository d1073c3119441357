import type { Asked } from './messages';

/** Shows the newer version: it begins, and this page is loaded again from it. Other pages go on with their own. */
export function begin({ waiting }: ServiceWorkerRegistration): void {
  const reload = () => location.reload();
  // Another page may have begun it before.
  if (!waiting) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('begin' satisfies Asked);
}
