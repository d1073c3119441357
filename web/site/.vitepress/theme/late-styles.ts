import { untilDone } from '../../../kit/until-done';

const href = `${import.meta.env.BASE_URL}prose.css`;

/** One page may ask while another one waits for them; where they did not come, the next page asks again. */
const fetchOnce = untilDone(async () => {
  if (document.querySelector(`link[rel~="stylesheet"][href="${href}"]`)) return;
  await linked();
});

/**
 * Resolves when the page has the styles of prose and of the search: a sheet of its own (see ../unused-styles.ts), which pages
 * of prose link. The development server has all styles in one. Resolves even if there are none: a page without its styles
 * can be read, one that never comes cannot.
 */
export async function lateStyles(): Promise<void> {
  if (import.meta.env.SSR || import.meta.env.DEV) return;
  await fetchOnce().catch(() => undefined);
}

/** Rejects if they cannot be had; then nothing of it is left. */
const linked = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const failed = (): void => {
      link.remove();
      reject(new Error(href));
    };
    Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: failed });
    document.head.append(link);
  });
