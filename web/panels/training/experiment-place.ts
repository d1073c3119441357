import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { AsyncAttentionPlayground } from '../../engine/worker/types.js';
import type { Language } from '../../i18n/index.js';
import type { Scheme } from '../../styles/colour-scales.js';
import { EXPERIMENT_NAMES, type ExperimentName } from './experiments.js';
import { Pair } from './pair.js';
import { renderExperiments } from './pair-view.js';
import type { Texts } from './texts/en.js';

/** Milliseconds between two drawings of both runs. */
const DRAWN_MS = 150;

/** The experiment that was chosen, and its runs once they were asked for. */
export class ExperimentPlace {
  private chosen: ExperimentName = EXPERIMENT_NAMES[0]!;
  private pair: Pair | undefined;
  private drawn = -Infinity;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly worker: () => AsyncAttentionPlayground | undefined,
    private readonly seed: () => number,
  ) {}

  /** The one that an attribute names. */
  take(name: string): void {
    const found = EXPERIMENT_NAMES.find((each) => each === name);
    if (found) this.chosen = found;
  }

  render(t: Texts, lang: Language, scheme: Scheme): TemplateResult {
    const { chosen, pair } = this;
    return renderExperiments({
      t,
      lang,
      scheme,
      chosen,
      pair,
      choose: (name) => {
        this.chosen = name;
        this.host.requestUpdate();
      },
      run: () => void this.run(),
      pause: () => this.pair?.pause(),
    });
  }

  dispose(): void {
    this.pair?.dispose();
    this.pair = undefined;
  }

  private async run(): Promise<void> {
    const worker = this.worker();
    if (!worker) return;
    const { pair, chosen } = this;
    const goesOn = pair?.name === chosen && !pair.finished ? pair : undefined;
    if (!goesOn) pair?.dispose();
    this.pair = goesOn ?? (await Pair.make(worker, chosen, this.seed(), this.follow));
    await this.pair.train();
    this.host.requestUpdate();
  }

  private readonly follow = (): void => {
    const time = performance.now();
    if (this.pair?.training && time - this.drawn < DRAWN_MS) return;
    this.drawn = time;
    this.host.requestUpdate();
  };
}
