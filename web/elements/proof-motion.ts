import { isStill, outlineOnce } from './stage-motion.js';

/** Products run together into the sum, and the sum lands: once, when a cell is kept. */
export function collapse(root: ParentNode): void {
  const value = root.querySelector<HTMLElement>('.value');
  if (isStill()) {
    if (value) outlineOnce(value);
    return;
  }
  const products = [...root.querySelectorAll<HTMLElement>('.product')];
  const sums = [...root.querySelectorAll<HTMLElement>('.sum')];
  const seen = Math.min(products.length, 24); // more than are in sight at once
  for (let i = 0; i < seen; i += 1) {
    const delay = (i * 180) / seen;
    products[i]?.animate(
      [
        { transform: 'translateX(-10px)', opacity: 0.2 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: 160,
        delay,
        fill: 'backwards',
      },
    );
    sums[i]?.animate(
      [
        { transform: 'translateY(-12px)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: 160,
        delay: delay + 40,
        fill: 'backwards',
      },
    );
  }
  value?.animate(
    [
      { transform: 'translateY(14px)', opacity: 0.2 },
      { transform: 'none', opacity: 1 },
    ],
    {
      duration: 220,
      delay: seen > 0 ? 140 : 0,
      fill: 'backwards',
      easing: 'ease-out',
    },
  );
}
