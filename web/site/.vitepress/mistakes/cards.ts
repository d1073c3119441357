// The cards of the ten mistakes: the engine makes each on its example, and the right result beside it. No number is written
// here.

import type { Computed } from '../../../engine/types/computed.js';
import type { AttentionPlayground } from '../../../engine/types/index.js';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import { writeHash } from '../../../playground/address.js';
import { rightTrace, traced } from '../../../playground/make-trace.js';
import { tokensOf } from '../../../playground/words-read.js';
import { padded } from '../../../text/index.js';
import { rounded } from '../../../trace/numbers.js';
import { EXAMPLES, stateOf, type CardFault } from './examples';
import { cellsOf, matrixOf, sharedScale, sumsOf, type Cell, type Matrix } from './picture';
import { mistakeTexts } from './texts';

export interface Picture {
  cells: Cell[][];
  sums: [text: string, isOff: boolean][];
  /** Beside its rows; none if those of the other picture are the same. */
  rows: string[];
  /** Above its columns, at equal distances. */
  columns: string[];
  /** The row or the column that the text is about. */
  marked: { row?: number; column?: number };
  /** What is seen in it, in words. */
  alt: string;
}

export interface Mistake {
  fault: CardFault;
  title: string;
  text: string;
  /** Of the workbench, after `#`. */
  state: string;
  /** Whether its numbers can be negative, by the colours of their scale. */
  isSigned: boolean;
  wrong: Picture;
  right: Picture;
}

export type Mistakes = Record<Language, Mistake[]>;

const faults = Object.keys(EXAMPLES) as CardFault[];

export const mistakesOf = (engine: AttentionPlayground): Mistakes => ({
  en: faults.map((fault) => mistakeOf(engine, fault, 'en')),
  zh: faults.map((fault) => mistakeOf(engine, fault, 'zh')),
});

/** The matrices of both walks, and the place of the chosen cell in them. */
interface Pair {
  wrong: Matrix;
  right: Matrix;
  row: number;
  column: number;
}

function mistakeOf(engine: AttentionPlayground, fault: CardFault, lang: Language): Mistake {
  const example = EXAMPLES[fault];
  const { look, step } = example;
  const { cell } = example.in[lang];
  const state = stateOf(fault, lang);
  const config = { state, tokens: tokensOf(state), learned: undefined };
  const { trace } = traced(engine, config, {});
  const other = rightTrace(engine, config, {}, trace)!;
  const wrong = matrixOf(trace, step.wrong, cell);
  const right = matrixOf(other, step.right, cell);
  const [row, column] = cell.slice(-2) as [number, number];
  const words = padded(config.tokens.sentences, state.batch);
  const scale = sharedScale(wrong, right);
  const said = wordsOf(fault, lang, { wrong, right, row, column }, words);
  const picture = (matrix: Matrix, rows: string[]): Picture => ({
    cells: cellsOf(matrix, scale),
    sums: look === 'sums' ? sumsOf(matrix) : [],
    rows,
    columns: look === 'head' ? [said.head] : words,
    marked: look === 'row' ? { row } : look === 'column' ? { column } : {},
    alt: said.alt(matrix),
  });
  const card: Mistake = {
    fault,
    title: said.title,
    text: said.text,
    state: writeHash(state, { lang: false }),
    isSigned: scale.kind === 'diverging',
    // Rows that a view alone has cut are no words.
    wrong: picture(wrong, look === 'head' ? [] : words),
    right: picture(right, look === 'head' ? words : []),
  };
  trace.dispose();
  other.dispose();
  return card;
}

const number = (value: Computed): string =>
  Number.isInteger(value) ? String(value) : rounded(value, 2);

function wordsOf(fault: CardFault, lang: Language, pair: Pair, words: readonly string[]) {
  const example = EXAMPLES[fault];
  const { look, settings } = example;
  const { wrong, right, row, column } = pair;
  const t = mistakeTexts[lang];
  /** What tells one picture from the other. */
  const looked = ({ rows, sums }: Matrix): string[] => {
    const say = (value: Computed | null) => (value === null ? t.masked : number(value));
    if (look === 'sums') return sums.map((sum) => rounded(sum, 2));
    if (look === 'row') return rows[row]!.map(say);
    return look === 'column' ? rows.map((one) => say(one[column]!)) : rows.flat().map(say);
  };
  const { title, text } = t.mistakes[fault];
  const list = (all: string[]) => all.slice(0, -1).join(t.comma) + t.and + all.at(-1);
  const [, head = 0] = example.in[lang].cell;
  const names = {
    word: words[row]!,
    key: words[column]!,
    first: words[0]!,
    n: head + 1,
    heads: settings.heads ?? 0,
    // What a mask hides weighs nothing.
    wrong: number(wrong.rows[row]![column] ?? 0),
    right: number(right.rows[row]![column] ?? 0),
    cells: list(looked(wrong)),
  };
  return {
    title,
    text: fill(text, names),
    head: fill(t.head, names),
    alt: (matrix: Matrix) => fill(t.seen[look], { ...names, cells: looked(matrix).join(t.comma) }),
  };
}
