import { html, type TemplateResult } from 'lit';
import type { AttentionPlayground, Extent, Step } from '../../../engine/types/index.js';
import { fill } from '../../../i18n/fill.js';
import type { Language } from '../../../i18n/index.js';
import type { Act } from '../../../kit/fields/act.js';
import { renderGroupedSelect, renderPlaceSelect } from '../../../kit/fields/select.js';
import '../../../parts/figure/slice.js';
import { DifferenceStore } from './difference.js';
import { LiveStore, type Pass } from '../run/live.js';
import type { Moment } from '../run/moments.js';
import { isSameTask, modelOf } from '../run/config.js';
import type { TrainingRun } from '../run/run.js';
import { renderStepSelect } from '../run/step-select.js';
import type { Texts } from '../texts/en.js';
import { headsOf } from '../words.js';

/** A moment of a run. */
export interface Side {
  run: TrainingRun;
  moment: Moment;
}

export interface Sides {
  a: Side;
  b: Side;
}

/** A run whose moments can be chosen, by the name that it has in the lists. */
export interface NamedRun {
  run: TrainingRun;
  name: string;
}

/** The passes of two moments over the same examples, and one minus the other. */
export class Comparison {
  readonly a: LiveStore;
  readonly b: LiveStore;
  readonly difference: DifferenceStore;

  constructor(
    engine: AttentionPlayground,
    readonly sides: Sides,
    examples: Pass['examples'],
    lang: Language,
  ) {
    const passOf = ({ run, moment }: Side): Pass => ({
      model: modelOf(run.config, run.task),
      parameters: moment.snapshot.parameters,
      examples,
    });
    this.a = new LiveStore(passOf(sides.a), lang);
    this.b = new LiveStore(passOf(sides.b), lang);
    this.difference = new DifferenceStore(engine, passOf(sides.b), this.a, lang);
  }

  /** In the order in which they are started: the difference reads the others. */
  get stores(): readonly LiveStore[] {
    return [this.a, this.b, this.difference];
  }

  dispose(): void {
    for (const store of this.stores) store.dispose();
  }
}

export interface ComparisonChoice {
  runs: readonly NamedRun[];
  path: string;
  head: number;
  chooseSides(sides: Sides): Promise<void>;
  choosePath(path: string): void;
  chooseHead(head: number): void;
}

/** A step of both moments, and how it has changed. */
export function renderComparison(
  t: Texts,
  comparison: Comparison,
  choice: ComparisonChoice,
): TemplateResult {
  const { a, b, sides } = comparison;
  const path = b.step(choice.path) ? choice.path : (b.attentions.at(-1) ?? '');
  const step = b.step(path);
  const heads = step ? headsOf(step) : 1;
  const fits = step !== undefined && a.step(path)?.shape.join() === step.shape.join();
  const others = choice.runs.filter(({ run }) => isSameTask(run.config, sides.a.run.config));
  return html`<div class="fields">
      ${renderSides('moment-a', t.momentA, t, choice.runs, sides.a, (side) =>
        choice.chooseSides({ a: side, b: partnerOf(side, sides.b, choice.runs) }),
      )}
      ${renderSides('moment-b', t.momentB, t, others, sides.b, (side) =>
        choice.chooseSides({ ...sides, b: side }),
      )}
      ${renderStepSelect('compared', t.step, b, b.forwardBlocks, path, choice.choosePath)}
      ${renderPlaceSelect('compared-head', t.head, heads, choice.head, choice.chooseHead)}
    </div>
    ${
      fits
        ? renderSlices(t, comparison, step, {
            head: choice.head < heads ? choice.head : 0,
            runs: choice.runs,
          })
        : html`<p class="wrong" role="status">${t.otherShape}</p>`
    }`;
}

/** The moments of some runs, a group for each run. */
function renderSides(
  name: string,
  label: string,
  t: Texts,
  runs: readonly NamedRun[],
  { run, moment }: Side,
  choose: (side: Side) => Act,
): TemplateResult {
  const all = runs.flatMap((each) => each.run.moments.all.map((one) => ({ ...each, moment: one })));
  const at = all.findIndex((one) => one.run === run && one.moment.update === moment.update);
  const groups = runs.map((each) => ({
    label: each.name,
    values: all.flatMap((one, i) => (one.run === each.run ? [i] : [])),
  }));
  return renderGroupedSelect(
    name,
    label,
    groups,
    at,
    (i) => choose(all[i]!),
    (i) => fill(t.atUpdate, { n: all[i]!.moment.update }),
  );
}

/** The other side stays, unless it has learned another task: then it is the last moment of another run of this one. */
function partnerOf(side: Side, other: Side, runs: readonly NamedRun[]): Side {
  if (isSameTask(side.run.config, other.run.config)) return other;
  const found = runs.find(({ run }) => run !== side.run && isSameTask(run.config, side.run.config));
  const run = found?.run ?? side.run;
  return { run, moment: run.moments.last! };
}

/** Both have one scale; the difference has one of its own, with 0 in the middle. */
function renderSlices(
  t: Texts,
  { sides, a, b, difference }: Comparison,
  { path }: Step,
  { head, runs }: { head: number; runs: readonly NamedRun[] },
): TemplateResult {
  const extent = wider(a.extent(path), b.extent(path));
  const slice = { batch: 0, head };
  // Of one run the update says all.
  const named = ({ run, moment }: Side): string => {
    const name =
      sides.a.run === sides.b.run ? undefined : runs.find((one) => one.run === run)?.name;
    const update = fill(t.atUpdate, { n: moment.update });
    return name ? name + t.comma + update : update;
  };
  const one = (store: LiveStore, text: string, own?: Extent): TemplateResult =>
    html`<div>
      <h3>${text}</h3>
      <ap-slice
        fixed
        .store=${store}
        .path=${path}
        .slice=${slice}
        .extent=${own}
        .tallest=${16}
        untitled
      ></ap-slice>
    </div>`;
  return html`<div class="three">
    ${one(a, `A${t.colon}${named(sides.a)}`, extent)}
    ${one(b, `B${t.colon}${named(sides.b)}`, extent)} ${one(difference, t.difference)}
  </div>`;
}

function wider(a: Extent, b: Extent): Extent {
  return {
    low: a.low < b.low ? a.low : b.low,
    high: a.high > b.high ? a.high : b.high,
    reach: a.reach > b.reach ? a.reach : b.reach,
  };
}
