import { isStill } from '../../kit/element/motion.js';

const EASE = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

/** Animates the partial products into their sum, once, when the heads are distributed again. */
export function gather(root: ParentNode): void {
  if (isStill()) return;
  const come = (element: Element, from: string, delay: number): void => {
    element.animate(
      [
        { transform: from, opacity: 0.15 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 260, delay, fill: 'backwards', easing: EASE },
    );
  };
  root.querySelectorAll('.partial').forEach((part, i) => come(part, 'translateY(-12px)', i * 30));
  root.querySelectorAll('.sum').forEach((sum) => come(sum, 'translateY(-16px)', 140));
}
