import type { Act } from '../fields/act.js';

/**
 * Calls back once when an element is about to be visible: immediately if `eager`, within one screen of it if `auto`,
 * in sight if `lazy`. Returns a function that cancels this.
 */
export function whenNear(
  element: Element,
  loading: 'auto' | 'lazy' | 'eager',
  act: () => Act,
): () => void {
  if (loading === 'eager') {
    void act(); // It says itself what goes wrong: see `Act`.
    return () => undefined;
  }
  const rootMargin = loading === 'lazy' ? '0px' : '100%';
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void act(); // The same.
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
