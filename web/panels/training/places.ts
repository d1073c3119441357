import type { Step } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import type { Texts } from './texts/en.js';

/** Where an attention stands: "decoder, layer 1: cross-attention". */
export function blockText(t: Texts, { scope }: Step): string {
  const { stack = 'encoder', layer, part } = scope;
  // The output of a pointer is one of its heads.
  if (layer === undefined) return t.pointer;
  return fill(t.place, {
    stack: t.stacks[stack],
    layer: layer + 1,
    part: part === 'cross_attention' ? t.crossAttention : t.selfAttention,
  });
}
