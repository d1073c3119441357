import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { AsyncAttentionPlayground } from '../../../engine/worker/types.js';
import { Latest } from '../../../kit/loading/latest.js';
import { problemOf, type Problem } from '../../../trace/problem.js';
import type { NamedRun, Sides } from '../compare/comparison.js';
import { EXPERIMENT_NAMES, type ExperimentName } from './experiments.js';
import { Pair } from '../compare/pair.js';
import { renderExperiments } from '../compare/pair-view.js';
import type { TrainingRun } from '../run/run.js';
import type { Texts } from '../texts/en.js';
import type { TrainView } from '../view.js';

/** Milliseconds between two drawings of both runs. */
const DRAWN_MS = 150;

interface Host extends ReactiveControllerHost {
  readonly worker: AsyncAttentionPlayground | undefined;
}

/** The experiment that was chosen, and its runs once they were asked for. */
export class ExperimentController {
  private chosen: ExperimentName = EXPERIMENT_NAMES[0]!;
  private pair: Pair | undefined;
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

  /** The one that an attribute names. */
  take(name: string): void {
    const found = EXPERIMENT_NAMES.find((each) => each === name);
    if (found) this.chosen = found;
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

  render({ t, lang, scheme }: TrainView, compare: (sides: Sides) => Promise<void>): TemplateResult {
    const { chosen, pair, problem } = this;
    return renderExperiments({
      t,
      lang,
      scheme,
      chosen,
      pair,
      problem,
      choose: (name) => {
        this.chosen = name;
        this.problem = undefined;
        this.host.requestUpdate();
      },
      run: () => this.run(),
      pause: async () => this.pair?.pause(),
      compare,
    });
  }

  dispose(): void {
    this.requests.cancel();
    this.coming = undefined;
    this.pair?.dispose();
    this.pair = undefined;
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
    const { pair } = this;
    if (pair) this.leave([pair.a, pair.b]);
    this.dispose();
    const counts = this.requests.request();
    this.problem = undefined;
    this.coming = chosen;
    try {
      const next = await Pair.make(worker, chosen, this.seed(), this.follow);
      if (!counts()) return next.dispose();
      this.pair = next;
    } catch (error) {
      if (counts()) this.problem = problemOf(error);
    }
    if (!counts()) return;
    this.coming = undefined;
    await this.pair?.train();
  }

  private readonly follow = (): void => {
    const time = performance.now();
    if (this.pair?.training && time - this.drawn < DRAWN_MS) return;
    this.drawn = time;
    this.host.requestUpdate();
  };
}
