import { wordSet } from './word-set.js';

/**
 * The masks of one attention layer, in the order in which they are added. `none` and `both` are what pages and links have
 * said since there were no other choices of several; pages that compare with them go on.
 */
export const MASKS = wordSet(['causal', 'padding', 'custom'], {
  none: [],
  both: ['causal', 'padding'],
});

export type Mask = (typeof MASKS.members)[number];
/** Any of them together, as a state spells it. */
export type MaskChoice = ReturnType<typeof MASKS.spell>;

export function hasMask({ mask }: { readonly mask: MaskChoice }, one: Mask): boolean {
  return MASKS.of(mask).includes(one);
}

/** The same masks, with or without one of them. */
export function withMask(mask: MaskChoice, one: Mask, on: boolean): MaskChoice {
  const others = MASKS.of(mask).filter((other) => other !== one);
  return MASKS.spell(on ? [...others, one] : others);
}
