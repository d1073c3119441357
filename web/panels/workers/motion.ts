import { isStill } from '../../kit/element/motion.js';
import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import { axisNames } from '../../trace/axes.js';
import { countOf } from './worker-parts.js';
import type { View } from './view.js';

/** What the sum costs. */
export function renderSending(view: View): TemplateResult {
  return html`<section class="send">
    <h2>${view.t.sendTitle}</h2>
    <p>${sending(view)}</p>
  </section>`;
}

/** What has to be sent, read from the shape of the partial products. */
function sending({ t, store, holdings }: View): string {
  const step = store.step(holdings[0]!.partial);
  if (!step || holdings.length === 1) return t.sendOne;
  const names = axisNames(step).map((axis) => (axis ? store.t.axes[axis] : ''));
  const shape = `[${step.shape.map((size, i) => `${names[i]} ${size}`).join(', ')}]`;
  return fill(t.sendText, { shape, count: countOf(step.shape) });
}

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
