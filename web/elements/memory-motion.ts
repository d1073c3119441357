import { isStill, outlineOnce } from './stage-motion.js';

/** Each copied number flies once from where it lay to its new place. */
export function flyCopies(root: ParentNode): void {
  const after = root.querySelector<HTMLElement>('#after .cells');
  const before = root.querySelector<HTMLElement>('#before');
  const overview = before?.querySelector<HTMLElement>('.overview');
  if (!after || !before || !overview) return;
  if (isStill()) {
    outlineOnce(after);
    return;
  }
  const total = overview.querySelector('canvas');
  const whole = overview.getBoundingClientRect();
  const length = (total?.width ?? 1) * (total?.height ?? 1);
  [...after.children].forEach((slot, i) => {
    const from = (slot as HTMLElement).dataset['from'];
    const box = slot.getBoundingClientRect();
    const seen = before.querySelector(`.slot[data-at="${from}"]`)?.getBoundingClientRect();
    const x = seen ? seen.left : whole.left + (whole.width * Number(from)) / length;
    const y = seen ? seen.top : whole.top;
    slot.animate(
      [
        { transform: `translate(${x - box.left}px, ${y - box.top}px)`, opacity: seen ? 1 : 0.3 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 320, delay: Math.min(i * 8, 80), fill: 'backwards', easing: 'ease-in-out' },
    );
  });
}
