// The parts of a program: consecutive steps of the same place, with a title.

import type { StepScope } from '../types/index.js';

const parts: Readonly<Record<NonNullable<StepScope['part']>, string>> = {
  words: 'words to vectors',
  self_attention: 'self-attention',
  cross_attention: 'cross-attention',
  feed_forward: 'feed-forward network',
  choice: 'the choice of the next token',
  scaled: 'divided by the square root of d_k',
};

/** The place of a step in words: `Encoder, layer 1, self-attention`. */
export function titleOf({ stack, layer, part, sentence, tile, head, worker }: StepScope): string {
  const words = [
    ...(stack ? [stack] : []),
    ...(layer === undefined ? [] : [`layer ${layer + 1}`]),
    ...(part ? [parts[part]] : []),
    ...(part === 'words' && !stack && sentence === 'source' ? ['of the source'] : []),
    ...(worker === undefined ? [] : [`worker ${worker + 1}`]),
    ...(head === undefined ? [] : [`head ${head + 1}`]),
    ...(tile ? [`tile ${tile.map((place = 0) => place + 1).join(', ')}`] : []),
  ];
  const title = words.join(', ') || 'steps';
  return title.charAt(0).toUpperCase() + title.slice(1);
}

export interface Group<Item> {
  title: string;
  items: Item[];
}

/** Splits a list where the title changes. */
export function grouped<Item>(
  items: readonly Item[],
  title: (item: Item) => string,
): Group<Item>[] {
  const groups: Group<Item>[] = [];
  for (const item of items) {
    const own = title(item);
    const last = groups.at(-1);
    if (last?.title === own) last.items.push(item);
    else groups.push({ title: own, items: [item] });
  }
  return groups;
}
