import { html, nothing, type TemplateResult } from 'lit';
import { PARAMETER } from '../../figures/map/drawing.js';
import type { MapItem } from '../../figures/map/layout.js';
import type { MapStack } from '../../figures/map/model.js';
import type { Rect } from '../../figures/map/routes.js';
import { notation } from '../../kit/formulas/tex.js';
import { blockTitle } from '../../trace/blocks.js';
import { blockLength, fill, stepTitle } from '../../trace/names.js';
import { spokenShape } from '../../trace/shapes.js';
import type { TraceStore } from '../../trace/store.js';
import { boxStyle } from './lines.js';

export interface ItemView {
  item: MapItem;
  rect: Rect;
  here: boolean;
  tab: boolean;
}

export function renderItem(store: TraceStore, { item, rect, here, tab }: ItemView): TemplateResult {
  const { step, open, type, within, plate, stack } = item;
  const name = nameOf(store, item);
  const classes = [
    'item',
    type,
    step ? `role-${step.role}` : '',
    within ? 'parameter' : '',
    plate ? 'plate' : '',
    rect.width < 7 ? 'narrow' : '',
  ];
  // A stack always shows a layer: it is opened to show all of them.
  return html`<div
    class=${classes.join(' ')}
    role="treeitem"
    data-key=${item.key}
    data-step=${step ? step.path : nothing}
    data-block=${item.block ? item.block.id : nothing}
    aria-level=${item.level}
    data-open=${open ?? nothing}
    aria-expanded=${stack ? true : (open ?? nothing)}
    aria-selected=${here}
    aria-current=${here ? 'step' : nothing}
    tabindex=${tab ? 0 : -1}
    title=${name}
    .style=${boxStyle(rect)}
  >
    <span class="only-read-aloud">${name}</span>
    ${step ? renderStep(store, item) : renderFolding(store, item)}
    ${item.parameters ? html`<i .style="flex:none;inline-size:${item.parameters * PARAMETER - 1}em"></i>` : nothing}
  </div>`;
}

function renderStep(store: TraceStore, { step }: MapItem): TemplateResult {
  return html`<span class="symbol" aria-hidden="true">${notation(step!.notation.symbol)}</span>
    <span class="name" aria-hidden="true">${stepTitle(store, step!)}</span>`;
}

function renderFolding(store: TraceStore, { block, stack, open }: MapItem): TemplateResult {
  const sign = html`<span class="sign" aria-hidden="true">${open ? '−' : '+'}</span>`;
  if (stack) return html`${stack.count > 1 ? sign : nothing}${renderStackName(store, stack)}`;
  return html`${sign}<span class="name" aria-hidden="true"
      >${store.t.ui.blocks[block!.name]}</span
    >`;
}

function renderStackName(
  store: TraceStore,
  { stack, count, open, shown }: MapStack,
): TemplateResult {
  const texts = store.t.map;
  const { ui } = store.t;
  const which = open || count < 2 ? '' : fill(texts.layer, { n: shown + 1 });
  return html`<b class="name" aria-hidden="true"
      >${fill(texts.times, { n: count, stack: ui.stacks[stack] })}</b
    >
    <span class="which" aria-hidden="true">${which}</span>`;
}

/** The name that screen readers and the tooltip give. */
function nameOf(store: TraceStore, { step, block, stack }: MapItem): string {
  const { comma } = store.t.proof;
  if (step) return `${stepTitle(store, step)}${comma}${spokenShape(store, step)}`;
  const { ui } = store.t;
  if (block) {
    return [blockTitle(store.t, block), blockLength(store, block)].filter(Boolean).join(comma);
  }
  const texts = store.t.map;
  const { count, open, shown } = stack!;
  const text = count === 1 ? texts.stackOne : open ? texts.stack : texts.shownLayer;
  return fill(text, { stack: ui.stacks[stack!.stack], n: count, shown: shown + 1 });
}
