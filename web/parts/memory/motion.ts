import { isStill, outlineOnce } from '../../kit/element/motion.js';
import { boxWithin } from '../../kit/drawing/places.js';

/** Animates each copied number once from its old place to its new one. */
export function flyCopies(root: ParentNode): void {
  const after = root.querySelector<HTMLElement>('#after .cells');
  const before = root.querySelector<HTMLElement>('#before');
  const overview = before?.querySelector<HTMLElement>('.overview');
  if (!after || !before || !overview) return;
  if (isStill()) {
    outlineOnce(after);
    return;
  }
  const { width = 1, height = 1 } = overview.querySelector('canvas') ?? {};
  const whole = boxWithin(overview, after);
  [...after.children].forEach((slot, i) => {
    const from = Number((slot as HTMLElement).dataset['from']);
    const box = boxWithin(slot, after);
    const source = before.querySelector(`.slot[data-at="${from}"]`);
    const seen = source && boxWithin(source, after);
    const x = seen ? seen.left : whole.left + (whole.width * (from % width)) / width;
    const y = seen ? seen.top : whole.top + (whole.height * Math.floor(from / width)) / height;
    slot.animate(
      [
        { transform: `translate(${x - box.left}px, ${y - box.top}px)`, opacity: seen ? 1 : 0.3 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 320, delay: Math.min(i * 8, 80), fill: 'backwards', easing: 'ease-in-out' },
    );
  });
}
