import { untilDone } from '../../../kit/until-done';

/** One page may ask while another one waits for them; where they did not come, the next page asks again. */
const fetchOnce = untilDone(async () => {
  const said = document.querySelector<HTMLMetaElement>('meta[name="prose-styles"]');
  // A page that was opened as one of prose has linked them.
  if (said) await linked(said.content);
});

/**
 * Resolves when the page has the styles of prose and of the search: a sheet of its own (see ../unused-styles.ts), which pages
 * of prose link and the others name. The development server has all styles in one. Resolves even if there are none: a page without its styles
 * can be read, one that never comes cannot.
 */
export async function lateStyles(): Promise<void> {
  if (import.meta.env.SSR || import.meta.env.DEV) return;
  await fetchOnce().catch(() => undefined);
}

/** Rejects if they cannot be had; then nothing of it is left. */
const linked = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    const failed = (): void => {
      link.remove();
      reject(new Error(href));
    };
    Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: failed });
    document.head.append(link);
  });
