import { isStill, outlineOnce } from '../../kit/element/motion.js';

const SHOWN = 24; // more terms than are ever in sight
const SPREAD = 180; // milliseconds from the first term to the last

/** Animates products moving into their sum, once, when a cell is kept. */
export function collapse(root: ParentNode): void {
  const value = root.querySelector<HTMLElement>('.value');
  if (isStill()) {
    if (value) outlineOnce(value);
    return;
  }
  const products = [...root.querySelectorAll('.product')].slice(0, SHOWN);
  const sums = root.querySelectorAll('.sum');
  products.forEach((product, i) => {
    const delay = (i * SPREAD) / products.length;
    arrive(product, 'translateX(-10px)', 160, delay);
    arrive(sums[i], 'translateY(-12px)', 160, delay + 40);
  });
  arrive(value, 'translateY(14px)', 220, products.length > 0 ? 140 : 0);
}

function arrive(
  element: Element | null | undefined,
  from: string,
  duration: number,
  delay: number,
): void {
  const frames = [
    { transform: from, opacity: 0.15 },
    { transform: 'none', opacity: 1 },
  ];
  element?.animate(frames, { duration, delay, fill: 'backwards', easing: 'ease-out' });
}
