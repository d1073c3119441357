// Numbers of the user's own in place of drawn or trained ones: which leaves may hold them, where the state keeps them, and
// what the engine is told. Word vectors are the settings `x` and `memoryX`, all else is in `given`.

import type { Explanation, Step, Tensor } from '../engine/types/index.js';
import { longest } from '../text/index.js';
import type { CellRef } from '../trace/cells.js';
import { rowMajor } from '../trace/layout.js';
import type { Origin } from '../trace/view.js';
import type { Tokens } from '../trace/word-labels.js';
import type { Parameters } from './descent.js';
import { choosesKept } from './settings/engine-options.js';
import { CUSTOM_MASK, DROPOUT_MASK, LABELS, type Given } from './settings/given-type.js';
import { hasMask } from './settings/masks.js';
import { isTransformer, type Patch, type PlaygroundState } from './state.js';

type Sentences = readonly (readonly string[])[];

/** What is read of a trace to make its numbers the user's own. */
interface Shown {
  readonly state: Readonly<PlaygroundState>;
  step(path: string): Step | undefined;
  tensor(path: string): Tensor;
  explain(cell: CellRef): Explanation | undefined;
}

/** The masks that a person fills: whether a state has one, and the number that hides or drops nothing. */
const MASKS = {
  [CUSTOM_MASK]: {
    isThere: (state: PlaygroundState) => !isTransformer(state) && hasMask(state, 'custom'),
    open: 0,
  },
  [DROPOUT_MASK]: { isThere: choosesKept, open: 1 },
};

const isMask = (path: string): path is keyof typeof MASKS => Object.hasOwn(MASKS, path);

/** The engine's parameters. */
export function givenParameters({ given }: Pick<PlaygroundState, 'given'>): Parameters {
  const parameters = given.filter(({ path }) => !isMask(path) && path !== LABELS);
  return Object.fromEntries(parameters.map((one) => [one.path, tensorOf(one)]));
}

/** The mask of a state, as given or with nothing hidden or dropped: what is, are edits; undefined if it has none. */
export function filledMask(
  state: PlaygroundState,
  path: keyof typeof MASKS,
  shape: readonly number[],
): Tensor | undefined {
  const { isThere, open } = MASKS[path];
  if (!isThere(state)) return undefined;
  const given = state.given.find((one) => one.path === path);
  if (given) return tensorOf(given);
  const count = shape.reduce((product, size) => product * size, 1);
  return { shape: [...shape], data: new Float32Array(count).fill(open) };
}

/** Given word vectors as the engine takes them, [B, T, D]. */
export function vectorsOf(rows: readonly number[][], sentences: Sentences): Tensor {
  const shape = [sentences.length, longest(sentences), rows[0]!.length];
  return { shape, data: Float32Array.from(rows.flat()) };
}

const tensorOf = ({ shape, values }: Given): Tensor => ({ shape, data: Float32Array.from(values) });

/** Whether a leaf is one whose numbers `given` can hold. */
export const holdsGiven = ({ source, path }: Step): boolean =>
  source === 'parameter' || isMask(path) || path === LABELS;

/** The setting that holds a step's numbers if they are the user's own; undefined if no option of the engine takes them. */
function holderOf(state: PlaygroundState, step: Step): 'x' | 'memoryX' | 'given' | undefined {
  if (holdsGiven(step)) return 'given';
  const isWord = step.scope.part === 'words' && (step.op === 'embedding' || step.op === 'given');
  if (isTransformer(state) || !isWord) return undefined;
  if (step.role === 'input') return 'x';
  return step.role === 'memory' ? 'memoryX' : undefined;
}

/** The matrix of all heads that a head's own part is cut from; of other steps themselves. */
function wholeOf(shown: Shown, part: Step): Step {
  const whole = part.op === 'split' ? shown.step(part.inputs[0]!) : undefined;
  return whole && holdsGiven(whole) ? whole : part;
}

/** Whether a step's numbers can become the user's own. */
export function canBeOwn(shown: Shown, step: Step): boolean {
  return holderOf(shown.state, wholeOf(shown, step)) !== undefined;
}

/**
 * Whose a leaf's numbers are, or those of a head's part of one, if they are neither drawn nor trained. A step downhill from
 * them leads to others.
 */
export function ownOrigin(shown: Shown, part: Step): Origin | undefined {
  const { state } = shown;
  const step = wholeOf(shown, part);
  const holder = holderOf(state, step);
  if (holder !== 'given') return holder && state[holder] ? 'vectors' : undefined;
  const { path, source } = step;
  const isLearned = source === 'parameter' && state.downhill.some(({ of }) => !of || of === path);
  return !isLearned && state.given.some((one) => one.path === path) ? 'own' : undefined;
}

/** The change that makes numbers of a step the user's own, in place of its edits; undefined if no option takes them. */
export function madeOwn(shown: Shown, step: Step, numbers: Tensor): Patch | undefined {
  const { state } = shown;
  const whole = wholeOf(shown, step);
  const holder = holderOf(state, whole);
  if (!holder) return undefined;
  const { shape, data } = whole === step ? numbers : withPart(shown, whole, step, numbers);
  const replaced = [whole.path, step.path];
  const edits = state.edits.filter(({ path }) => !replaced.includes(path));
  if (holder === 'given') {
    const own: Given = { path: whole.path, shape: [...shape], values: [...data] };
    const others = state.given.filter(({ path }) => path !== whole.path);
    return { edits, given: [...others, own] };
  }
  const width = shape.at(-1)!;
  const rows = Array.from({ length: data.length / width }, (_, row) => [
    ...data.subarray(row * width, (row + 1) * width),
  ]);
  return { edits, [holder]: rows };
}

/** A matrix with the part of it that a step shows replaced: a window, which begins where its first cell was read. */
function withPart(shown: Shown, whole: Step, part: Step, { shape, data }: Tensor): Tensor {
  const numbers = shown.tensor(whole.path).data.slice();
  const first = shown.explain({ path: part.path, index: shape.map(() => 0) });
  const start = first?.rule === 'copy' ? first.source.index : shape.map(() => 0);
  const [from, to] = [rowMajor(shape), rowMajor(whole.shape)];
  const placeOf = (at: number): number =>
    from.reduce((place, pitch, axis) => {
      const along = Math.floor(at / pitch) % shape[axis]!;
      return place + (start[axis]! + along) * to[axis]!;
    }, 0);
  for (const [at, value] of data.entries()) numbers[placeOf(at)] = value;
  return { shape: whole.shape, data: numbers };
}

/** How many tensors of a state's model are the user's own. */
export function ownCount({ given, x, memoryX, kind, model }: PlaygroundState): number {
  const second = memoryX && kind === 'cross' && model === 'attention';
  return given.length + (x ? 1 : 0) + (second ? 1 : 0);
}

/** The change that leaves none. */
export const noneOwn: Patch = { given: [], x: null, memoryX: null };

/** Word vectors that no longer fit: of another width, or for other sentences; these get vectors by seed. */
export function unfitVectors(
  before: PlaygroundState,
  patch: Patch,
  state: PlaygroundState,
  tokens: Tokens,
): Patch {
  if (isTransformer(state)) return state.x || state.memoryX ? { x: null, memoryX: null } : {};
  const isSame = before.sentences.length === state.sentences.length;
  const fits = (name: 'x' | 'memoryX', sentences: Sentences): boolean => {
    const rows = state[name]!;
    return (
      (isSame || name in patch) &&
      rows.length === sentences.length * longest(sentences) &&
      rows[0]!.length === state.dModel
    );
  };
  const unfit: Patch = {};
  if (state.x && !fits('x', tokens.sentences)) unfit.x = null;
  const reads = state.memoryX && state.kind === 'cross';
  if (reads && !fits('memoryX', tokens.memory)) unfit.memoryX = null;
  return unfit;
}

/**
 * Those of the given tensors that may stay: other parameters were not what they replaced, and a mask is for as many words. Whether the model has the other leaves, the engine tells.
 */
export function stillGiven(
  before: PlaygroundState,
  patch: Patch,
  state: PlaygroundState,
  tokens: Tokens,
): Given[] {
  const isCarried = !('given' in patch);
  if (isCarried && before.parameters !== state.parameters) return [];
  const keys = state.kind === 'cross' ? tokens.memory : tokens.sentences;
  const size = [longest(tokens.sentences), longest(keys)].join();
  return state.given.filter(
    ({ path, shape }) => !isMask(path) || (MASKS[path].isThere(state) && shape.join() === size),
  );
}
