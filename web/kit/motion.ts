import type { OperationName } from '../engine/types.js';

/** Whether the user prefers reduced motion. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const EASE = 'cubic-bezier(0.2, 0.7, 0.3, 1)';

/** Animates a step when it is entered: operands slide together, a mask falls, then the result settles. */
export function slideIn(root: ParentNode, op: OperationName): void {
  const inputs = [...root.querySelectorAll<HTMLElement>('.input')];
  const output = root.querySelector<HTMLElement>('.output');
  if (isStill()) {
    if (output) outlineOnce(output);
    return;
  }
  inputs.forEach((input, i) => {
    const falls = op === 'mask' && i > 0;
    const from = falls ? 'translateY(-28px)' : `translateX(${i === 0 ? -20 : 20}px)`;
    input.animate(
      [
        { transform: from, opacity: 0.25 },
        { transform: 'none', opacity: 1 },
      ],
      {
        duration: falls ? 360 : 240,
        easing: EASE,
      },
    );
  });
  output?.animate(
    [
      { transform: 'translateX(-14px)', opacity: 0.15 },
      { transform: 'none', opacity: 1 },
    ],
    {
      duration: 240,
      delay: inputs.length ? 110 : 0,
      fill: 'backwards',
      easing: EASE,
    },
  );
}

/** Without motion, a changed element is outlined for a moment. */
export function outlineOnce(element: HTMLElement): void {
  element.classList.add('outlined');
  setTimeout(() => element.classList.remove('outlined'), 900);
}
