const href = `${import.meta.env.BASE_URL}prose.css`;
let fetching: Promise<unknown> | undefined;

/**
 * Resolves when the page has the styles of prose and of the search: a sheet of its own (see ../unused-styles.ts), which pages
 * of prose link. The development server has all styles in one.
 */
export async function lateStyles(): Promise<void> {
  if (import.meta.env.SSR || import.meta.env.DEV) return;
  const isLinked = document.querySelector(`link[rel~="stylesheet"][href="${href}"]`);
  fetching ??= isLinked ? Promise.resolve() : link();
  await fetching;
}

/** Resolves even if there are none: a page without its styles can be read, one that never comes cannot. */
const link = (): Promise<unknown> =>
  new Promise((done) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href, onload: done, onerror: done });
    document.head.append(link);
  });
