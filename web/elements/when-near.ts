/**
 * Calls once when an element is about to be seen: at once when `eager`, within a screen of it when `auto`, in sight
 * when `lazy`. Returns how to call it off.
 */
export function whenNear(
  element: Element,
  loading: 'auto' | 'lazy' | 'eager',
  act: () => void,
): () => void {
  if (loading === 'eager') {
    act();
    return () => undefined;
  }
  const rootMargin = loading === 'lazy' ? '0px' : '100%';
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
