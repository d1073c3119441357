// Fetches the site for a time without a network, when the page has what it needs itself.

/** Milliseconds after the scripts of a page, in which it fetches its model and its texts. */
const LATER = 4000;

/** A word in the browser's storage: somebody does not want the site to be kept. */
export const UNWANTED = 'attention-playground-not-offline';

interface Line extends Navigator {
  connection?: { saveData: boolean };
}

/** Not for whoever saves data, and not in a page of somebody else. */
export const wanted = (): boolean =>
  !(navigator as Line).connection?.saveData && !localStorage[UNWANTED] && top === self;

export async function fetchAll(base: string): Promise<void> {
  const registration = await navigator.serviceWorker.register(`${base}sw.js`);
  const tell = () => void import('./notice').then((all) => all.notice(registration, base));
  registration.onupdatefound = tell;
  if (registration.installing ?? registration.waiting) tell();
}

/** A browser that keeps nothing goes without. */
export const keepForOffline = (base: string) =>
  setTimeout(async () => {
    try {
      if (wanted()) await fetchAll(base);
    } catch {}
  }, LATER);
