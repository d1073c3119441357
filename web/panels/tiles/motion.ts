import { isStill } from '../../kit/element/motion.js';

const DURATION = 320;

const before = new WeakMap<ParentNode, { left: number; top: number }>();

/** Moves the current tile once from the place of the last one, when another moment is shown. */
export function slideTile(root: ParentNode): void {
  if (before.has(root)) return slide(root);
  // The first time nothing moves, and what was just drawn need not be laid out at once.
  requestAnimationFrame(() => slide(root));
}

function slide(root: ParentNode): void {
  const tile = root.querySelector<HTMLElement>('.lit');
  if (!tile) return void before.delete(root);
  const here = { left: tile.offsetLeft, top: tile.offsetTop };
  const from = before.get(root);
  before.set(root, here);
  if (!from || isStill() || (from.left === here.left && from.top === here.top)) return;
  const way = `translate(${from.left - here.left}px, ${from.top - here.top}px)`;
  tile.animate([{ transform: way }, { transform: 'none' }], {
    duration: DURATION,
    easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)',
  });
}
