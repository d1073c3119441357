import type { Computed } from '../engine/types/computed.js';
import type { Explanation, Step } from '../engine/types/index.js';
import { fill } from '../i18n/fill.js';
import { largestOf, rowNumber, rowOf } from './cells.js';
import { firstSentence } from '../i18n/step-text.js';
import { stepText } from './names.js';
import { told } from './numbers.js';
import type { TraceStore } from './store.js';
import type { Chapter, ChapterName } from './story.js';
import { joined } from './written.js';

/**
 * What a stop of the guided walk says of the sentence that is shown: one sentence, whose numbers are those of the followed
 * word, as the engine explains them. Where a step does something else than usual, what its kind says of all.
 */
export function narration(store: TraceStore, chapter: Chapter): string {
  const scene = new Scene(store, chapter.shown);
  return TELLERS[chapter.name](scene) ?? firstSentence(stepText(store, chapter.shown).text).first;
}

/** Milliseconds to find a sentence, and to read a letter of it, or a Chinese character. */
const FIND = 1500;
const LETTER = 55;
const CHARACTER = 160;

/** How long a person reads what a stop says, in milliseconds. */
export function timeToRead(store: TraceStore, chapter: Chapter): number {
  const text = narration(store, chapter);
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return FIND + characters * CHARACTER + (text.length - characters) * LETTER;
}

type Words = Record<string, string | number | Computed | undefined>;
type Says = keyof TraceStore['t']['story']['says'];

/** The followed cell of a step, in words and numbers. */
class Scene {
  constructor(
    readonly store: TraceStore,
    readonly step: Step,
  ) {}

  get index(): number[] {
    return this.store.placeIn(this.step);
  }

  get explanation(): Explanation | undefined {
    return this.store.explain({ path: this.step.path, index: this.index });
  }

  /** Its value, and which of the row's numbers it is, from 1. */
  get value(): Computed | undefined {
    return this.explanation?.value;
  }

  get c(): number {
    return (this.index.at(-1) ?? 0) + 1;
  }

  /** The word along an axis, from the last. */
  word(back: number): string | undefined {
    const axis = this.step.shape.length - back;
    const { batch } = this.store.state;
    return this.store.labels(this.step, axis, batch)?.[this.index[axis]!];
  }

  /** What a decoder writes in the followed row; '' or undefined for nothing. */
  get written(): string | undefined {
    const axis = this.step.shape.length - 2;
    return this.store.written(this.step, axis, this.store.state.batch)[this.index[axis]!];
  }

  /** What the row is called: its word, and what it writes. */
  get query(): string | undefined {
    const word = this.word(2);
    return word && joined(word, this.written);
  }

  of(path: string | undefined): Scene | undefined {
    const step = path === undefined ? undefined : this.store.step(path);
    return step && new Scene(this.store, step);
  }

  /** The followed row, along the last axis. */
  get row(): Computed[] {
    return Array.from(rowOf(this.store.tensor(this.step.path), this.index));
  }

  number(value: Computed): string {
    return told(value, this.store.state.decimals);
  }

  /** Undefined if one of the words is missing: then something else is said. */
  say(name: Says, words: Words): string | undefined {
    const values = Object.values(words);
    if (values.includes(undefined)) return undefined;
    return fill(this.store.t.story.says[name], words as Record<string, string>);
  }

  /** Said of a number of the followed word. */
  sayValue(name: Says, more: Words = {}): string | undefined {
    const { value, c } = this;
    if (value === undefined) return undefined;
    return this.say(name, { word: this.word(2), c, value: this.number(value), ...more });
  }
}

const TELLERS: Readonly<Record<ChapterName, (scene: Scene) => string | undefined>> = {
  words: (scene) =>
    scene.say('words', { n: scene.step.shape.at(-1), word: scene.word(1), id: scene.value }),

  vectors: (scene) => {
    const width = scene.step.shape.at(-1);
    const { explanation } = scene;
    if (explanation?.rule === 'elementwise' && explanation.operands.length === 2) {
      const [first, second] = explanation.operands.map(({ value }) => scene.number(value));
      return scene.sayValue('placed', { width, first, second });
    }
    return scene.sayValue(explanation?.rule === 'leaf' ? 'given' : 'looked', { width });
  },

  before: (scene) => scene.sayValue('before', { before: cameInAs(scene) }),

  projections: (scene) => {
    const { explanation } = scene;
    if (explanation?.rule !== 'dot' || scene.step.role !== 'query') return undefined;
    return scene.sayValue('projections', { n: explanation.products.length });
  },

  heads: (scene) => {
    const first = [...scene.index.slice(0, -1), 0];
    const explanation = scene.store.explain({ path: scene.step.path, index: first });
    return (
      explanation &&
      scene.say('heads', {
        width: scene.step.shape.at(-1),
        word: scene.word(2),
        head: scene.store.state.head + 1,
        value: scene.number(explanation.value),
      })
    );
  },

  scores: (scene) => {
    const { explanation } = scene;
    if (explanation?.rule !== 'dot') return undefined;
    const n = explanation.products.length;
    const pair = { query: scene.query, key: scene.word(1), n };
    const scaled = scene.of(scaledFrom(scene));
    const raw = scene.number(explanation.value);
    const value = scaled?.value;
    // Times 1 is nothing to be told.
    const isScaled = scaled !== undefined && scaled.step.attributes.factor !== 1;
    if (!isScaled || value === undefined) return scene.say('scores', { ...pair, value: raw });
    return sayScaled(scaled, n, { ...pair, raw, value: scene.number(value) });
  },

  mask: (scene) => {
    const { explanation, row } = scene;
    if (explanation?.rule !== 'elementwise') return undefined;
    const hidden = row.map((value) => value === -Infinity).filter(Boolean).length;
    const words = { query: scene.query, key: scene.word(1), n: row.length, hidden };
    if (explanation.value !== -Infinity) {
      return scene.say('open', { ...words, value: scene.number(explanation.value) });
    }
    return scene.say('shut', { ...words, score: scene.number(explanation.operands[0]!.value) });
  },

  weights: (scene) => {
    const { explanation } = scene;
    if (explanation?.rule !== 'softmax') return undefined;
    const { query, written } = scene;
    const pair = { query, key: scene.word(1) };
    if (explanation.fullyMasked) return scene.say('nothing', pair);
    const { operands, position, exponentials, maximum, sum } = explanation;
    const value = scene.number(explanation.value);
    return scene.say('weights', {
      gives: written
        ? scene.say('writes', { ...pair, value, query: scene.word(2), written })
        : scene.say('gives', { ...pair, value }),
      score: scene.number(operands[position]!.value),
      maximum: bracketed(scene.number(maximum)),
      power: scene.number(exponentials[position]!),
      sum: scene.number(sum),
    });
  },

  late_mask: (scene) => {
    const { sums } = scene.store.rows(scene.step.path);
    const at = rowNumber(scene.step.shape, scene.index);
    return scene.say('late_mask', { query: scene.query, value: scene.number(sums[at]!) });
  },

  mix: (scene) => {
    const { explanation } = scene;
    if (explanation?.rule !== 'dot') return undefined;
    const weights = scene.of(explanation.left[0]?.step);
    const keys = weights?.store.labels(
      weights.step,
      weights.step.shape.length - 1,
      scene.store.state.batch,
    );
    const { query } = scene;
    if (!keys || query === undefined) return undefined;
    const row = explanation.left.map(({ value }) => value);
    const first = largestOf(row);
    const largest = row.length > 1 ? [first, largestOf(row, first)] : [first];
    const parts = largest.map((at) => {
      const key = keys[explanation.left[at]!.index.at(-1)!]!;
      return fill(scene.store.t.story.says.part, { weight: scene.number(row[at]!), key });
    });
    return scene.sayValue('mix', { query, parts: parts.join(scene.store.t.proof.comma) });
  },

  one_head: (scene) => scene.sayValue('one_head'),

  output: (scene) => {
    const { explanation } = scene;
    return explanation?.rule === 'dot'
      ? scene.sayValue('output', { n: explanation.products.length })
      : scene.sayValue('joined');
  },

  after: (scene) => {
    const { explanation } = scene;
    if (explanation?.rule !== 'softmax')
      return scene.sayValue('after', { before: cameInAs(scene) });
    const { row } = scene;
    const largest = largestOf(row);
    const answers = scene.store.labels(
      scene.step,
      scene.step.shape.length - 1,
      scene.store.state.batch,
    );
    return scene.say('answer', {
      word: scene.word(2),
      answer: answers?.[largest],
      value: scene.number(row[largest]!),
    });
  },
};

/** The same number of the followed word as it stood when the words became vectors. */
function cameInAs(scene: Scene): string | undefined {
  const vectors = scene.store.story.find(({ name }) => name === 'vectors');
  const { sentence } = scene.step.scope;
  const own = vectors?.steps
    .filter((step) => !step.leaf && step.scope.sentence === sentence)
    .at(-1);
  const value = own && scene.of(own.path)?.value;
  return value === undefined ? undefined : scene.number(value);
}

/** The step that scales these scores. */
function scaledFrom({ store, step }: Scene): string | undefined {
  return store.walked.find(({ op, inputs }) => op === 'scale' && inputs[0] === step.path)?.path;
}

/** Scores are divided by √d_k, or else multiplied by a scale of the user's own. */
function sayScaled(scaled: Scene, width: number, words: Words): string | undefined {
  const { factor } = scaled.step.attributes;
  if (typeof factor !== 'number') return undefined;
  if (Math.abs(factor * factor * width - 1) > 1e-6) {
    return scaled.say('multiplied', { ...words, factor: scaled.number(factor) });
  }
  return scaled.say('scaled', { ...words, divisor: `√${width} = ${scaled.number(1 / factor)}` });
}

const bracketed = (number: string): string => (number.startsWith('−') ? `(${number})` : number);
