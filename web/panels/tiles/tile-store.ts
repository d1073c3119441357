import type {
  AttentionPlayground,
  FaultName,
  Step,
  Trace,
  TraceAttentionOptions,
} from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import type { Language } from '../../i18n/index.js';
import type { LearnedModels } from '../../parts/learned/models.js';
import { vocabulary } from '../../text/index.js';
import { axisNames } from '../../trace/axes.js';
import { wordLabels, type Labels } from '../../trace/word-labels.js';
import type { LayerOpening, LayerOptions } from '../layer-options.js';
import { PanelStore, type PanelTrace } from '../panel-store.js';
import { layerOf } from '../trained-layer.js';
import { steps as enSteps } from './texts/en-steps.js';
import { steps as zhSteps } from './texts/zh-steps.js';
import { texts as en } from './texts/en.js';
import { texts as zh } from './texts/zh.js';

/** The options of both ways to compute the layer; `tile` is used only by the tiled one. */
export interface TileOptions extends LayerOptions {
  /** [queries, keys] */
  tile: readonly [number, number];
  /** Of random parameters: a trained model has its own mask. */
  isCausal: boolean;
  /** Given word vectors instead of drawn ones, one row per token: they are queries, keys and values, and nothing is scaled. */
  x?: readonly (readonly number[])[];
  /** A common mistake that the tiles make on purpose. */
  fault?: FaultName;
}

const WORDS = { en, zh };

/** Narrow enough that the output of a head can be read at a glance. */
const WIDTH = 8;
const HEADS = 2;
const TILE = [2, 3] as const;

function randomLayer({ tokens, isCausal, seed, x }: TileOptions): TraceAttentionOptions {
  if (!x) return { tokens: [tokens], dModel: WIDTH, numHeads: HEADS, isCausal, seed };
  const [{ length: dModel } = []] = x;
  const bare = { projections: 'none', positions: 'none', scale: 1, numHeads: 1 } as const;
  return { ...bare, tokens: [tokens], x: [x], dModel, isCausal };
}

/** In a single tile of keys there is nothing to forget. */
function mistakeOf({ fault, tokens, tile }: TileOptions): Pick<TraceAttentionOptions, 'faults'> {
  return fault && tile[1] < tokens.length ? { faults: [{ fault }] } : {};
}

/** A small tile; a weight that is worth looking at is not in the first of its row, in which nothing is corrected. */
export function tileFor(cell: LayerOpening['cell']): TileOptions['tile'] {
  const [, , key = TILE[1]] = cell ?? [];
  return [TILE[0], Math.min(key, TILE[1])];
}

/** A tile that is no larger than the matrix of scores. */
export function tileWithin(
  [queries, keys]: TileOptions['tile'],
  { length }: readonly string[],
): TileOptions['tile'] {
  return [Math.min(queries, length), Math.min(keys, length)];
}

/** The words of a tile's rows and columns. */
function labelsOf({ tokens, tile }: TileOptions): Labels {
  const whole = wordLabels({ sentences: [tokens], memory: [] }, vocabulary([tokens]));
  return (step, axis, batch) => {
    const words = whole(step, axis, batch);
    const at = step.scope.tile;
    const name = axisNames(step)[axis];
    const size = step.shape[axis]!;
    if (!words || !at || (name !== 'query' && name !== 'key')) return words;
    const [number, most] = name === 'query' ? [at[0], tile[0]] : [at[1], tile[1]];
    // Tiles of the mask's rows still have all keys.
    if (number === undefined || size > most) return words;
    return words.slice(number * most, number * most + size);
  };
}

/** `Tile of queries 1–2 × keys 4–6`; for steps of a whole row only the queries. */
function partOf({ scope }: Step, { tokens, tile }: TileOptions, lang: Language): string {
  if (!scope.tile) return '';
  const t = WORDS[lang];
  const span = (number: number, size: number, [one, several]: [string, string]): string => {
    const from = number * size + 1;
    const to = Math.min(tokens.length, from + size - 1);
    return fill(from === to ? one : several, { from, to });
  };
  const [row, column] = scope.tile;
  const queries = span(row, tile[0], [t.partQuery, t.partQueries]);
  if (column === undefined) return fill(t.partRow, { queries });
  return fill(t.partTile, { queries, keys: span(column, tile[1], [t.partKey, t.partKeys]) });
}

/** A position in a tile is not a position in the sentence, so it is followed separately. */
function follows(step: Step, axis: number): string | undefined {
  if (!step.scope.tile) return undefined;
  return { query: 'tileQuery', key: 'tileKey' }[axisNames(step)[axis] as 'query' | 'key'];
}

function panelOf(
  make: (engine: AttentionPlayground, options: TileOptions) => Trace,
  first: PanelTrace<TileOptions>['first'],
): PanelTrace<TileOptions> {
  const steps = { en: enSteps, zh: zhSteps };
  return { make, tokens: labelsOf, first, steps, follows, part: partOf, seed: ({ seed }) => seed };
}

export function tiledStore(
  options: TileOptions,
  lang: Language,
  models: LearnedModels,
): PanelStore<TileOptions> {
  const make = (engine: AttentionPlayground, own: TileOptions): Trace =>
    engine.traceAttention({
      ...layerOf(engine, models, own, randomLayer(own)),
      ...mistakeOf(own),
      tile: own.tile,
    });
  const first = { step: 'tiles.0.1.running_sum', cell: [0, 0, 0, 0] };
  return new PanelStore(panelOf(make, first), options, lang);
}

/** The same layer with all scores at once. */
export function plainStore(
  options: TileOptions,
  lang: Language,
  models: LearnedModels,
): PanelStore<TileOptions> {
  const make = (engine: AttentionPlayground, own: TileOptions): Trace =>
    engine.traceAttention(layerOf(engine, models, own, randomLayer(own)));
  return new PanelStore(panelOf(make, { step: 'context' }), options, lang);
}
