import { fill } from '../../trace/names.js';
import type { PlaygroundStore } from '../store.js';
import type { Side } from '../words-read.js';

/** `Sentence 2`; in a Transformer with two stacks, the name of the stack that reads it. */
export function lineName(store: PlaygroundStore, side: Side, i: number): string {
  const words = store.t.ui;
  const second = side === 'memory';
  const several = store.submitted.sentences.length > 1;
  if (store.submitted.model === 'encoder-decoder') {
    const name = second ? words.source : words.target;
    return several ? `${name} ${i + 1}` : name;
  }
  if (several) return fill(second ? words.memoryN : words.sentenceN, { n: i + 1 });
  return second ? words.memory : words.sentence;
}

/** The same where there is little room. */
export function shortLineName(store: PlaygroundStore, side: Side, i: number): string {
  const { source, target, first, second } = store.t.ui.short;
  const [own, other] =
    store.submitted.model === 'encoder-decoder' ? [target, source] : [first, second];
  const name = side === 'memory' ? other : own;
  return store.submitted.sentences.length > 1 ? `${name} ${i + 1}` : name;
}
