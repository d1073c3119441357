import type { ReactiveElement, TemplateResult } from 'lit';
import type { Computed } from '../../../engine/types/computed.js';
import type { AsyncAttentionPlayground } from '../../../engine/worker/types.js';
import { whenDrawn } from '../../../kit/element/when-drawn.js';
import { Latest } from '../../../kit/loading/latest.js';
import { problemOf, type Problem } from '../../../trace/problem.js';
import type { NamedRun, Sides } from '../compare/comparison.js';
import { EXPERIMENT_NAMES, EXPERIMENTS, SIDES, type ExperimentName } from './experiments.js';
import { GuessDraft } from './guesses.js';
import { Pair } from '../compare/pair.js';
import { renderExperiments } from '../compare/pair-view.js';
import type { TrainingRun } from '../run/run.js';
import type { Texts } from '../texts/en.js';
import type { TrainView } from '../view.js';

/** Milliseconds between two drawings of both runs. */
const DRAWN_MS = 150;

interface Host extends ReactiveElement {
  readonly worker: AsyncAttentionPlayground | undefined;
}

/** How the section is shown. */
interface Showing {
  /** It is the panel's only one, on the experiment that the panel's attribute names. */
  isAlone: boolean;
  /** Opens two moments step by step, where a panel shows that. */
  compare?(sides: Sides): Promise<void>;
}

/** The experiment that was chosen, and its runs once they were asked for. */
export class ExperimentController {
  private chosen: ExperimentName = EXPERIMENT_NAMES[0]!;
  /** By the attribute. */
  private named = '';
  private pair: Pair | undefined;
  private draft = new GuessDraft();
  private problem: Problem | undefined;
  private drawn = -Infinity;
  /** The experiment whose runs are being made. */
  private coming: ExperimentName | undefined;
  private readonly requests = new Latest();

  constructor(
    private readonly host: Host,
    private readonly seed: () => number,
    /** Other runs take the place of these. */
    private readonly leave: (runs: readonly TrainingRun[]) => void,
  ) {}

  /** The one that an attribute names; a person may choose another one since. */
  take(name: string): void {
    if (name === this.named) return;
    this.named = name;
    const found = EXPERIMENT_NAMES.find((each) => each === name);
    if (found && found !== this.chosen) this.choose(found);
  }

  /** What was guessed and what is measured of the experiment that is shown; shares from 0 to 1. */
  get results(): Readonly<Record<string, Computed>> {
    const { shown } = this;
    const results: Record<string, Computed> = { finished: shown?.finished ? 1 : 0 };
    if (!shown) return results;
    for (const side of SIDES) {
      const { now } = shown[side];
      const guess = shown.guesses[side];
      if (now) results[`accuracy-${side}`] = now.evaluation[EXPERIMENTS[shown.name].accuracy];
      if (guess !== undefined) results[`guess-${side}`] = guess / 100;
    }
    return results;
  }

  /** The runs of the experiment that is shown. */
  private get shown(): Pair | undefined {
    return this.pair?.name === this.chosen ? this.pair : undefined;
  }

  /** Its runs, as lists of moments name them. */
  runs(t: Texts): readonly NamedRun[] {
    if (!this.pair) return [];
    const { name, a, b } = this.pair;
    const texts = t.experiments[name];
    return [
      { run: a, name: `${texts.name}${t.colon}${texts.a}` },
      { run: b, name: `${texts.name}${t.colon}${texts.b}` },
    ];
  }

  render(view: Pick<TrainView, 't' | 'lang' | 'scheme'>, showing: Showing): TemplateResult {
    const { chosen, shown: pair, draft, problem, host } = this;
    return renderExperiments({
      ...view,
      ...showing,
      chosen,
      pair,
      draft,
      isComing: this.coming === chosen,
      problem,
      choose: (name) => this.choose(name),
      guess: (side, text) => {
        draft.take(side, text);
        host.requestUpdate();
      },
      type: (isTyped) => {
        draft.isTyped = isTyped;
        host.requestUpdate();
      },
      run: () => this.run(),
      pause: async () => pair?.pause(),
      again: () => this.askAgain(),
    });
  }

  dispose(): void {
    this.requests.cancel();
    this.coming = undefined;
    this.pair?.dispose();
    this.pair = undefined;
  }

  /** What is not shown any more does not train on. */
  private choose(name: ExperimentName): void {
    if (this.pair?.name !== name) this.rest();
    this.chosen = name;
    this.draft = new GuessDraft();
    this.problem = undefined;
    this.host.requestUpdate();
  }

  /** What was measured is gone before another guess is made. */
  private askAgain(): void {
    const { host } = this;
    this.forget();
    this.draft = new GuessDraft();
    host.requestUpdate();
    whenDrawn(host, () => host.renderRoot.querySelector<HTMLElement>('.guesses input')?.focus());
  }

  /** It is not shown any more. */
  rest(): void {
    void this.pair?.pause();
  }

  private forget(): void {
    const { pair } = this;
    if (pair) this.leave([pair.a, pair.b]);
    this.dispose();
  }

  /** Trains both, which are made first if they are others than those that are there; never rejects. */
  private async run(): Promise<void> {
    const { pair, chosen, host } = this;
    if (this.coming === chosen) return;
    if (pair?.name === chosen && !pair.finished) await pair.train();
    else if (host.worker) await this.begin(chosen, host.worker);
    host.requestUpdate();
  }

  private async begin(chosen: ExperimentName, worker: AsyncAttentionPlayground): Promise<void> {
    this.forget();
    const counts = this.requests.request();
    this.problem = undefined;
    this.coming = chosen;
    try {
      const next = await Pair.make(
        worker,
        chosen,
        { seed: this.seed(), guesses: this.draft.made },
        this.follow,
      );
      if (!counts()) return next.dispose();
      this.pair = next;
    } catch (error) {
      if (counts()) this.problem = problemOf(error);
    }
    if (!counts()) return;
    this.coming = undefined;
    if (this.shown) await this.shown.train();
  }

  private readonly follow = (): void => {
    const time = performance.now();
    if (this.pair?.training && time - this.drawn < DRAWN_MS) return;
    this.drawn = time;
    this.host.requestUpdate();
  };
}
