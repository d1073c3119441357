/** What a canvas's own size is to its size on the screen, if that is only rounding. */
const ROUNDING = 0.02;
/** How far the scale of a page is followed: more pixels cost memory, and no projector shows them. */
const MOST = 4;

/**
 * Pixels of a canvas for each CSS pixel that it is wide: as many as the screen has there, also where the page around it is
 * scaled by `transform`, as slides are. Where it is scaled down, the browser does that: it may be scaled up again at any time.
 */
export function screenScale(canvas: HTMLElement): number {
  const { offsetWidth } = canvas;
  const scaled = offsetWidth > 0 ? canvas.getBoundingClientRect().width / offsetWidth : 1;
  return (devicePixelRatio || 1) * (scaled > 1 + ROUNDING ? Math.min(scaled, MOST) : 1);
}
