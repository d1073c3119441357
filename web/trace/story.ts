import type { Step } from '../engine/types/index.js';
import { axisNames } from './axes.js';
import { isWeights } from './operations.js';
import { scopeKey } from './scopes.js';
import { stopsOf } from './stops.js';

/** What each stop of a guided walk is about, in the order of the walk. Texts: `story.chapters` in web/i18n, by these names. */
export const CHAPTERS = [
  'words',
  'vectors',
  'before',
  'projections',
  'heads',
  'scores',
  'mask',
  'weights',
  'late_mask',
  'mix',
  'one_head',
  'output',
  'after',
] as const;
export type ChapterName = (typeof CHAPTERS)[number];

/** A stop of a guided walk: all steps of the forward pass that belong to it, and the one that it shows. */
export interface Chapter {
  name: ChapterName;
  /** Parameters are among them. */
  steps: readonly Step[];
  shown: Step;
}

/** An attention, the layers before it and those after it are at most so many stops, not counting those two. */
const MOST_STOPS = 8;

/** The attentions of a forward pass, by `scopeKey`. */
export function attentionsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.filter(isSoftmaxOfScores).map(scopeKey))];
}

/**
 * The walk through one attention as a story: what comes before it and after it is one stop each, and so is what is done to
 * queries, keys and values alike. Without that attention, such as in a trace of other steps, there is none.
 */
export function storyOf(steps: readonly Step[], attention: string, head: number): Chapter[] {
  const inside = steps.filter((step) => scopeKey(step) === attention);
  if (!inside.some(isSoftmaxOfScores)) return [];
  const told = new Map<ChapterName, Step[]>();
  const telling = new Teller(steps, inside);
  for (const step of steps) {
    if ((step.scope.head ?? head) !== head) continue;
    const name = telling.chapterOf(step);
    const own = told.get(name);
    if (own) own.push(step);
    else told.set(name, [step]);
  }
  const walked = new Set(stopsOf(steps, head).flat());
  const chapters = CHAPTERS.flatMap((name) => {
    const own = told.get(name) ?? [];
    const shown = telling.shownOf(
      name,
      own.filter((step) => walked.has(step)),
    );
    return shown ? [{ name, steps: own, shown }] : [];
  });
  return shortened(chapters);
}

/**
 * What a step of the forward pass is about, by the story of its own attention, whichever layer the walk is about; a step that
 * belongs to none, such as a residual sum, has no such name.
 */
export function chapterNameOf(steps: readonly Step[], step: Step): ChapterName | undefined {
  if (step.gradient) return undefined;
  const attentions = attentionsOf(steps);
  const attention = attentions.find((key) => key === scopeKey(step)) ?? attentions[0];
  if (attention === undefined) return undefined;
  const inside = steps.filter((one) => scopeKey(one) === attention);
  const name = new Teller(steps, inside).chapterOf(step);
  return name === 'before' || name === 'after' ? undefined : name;
}

/** The words and their vectors are one stop where there are many others. */
function shortened(chapters: Chapter[]): Chapter[] {
  const named = (name: ChapterName): Chapter | undefined =>
    chapters.find((chapter) => chapter.name === name);
  const [words, vectors] = [named('words'), named('vectors')];
  const hasLayers = named('before') !== undefined || named('after') !== undefined;
  if (!words || !vectors || (!hasLayers && chapters.length <= MOST_STOPS)) return chapters;
  const merged = { ...vectors, steps: [...words.steps, ...vectors.steps] };
  return [merged, ...chapters.filter((chapter) => chapter !== words && chapter !== vectors)];
}

/** A pointer's probabilities are weights of queries over keys, too, but no part of an attention. */
const isSoftmaxOfScores = (step: Step): boolean =>
  step.op === 'softmax' && isWeights(step) && step.scope.part !== undefined;

/** Operations that change the order of numbers in memory, or nothing but a shape. */
const MOVES: readonly string[] = ['view', 'transpose', 'contiguous', 'split', 'concat'];

/** What becomes of the steps around one attention. */
class Teller {
  private readonly inside: ReadonlySet<Step>;
  private readonly first: number;
  private readonly softmax: number;
  private readonly heads: number;
  private readonly leaves: ReadonlySet<string>;
  private readonly masks: ReadonlySet<Step>;
  private readonly masksLate: boolean;

  constructor(
    private readonly steps: readonly Step[],
    inside: readonly Step[],
  ) {
    this.inside = new Set(inside);
    this.first = steps.indexOf(inside[0]!);
    this.softmax = steps.findIndex((step) => this.inside.has(step) && isSoftmaxOfScores(step));
    this.heads = Math.max(...inside.map(headsIn));
    this.leaves = new Set(steps.filter(({ leaf }) => leaf).map(({ path }) => path));
    this.masks = masksOf(steps, inside);
    this.masksLate = inside.some(({ op }) => op === 'hide');
  }

  chapterOf(step: Step): ChapterName {
    if (this.masks.has(step)) return this.masksLate ? 'late_mask' : 'mask';
    if (this.inside.has(step)) return this.chapterInside(step);
    if (step.scope.part === 'words') {
      return step.op === 'given' && step.role === 'token' ? 'words' : 'vectors';
    }
    if (step.source === 'parameter' && step.role === 'token') return 'vectors';
    return this.steps.indexOf(step) < this.first ? 'before' : 'after';
  }

  /** A part of a parameter is one, too. */
  private isParameter({ leaf, inputs }: Step): boolean {
    return leaf || inputs.every((path) => this.leaves.has(path));
  }

  private chapterInside(step: Step): ChapterName {
    const moved = this.heads > 1 ? 'heads' : 'one_head';
    switch (step.role) {
      case 'query':
      case 'key':
      case 'value':
        return MOVES.includes(step.op) && !this.isParameter(step) ? moved : 'projections';
      case 'scores':
        return step.op === 'mask' ? 'mask' : 'scores';
      case 'weights':
        return step.op === 'hide' ? 'late_mask' : 'weights';
      case 'output':
        if (step.op === 'matmul') return 'mix';
        return MOVES.includes(step.op) && this.heads === 1 ? 'one_head' : 'output';
      default:
        return this.steps.indexOf(step) < this.softmax ? 'scores' : 'output';
    }
  }

  /** The step that a chapter shows, of those that are walked. */
  shownOf(name: ChapterName, walked: readonly Step[]): Step | undefined {
    const last = walked.at(-1);
    const by = (is: (step: Step) => boolean): Step | undefined => walked.find(is) ?? last;
    switch (name) {
      case 'words':
      case 'vectors':
        return this.readFirst(walked) ?? last;
      case 'before':
        return this.input() ?? last;
      case 'projections':
        return walked[0];
      case 'heads':
        return walked.find(isTransposedQuery) ?? by(({ role }) => role === 'query');
      case 'scores':
        return walked[0];
      case 'mask':
        return by(({ op }) => op === 'mask');
      case 'weights':
        return by(isSoftmaxOfScores);
      case 'after':
        return by((step) => step.op === 'softmax' && !isSoftmaxOfScores(step));
      default:
        return last;
    }
  }

  /** Of the words of both sentences: those that become the queries, or else the first. */
  private readFirst(walked: readonly Step[]): Step | undefined {
    const { sentence } = this.steps[this.softmax]!.scope;
    return walked.filter((step) => step.scope.sentence === sentence).at(-1);
  }

  /** What the attention's first step reads. */
  private input(): Step | undefined {
    const read = new Set([...this.inside].find(({ leaf }) => !leaf)?.inputs);
    return this.steps.find((step) => read.has(step.path) && this.chapterOf(step) === 'before');
  }
}

/** The masks that an attention reads, which may stand outside it, and what they are made of. */
function masksOf(steps: readonly Step[], inside: readonly Step[]): Set<Step> {
  const byPath = new Map(steps.map((step) => [step.path, step]));
  const found = new Set<Step>();
  const add = (step: Step): void => {
    found.add(step);
    for (const path of step.inputs) if (byPath.has(path)) add(byPath.get(path)!);
  };
  for (const { inputs } of inside) {
    for (const path of inputs) if (byPath.get(path)?.role === 'mask') add(byPath.get(path)!);
  }
  return found;
}

const isTransposedQuery = ({ op, role }: Step): boolean => op === 'transpose' && role === 'query';

function headsIn(step: Step): number {
  const along = step.shape[axisNames(step).indexOf('head')] ?? 1;
  return Math.max(along, (step.scope.head ?? 0) + 1);
}
