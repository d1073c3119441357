import type { ReactiveControllerHost } from 'lit';
import type { AttentionPlayground } from '../engine/types/index.js';
import type { Learned } from '../learned/learned.js';
import type { ParameterSource, ShippedName } from '../learned/names.js';
import { Latest } from '../kit/loading/latest.js';
import { nextTask } from '../kit/element/turns.js';
import { LearnedModels } from '../parts/learned/models.js';
import type { Problem } from '../trace/problem.js';
import { findFirstWords } from './sentence.js';

/** The parameters that a panel is shown with: random ones, or those of a trained model that it can show. */
export class ParameterChoice {
  readonly models = new LearnedModels();
  /** What keeps the last ones that were asked for from being shown. */
  problem: Problem | undefined;
  /** Those that are being fetched. */
  coming: ParameterSource | undefined;
  private engine: AttentionPlayground | undefined;
  private readonly requests = new Latest();

  constructor(
    private readonly host: ReactiveControllerHost,
    /** Those of the shipped models that the panel can show. */
    readonly names: readonly ShippedName[],
    /** Whether it can show a model of the user's own. */
    private readonly fits: (learned: Learned) => boolean,
  ) {}

  /** Fetches them while the engine is fetched, and does what else takes long the first time. */
  prefetch(parameters: ParameterSource): void {
    // Whoever reads them says if they cannot be had.
    if (this.isListed(parameters)) this.models.fetch(parameters).catch(() => undefined);
    findFirstWords();
  }

  /**
   * Reads the first ones; resolves to those that can be shown, which are random where others cannot be had, or to undefined
   * if something else was asked for meanwhile.
   */
  async begin(
    engine: AttentionPlayground,
    parameters: ParameterSource,
  ): Promise<ParameterSource | undefined> {
    this.engine = engine;
    const counts = this.requests.request();
    const problem = await this.load(engine, parameters);
    if (!counts()) return undefined;
    this.problem = problem;
    return problem ? 'random' : parameters;
  }

  /** What was asked for is not waited for any more. */
  end(): void {
    this.requests.cancel();
    this.coming = this.engine = undefined;
  }

  /** Calls `take` once they are there, or with what keeps them from being; never rejects. */
  async choose(parameters: ParameterSource, take: (problem?: Problem) => void): Promise<void> {
    const { engine } = this;
    if (!engine) return;
    const counts = this.requests.request();
    let problem: Problem | undefined;
    if (!this.isThere(parameters)) {
      this.coming = parameters;
      this.host.requestUpdate();
      problem = await this.load(engine, parameters);
      if (!counts()) return;
    }
    this.coming = undefined;
    this.problem = problem;
    take(problem);
    this.host.requestUpdate();
  }

  private isListed(parameters: ParameterSource): boolean {
    return ['random', 'own', ...this.names].includes(parameters);
  }

  private isThere(parameters: ParameterSource): boolean {
    const learned = this.models.of(parameters);
    return parameters === 'random' || (learned !== undefined && this.fits(learned));
  }

  private async load(
    engine: AttentionPlayground,
    parameters: ParameterSource,
  ): Promise<Problem | undefined> {
    const unfit: Problem = {
      code: 'range',
      argument: 'parameters',
      actual: parameters,
      expected: ['random', ...this.names].join(', '),
    };
    if (!this.isListed(parameters)) return unfit;
    const problem = await this.models.load(engine, parameters);
    // Reading a model takes a task; what is made of it takes others.
    await nextTask();
    return problem ?? (this.isThere(parameters) ? undefined : unfit);
  }
}
