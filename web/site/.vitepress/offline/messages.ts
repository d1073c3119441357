/** What a page says to the service worker: to tell how much it has fetched, or to begin although the version before is shown. */
export type Asked = 'count' | 'begin';

/** What it answers to `count`, in files. */
export interface Told {
  fetched: number;
  all: number;
}
