import type { PropertyName } from '../attributes.js';
import type { PlaygroundStore } from '../store.js';

const TEXTS = [
  { property: 'sentence', setting: 'sentences', tokens: 'tokens' },
  { property: 'memory', setting: 'memory', tokens: 'memoryTokens' },
] as const;

/**
 * A figure alone is of the sentences that its author wrote, or of none: where what was given had to be shortened or left out,
 * the store is asked for it as it is, and says what is accepted.
 */
export function takeSentences(
  store: PlaygroundStore,
  given: Readonly<Partial<Record<PropertyName, unknown>>>,
  changed: ReadonlyMap<PropertyKey, unknown>,
): void {
  for (const { property, setting, tokens } of TEXTS) {
    const text = given[property];
    if (typeof text !== 'string' || !changed.has(property)) continue;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const texts = lines.length > 0 ? lines : [text];
    if (texts.join('\n') === store.state[setting].join('\n')) continue;
    store.update({ [setting]: texts, [tokens]: texts.map(() => null) });
  }
}
