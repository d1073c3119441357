import { html, nothing, svg, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import type { MapFrame } from '../../figures/map/layout.js';
import type { MapLine, MapPicture, Rect } from '../../figures/map/routes.js';
import { textSizes } from '../../styles/sizes.js';
import { fill } from '../../trace/names.js';
import type { TraceStore } from '../../trace/store.js';
import { words } from './texts/index.js';

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
  const text = layer === undefined ? '' : fill(words[store.state.lang].layer, { n: layer + 1 });
  return html`<div class="frame ${frame.kind}" aria-hidden="true" style=${boxStyle(rect)}>
    ${text ? html`<span class="layer-name" style=${styleMap({ insetInlineStart: `${inset}em` })}>${text}</span>` : nothing}
  </div>`;
}

/** A line with its head and the shape of its tensor; lines of the current step are highlighted. */
export function renderLine(line: MapLine, here: string): TemplateResult {
  const { x, y, towards } = line.head;
  const turn = { up: 0, right: 90, left: -90 }[towards];
  const { label } = line;
  const at = `translate(${label.x} ${label.y})${label.turned ? ' rotate(-90)' : ''}`;
  const lit = line.to === here || line.from === here ? 'lit' : '';
  return svg`<g class="line role-${line.role} ${lit}">
    <path d=${line.path}></path>
    <path class="head" d="M-.26 .5L0 0L.26 .5Z" transform="translate(${x} ${y}) rotate(${turn})"></path>
    <text transform=${at} dy=".35em" font-size=${LABEL}>${label.text}</text>
  </g>` as TemplateResult;
}

/** A rectangle as a style. */
export function boxStyle({ x, y, width, height }: Rect): ReturnType<typeof styleMap> {
  return styleMap({
    insetInlineStart: `${x}em`,
    insetBlockStart: `${y}em`,
    inlineSize: `${width}em`,
    blockSize: `${height}em`,
  });
}
