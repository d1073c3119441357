import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionPlayground, Extent, Step } from '../../engine/types.js';
import { fill } from '../../i18n/fill.js';
import '../../parts/figure/slice.js';
import { blockTitle } from '../../trace/blocks.js';
import { stepTitle } from '../../trace/names.js';
import { DifferenceStore } from './difference.js';
import { LiveStore, type Pass } from './live.js';
import type { Moment } from './moments.js';
import { modelOf } from './recipe.js';
import type { TrainingRun } from './run.js';
import type { Texts } from './texts/en.js';
import type { TrainView } from './view.js';

/** A moment of this run or of the one before it. */
interface Side {
  run: TrainingRun;
  moment: Moment;
}

/** Two moments, and the step in which they are compared. */
export class Comparison {
  readonly a: LiveStore;
  readonly b: LiveStore;
  readonly difference: DifferenceStore;

  constructor(
    engine: AttentionPlayground,
    readonly sides: { a: Side; b: Side },
    examples: Pass['examples'],
    lang: 'en' | 'zh',
  ) {
    const passOf = ({ run, moment }: Side): Pass => ({
      model: modelOf(run.recipe, run.task),
      parameters: moment.snapshot.parameters,
      examples,
    });
    this.a = new LiveStore(passOf(sides.a), lang);
    this.b = new LiveStore(passOf(sides.b), lang);
    this.difference = new DifferenceStore(engine, passOf(sides.b), this.a, lang);
    for (const store of this.stores) store.start(engine);
  }

  get stores(): readonly LiveStore[] {
    return [this.a, this.b, this.difference];
  }

  dispose(): void {
    for (const store of this.stores) store.dispose();
  }
}

export interface ComparisonChoice {
  path: string;
  /** The run before this one. */
  earlier: TrainingRun | undefined;
  choose(sides: { a: Side; b: Side }): void;
  choosePath(path: string): void;
}

const key = ({ run, moment }: Side, current: TrainingRun): string =>
  `${run === current ? 'now' : 'before'} ${moment.update}`;

/** A step of both moments, and how it has changed. */
export function renderComparison(
  { t, run, live }: TrainView,
  { sides, a, b, difference }: Comparison,
  choice: ComparisonChoice,
): TemplateResult {
  const { earlier } = choice;
  const all: Side[] = [run, ...(earlier ? [earlier] : [])].flatMap((each) =>
    each.moments.all.map((moment) => ({ run: each, moment })),
  );
  const list = (name: 'a' | 'b', label: string): TemplateResult =>
    html`<label
      ><span>${label}</span>
      <select
        name="moment-${name}"
        @change=${(event: Event) => {
          const side = all[(event.target as HTMLSelectElement).selectedIndex]!;
          choice.choose({ ...sides, [name]: side });
        }}
      >
        ${all.map(
          (side) =>
            html`<option .selected=${key(side, run) === key(sides[name], run)}>
              ${fill(side.run === run ? t.thisMoment : t.earlierMoment, { n: side.moment.update })}
            </option>`,
        )}
      </select></label
    >`;
  const path = b.step(choice.path) ? choice.path : (b.attentions.at(-1) ?? '');
  const step = b.step(path);
  const before = a.step(path);
  const fits = before !== undefined && before.shape.join() === step?.shape.join();
  return html`<div class="fields">
      ${list('a', t.momentA)} ${list('b', t.momentB)}
      ${renderStepList(t, live, path, choice.choosePath)}
    </div>
    ${
      step && fits
        ? renderSlices(t, { sides, a, b, difference } as Comparison, step, live.state.head)
        : html`<p class="wrong" role="status">${t.otherShape}</p>`
    }`;
}

function renderStepList(
  t: Texts,
  store: LiveStore,
  path: string,
  choose: (path: string) => void,
): TemplateResult {
  return html`<label
    ><span>${t.step}</span>
    <select
      name="compared"
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
    >
      ${store.forwardBlocks.map(
        (block) =>
          html`<optgroup label=${blockTitle(store.t, block)}>
            ${block.steps.map(
              (step) =>
                html`<option value=${step.path} .selected=${step.path === path}>
                  ${stepTitle(store, step)}
                </option>`,
            )}
          </optgroup>`,
      )}
    </select></label
  >`;
}

/** Both have one scale; the difference has one of its own, with 0 in the middle. */
function renderSlices(
  t: Texts,
  { sides, a, b, difference }: Comparison,
  { path }: Step,
  head: number,
): TemplateResult {
  const extent = wider(a.extent(path), b.extent(path));
  const slice = { batch: 0, head };
  const one = (store: LiveStore, text: string, own?: Extent): TemplateResult | typeof nothing =>
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
    ${one(a, fill(t.atA, { n: sides.a.moment.update }), extent)}
    ${one(b, fill(t.atB, { n: sides.b.moment.update }), extent)} ${one(difference, t.difference)}
  </div>`;
}

function wider(a: Extent, b: Extent): Extent {
  return {
    low: a.low < b.low ? a.low : b.low,
    high: a.high > b.high ? a.high : b.high,
    reach: a.reach > b.reach ? a.reach : b.reach,
  };
}
