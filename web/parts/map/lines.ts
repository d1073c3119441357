import { html, nothing, svg, type TemplateResult } from 'lit';
import type { MapFrame } from '../../figures/map/layout.js';
import type { MapLine, MapPicture, Rect } from '../../figures/map/routes.js';
import { textSizes } from '../../styles/sizes.js';
import { fill } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';

/** The picture's unit is the size of the text beside it. */
const LABEL = textSizes.xs / textSizes.s;

/** The frame around a stack, a layer or an opened block. */
export function renderFrame(
  store: TraceStore,
  frame: MapFrame,
  { place }: MapPicture,
): TemplateResult {
  const { layer } = frame;
  const rect = place(frame);
  // There may be lines left of the boxes.
  const inset = place({ ...frame, kind: 'block' }).x - rect.x + 0.6;
  const text = layer === undefined ? '' : fill(store.t.map.layer, { n: layer + 1 });
  return html`<div class="frame ${frame.kind}" aria-hidden="true" .style=${boxStyle(rect)}>
    ${text ? html`<span class="layer-name" .style="inset-inline-start:${inset}em">${text}</span>` : nothing}
  </div>`;
}

/**
 * A line with its head and the shape of its tensor; lines of the current step are highlighted. Of a gradient, those of the
 * way that it came: their heads point back.
 */
export function renderLine(
  line: MapLine,
  here: string,
  way: ReadonlySet<string> | undefined,
): TemplateResult {
  const { x, y, towards } = line.head;
  const isBack = way !== undefined && way.has(line.from) && way.has(line.to);
  const turn = { up: 0, right: 90, left: -90 }[towards];
  const { label } = line;
  const at = `translate(${label.x} ${label.y})${label.turned ? ' rotate(-90)' : ''}`;
  const touches = line.to === here || line.from === here;
  const lit = isBack || (!way && touches) ? 'lit' : '';
  const head = isBack ? 'M-.26 0L0 .5L.26 0Z' : 'M-.26 .5L0 0L.26 .5Z';
  return svg`<g class="line role-${isBack ? 'gradient' : line.role} ${lit}">
    <path d=${line.path}></path>
    <path class="head" d=${head} transform="translate(${x} ${y}) rotate(${turn})"></path>
    <text transform=${at} dy=".35em" font-size=${LABEL}>${label.text}</text>
  </g>` as TemplateResult;
}

/** A rectangle as a style. */
export function boxStyle({ x, y, width, height }: Rect): string {
  return `inset:${y}em auto auto ${x}em;inline-size:${width}em;block-size:${height}em`;
}
