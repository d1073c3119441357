import { only, type Type } from './types.js';

/** `a`, `b`, `a b`: every text of one or more of these words, in their order. */
type Spelled<Words extends readonly string[]> = Words extends readonly [
  infer First extends string,
  ...infer Others extends readonly string[],
]
  ? First | `${First} ${Spelled<Others>}` | Spelled<Others>
  : never;

/** Words of which any may be chosen together. The value is one text of them, as it is written in an attribute. */
export interface WordSetType<Word extends string, Value extends string> extends Type<Value> {
  members: readonly Word[];
  /** The words that a value stands for. */
  of(value: Value): readonly Word[];
  /** The one spelling of a choice: its own name, or its words in their order with spaces between. */
  spell(chosen: readonly Word[]): Value;
}

/**
 * `named` are choices with a name of their own, such as `none`. Read are words and names in any order; written is the one
 * spelling, so that whoever compares texts finds it again.
 */
export function wordSet<
  const Words extends readonly string[],
  const Named extends Readonly<Record<string, readonly Words[number][]>>,
>(
  members: Words,
  named: Named,
): WordSetType<Words[number], Spelled<Words> | Extract<keyof Named, string>> {
  type Word = Words[number];
  type Value = Spelled<Words> | Extract<keyof Named, string>;
  const spellings = new Map(Object.entries(named).map(([name, words]) => [words.join(' '), name]));
  /** Undefined if it is neither a word nor a name. */
  const wordsOf = (text: string): readonly Word[] | undefined => {
    if (Object.hasOwn(named, text)) return named[text];
    return members.includes(text) ? [text] : undefined;
  };
  const spell = (chosen: readonly Word[]): Value => {
    const text = members.filter((word) => chosen.includes(word)).join(' ');
    return (spellings.get(text) ?? text) as Value;
  };
  const parts = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  return {
    members,
    of: (value) => parts(value).flatMap((text) => wordsOf(text) ?? []),
    spell,
    write: (value) => [value],
    read: only,
    clean(value) {
      if (typeof value !== 'string') return undefined;
      const found = parts(value).map(wordsOf);
      const known = found.filter((words) => words !== undefined);
      if (known.length === 0) return undefined;
      return { value: spell(known.flat()), same: known.length === found.length };
    },
  };
}
