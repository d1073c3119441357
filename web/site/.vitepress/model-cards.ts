// What is known of the trained models, in words: so that the page has texts alone, and the same ones as it was rendered with.

import type { Evaluation, TransformerOptions } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import type { Language } from '../../i18n/index.js';
import { filled } from '../../learned/claim.js';
import type { Facts } from '../../learned/facts.js';
import type { ShippedName } from '../../learned/names.js';
import type { ModelText } from '../../learned/texts/en.js';
import type { TaskChoice } from '../../panels/training/tasks.js';
import { hesitation, whole } from '../../panels/training/words.js';
import { blockTitle } from '../../trace/blocks.js';
import { barOf, kilobytes, lossText, share, words, type Bar, type Words } from './model-words';

export interface SeedResult {
  seed: number;
  updates: number;
  heldOut: Evaluation;
}

/** All that is read of a model. */
export interface ShippedModel {
  name: ShippedName;
  facts: Facts;
  options: TransformerOptions;
  /** Of the numbers in its file: F16. */
  precision: string;
  /** All that were tried for its task, trained to the end. */
  seeds: SeedResult[];
}

export interface Card extends ModelText {
  id: ShippedName;
  task: string;
  taskName: string;
  parameters: string;
  size: string;
  seed: string;
  updates: string;
  /** What it is judged by, and how right it is. */
  measure: string;
  result: string;
  /** The page that it opens on. */
  page: 'play' | 'transformer';
  /** Whether it has a decoder. */
  writes: boolean;
  facts: [name: string, value: string][];
  judgedOn: string;
  results: [name: string, value: string][];
  /** Where its heads look: what is looked at, by which head, in how many rows, and the mean weight there. */
  looks: { name: string; place: string; points: Bar; weight: string }[];
  /** The names of the shares that the rows of `without` have. */
  shares: string[];
  /** Whole at first, and without each of its heads, in the order of its layers. */
  without: { place: string; loss: string; shares: Bar[] }[];
  /** Models of the same training, by updates; empty of one that is seen at its end alone. */
  moments: { id: ShippedName; updates: string }[];
  /** Empty of a model that was stopped before the end. */
  seeds: { seed: string; result: Bar; look: string; isShipped: boolean }[];
}

export function cardsOf(models: readonly ShippedModel[], lang: Language): Card[] {
  return models.map((model) => cardOf(model, models, words[lang]));
}

function cardOf(model: ShippedModel, all: readonly ShippedModel[], w: Words): Card {
  const { name, facts, options } = model;
  const text = w.models[name];
  const measure = measureOf(facts);
  return {
    ...text,
    claim: filled(text.claim, facts, w.lang),
    id: name,
    task: facts.task,
    taskName: w.training.tasks[facts.task as TaskChoice].name,
    parameters: whole(w.lang, facts.parameters),
    size: kilobytes(w, facts.bytes),
    seed: whole(w.lang, facts.seed),
    updates: whole(w.lang, facts.updates),
    measure: measureName(measure, w),
    result: share(w, facts.heldOut[measure] ?? 0),
    page: options.architecture === 'encoder-only' ? 'play' : 'transformer',
    writes: options.architecture !== 'encoder-only',
    facts: factsOf(model, w),
    judgedOn: judgedOn(facts, w),
    results: resultsOf(model, w),
    looks: looksOf(model, w),
    shares: sharesOf(facts).map((one) => measureName(one, w)),
    without: withoutOf(model, w),
    moments: momentsOf(model, all, w),
    seeds: seedsOf(model, w),
  };
}

function momentsOf(
  { facts }: ShippedModel,
  all: readonly ShippedModel[],
  w: Words,
): Card['moments'] {
  const same = all.filter((other) => other.facts.task === facts.task);
  if (same.length === 1) return [];
  return same.map((other) => ({ id: other.name, updates: whole(w.lang, other.facts.updates) }));
}

function seedsOf({ facts, seeds }: ShippedModel, w: Words): Card['seeds'] {
  const measure = measureOf(facts);
  return seeds
    .filter(({ updates }) => updates === facts.updates)
    .map(({ seed, heldOut }) => ({
      seed: whole(w.lang, seed),
      result: barOf(w, heldOut[measure] ?? 0),
      look: bestLook(heldOut, w),
      isShipped: seed === facts.seed,
    }));
}

type Measure = 'judged' | 'sentences' | 'labels';

/** By what the seeds of a task are compared, as scripts/train/logs.mjs says. */
function measureOf({ task, heldOut }: Facts): Measure {
  if (heldOut.judged !== undefined) return 'judged';
  return task === 'ring' ? 'labels' : 'sentences';
}

/** As the page Train calls it. */
function measureName(measure: Measure, { training }: Words): string {
  return training.facts[measure === 'judged' ? 'rhymes' : measure];
}

/** The shares that tell something: a sentence with one answer is as right as that; verse may go on in many ways. */
function sharesOf({ heldOut }: Facts): ('labels' | 'sentences')[] {
  const hasSentences = heldOut.answers !== 1 && heldOut.judged === undefined;
  return hasSentences ? ['labels', 'sentences'] : ['labels'];
}

function factsOf({ facts, options, precision }: ShippedModel, w: Words): Card['facts'] {
  const { own, lang } = w;
  const { architecture = 'encoder-decoder', nhead = 4, dModel = 64 } = options;
  const { numEncoderLayers = 2, numDecoderLayers = 2 } = options;
  const layers = architecture === 'encoder-only' ? numEncoderLayers : numDecoderLayers;
  return [
    [own.kind, w.kinds[architecture]!],
    [own.layers, whole(lang, layers)],
    [own.heads, whole(lang, nhead)],
    ['d_model', whole(lang, dModel)],
    [own.parameters, whole(lang, facts.parameters)],
    [own.file, `${kilobytes(w, facts.bytes)}, ${precision}`],
    [own.seed, whole(lang, facts.seed)],
    [own.updates, whole(lang, facts.updates)],
  ];
}

function resultsOf({ facts, options }: ShippedModel, w: Words): Card['results'] {
  const { own, training } = w;
  const { heldOut } = facts;
  const shares: Measure[] = sharesOf(facts);
  if (heldOut.judged !== undefined) shares.push('judged');
  const unit = training.choices[options.pointer ? 'places' : 'tokens'];
  return [
    ...shares.map((one): [string, string] => [measureName(one, w), share(w, heldOut[one] ?? 0)]),
    [own.loss, lossText(heldOut.loss)],
    [training.facts.unsure, `${hesitation(heldOut.perplexity)} ${unit}`],
  ];
}

/** By what it is judged: of four pairs there are no others, and rhymes are those of its own texts. */
function judgedOn({ task, examples, heldOut }: Facts, { own, lang }: Words): string {
  const text = heldOut.judged !== undefined ? own.drawn : own.heldOut;
  return fill(task === 'four-pairs' ? own.learned : text, { n: whole(lang, examples) });
}

function looksOf(model: ShippedModel, w: Words): Card['looks'] {
  return model.facts.heldOut.heads.map((look) => ({
    name: w.training.looks[look.name as keyof Words['training']['looks']],
    place: placeOf(look, model, w),
    points: barOf(w, look.points),
    weight: look.weight.toFixed(2),
  }));
}

function withoutOf(model: ShippedModel, w: Words): Card['without'] {
  const { heldOut, without } = model.facts;
  const kinds = sharesOf(model.facts);
  const row = (place: string, result: Record<'loss' | 'labels' | 'sentences', number>) => ({
    place,
    loss: lossText(result.loss),
    shares: kinds.map((kind) => barOf(w, result[kind])),
  });
  return [row(w.own.whole, heldOut), ...without.map((head) => row(placeOf(head, model, w), head))];
}

/** An attention of a model and one of its heads, unless it has only one. */
function placeOf(
  { attention, head }: { attention: string; head: number | 'all' },
  { options }: ShippedModel,
  { training: t, ui }: Words,
): string {
  const { numEncoderLayers = 2, numDecoderLayers = 2, nhead } = options;
  const layers = { encoder: numEncoderLayers, decoder: numDecoderLayers };
  const places = (['encoder', 'decoder'] as const).flatMap((stack) =>
    Array.from({ length: layers[stack] }, (_, layer) => layer).flatMap((layer) =>
      (['self_attention', 'cross_attention'] as const).map((name) => ({
        path: `${stack}.${layer}.${name}`,
        text: blockTitle({ ui }, { stack, layer, name }),
      })),
    ),
  );
  const { text } = places.find(({ path }) => path === attention)!;
  if (nhead === 1) return text;
  return text + t.comma + (head === 'all' ? t.allHeads : fill(t.headN, { n: head + 1 }));
}

/** Where the best head of a seed looks, of the last look of its task. */
function bestLook({ heads }: Evaluation, w: Words): string {
  const last = heads.at(-1)?.name;
  const points = heads.filter(({ name }) => name === last).map((head) => head.points);
  return points.length > 0 ? barOf(w, Math.max(...points)).text : '';
}
