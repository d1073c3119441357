import type { ReactiveElement, TemplateResult } from 'lit';
import { importAgain } from '../../i18n/import-again.js';
import type { Language } from '../../i18n/index.js';
import { problemOf, type Problem } from '../../trace/problem.js';
import { renderFailure } from './waiting.js';
import { whenNear } from './when-near.js';

export interface Script<Module> {
  /** Its name in a problem. */
  name: string;
  load(): Promise<Module>;
  /** Something that the module exports. */
  take(module: Module): unknown;
  arrived?(module: Module): void;
  failed?(problem: Problem): void;
}

/** A script that an element fetches when it first needs it, and again on demand after a failure. */
export class LateScript<Module> {
  private failure: Problem | undefined;
  private fetching: Promise<void> | undefined;
  private place: Element | undefined;

  constructor(
    private readonly host: ReactiveElement,
    private readonly script: Script<Module>,
  ) {}

  /** Resolves when the script is there, or is known to be missing, which `render` then says; never rejects. */
  fetch(): Promise<void> {
    this.fetching ??= this.attempt();
    return this.fetching;
  }

  /** The same, for whoever draws what there is meanwhile. */
  need(): void {
    void this.fetch(); // It never rejects.
  }

  /** Fetches it once its place on the page is in sight. */
  fetchWhenSeen(place: Element): void {
    if (this.place === place) return;
    this.place = place;
    whenNear(place, 'lazy', () => this.fetch());
  }

  /** What is drawn with the script; or that it could not be had, with a button to try again. */
  render<Drawn>(lang: Language, draw: () => Drawn): Drawn | TemplateResult {
    return this.failure ? renderFailure(lang, this.failure, this.retry) : draw();
  }

  private readonly retry = (): Promise<void> => {
    this.failure = this.fetching = undefined;
    this.host.requestUpdate();
    return this.fetch();
  };

  private async attempt(): Promise<void> {
    const { name, load, take, arrived, failed } = this.script;
    try {
      const module = await importAgain(name, load, (module) => take(module) && module);
      arrived?.(module as Module);
    } catch (error) {
      this.failure = problemOf(error);
      failed?.(this.failure);
    }
    this.host.requestUpdate();
  }
}
