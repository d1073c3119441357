import type { AttentionPlayground } from '../../engine/types/index.js';
import { importAgain } from '../../i18n/import-again.js';
import type * as Loading from '../../learned/learned.js';
import type { Learned } from '../../learned/learned.js';
import { untilDone } from '../../kit/loading/until-done.js';
import { pageFile } from '../../learned/page-files.js';
import { PARAMETER_SOURCES, type LearnedName, type ParameterSource } from '../../learned/names.js';
import { problemOf, type Problem } from '../../trace/problem.js';

/** The trained models that were chosen so far. Their script and files are fetched when they are first needed. */
export class LearnedModels {
  private readonly script: () => Promise<Pick<typeof Loading, 'fetchModel' | 'readLearned'>> =
    untilDone(() =>
      importAgain(
        'learned',
        () => import('../../learned/learned.js'),
        ({ fetchModel, readLearned }) => ({ fetchModel, readLearned }),
      ),
    );
  private readonly files = new Map<LearnedName, () => Promise<Uint8Array>>();
  private readonly read = new Map<LearnedName, Learned>();

  /** The model of these parameters; undefined of random ones, and before it is read. */
  of(parameters: ParameterSource): Learned | undefined {
    return parameters === 'random' ? undefined : this.read.get(parameters);
  }

  /** Whether it must be fetched before it can be shown. */
  lacks(parameters: ParameterSource): boolean {
    return parameters !== 'random' && !this.read.has(parameters);
  }

  /** Fetches what it needs; a failure is not remembered. */
  async fetch(parameters: ParameterSource): Promise<void> {
    if (parameters !== 'random') await this.fileOf(parameters);
  }

  /** Takes the file of a model that is at hand already, as where there is no network. */
  give(parameters: LearnedName, bytes: Uint8Array): void {
    this.files.set(parameters, () => Promise.resolve(bytes));
  }

  /** Its file: one that the page has brought, or that of the package, or what this browser keeps. */
  async fileOf(parameters: LearnedName): Promise<Uint8Array> {
    const { fetchModel } = await this.script();
    let file = this.files.get(parameters);
    if (!file) {
      file = untilDone(async () => {
        const brought = pageFile(parameters);
        if (brought) return brought;
        return parameters === 'own' ? ownModel() : fetchModel(parameters);
      });
      this.files.set(parameters, file);
    }
    return file();
  }

  /** Fetches and reads it; resolves to what keeps it from being there. */
  async load(
    engine: AttentionPlayground,
    parameters: ParameterSource,
  ): Promise<Problem | undefined> {
    if (parameters === 'random' || !this.lacks(parameters)) return undefined;
    if (!PARAMETER_SOURCES.includes(parameters)) return unknownSource(parameters);
    try {
      const bytes = await this.fileOf(parameters);
      const { readLearned } = await this.script();
      this.read.set(parameters, readLearned(engine, parameters, bytes));
      return undefined;
    } catch (error) {
      if (!(error instanceof NoOwnModel)) return problemOf(error);
      return { code: 'no_own_model', argument: 'parameters', actual: '', expected: '' };
    }
  }
}

/** An attribute may be anything. */
function unknownSource(actual: string): Problem {
  return { code: 'range', argument: 'parameters', actual, expected: PARAMETER_SOURCES.join(', ') };
}

class NoOwnModel extends Error {}

/** What a page that trains has kept in this browser: web/panels/training/keep/saved-controller.ts. */
async function ownModel(): Promise<Uint8Array> {
  const { kept } = await importAgain(
    'learned',
    () => import('../../kit/loading/kept.js'),
    (module) => module,
  );
  const bytes = await kept('own-model');
  if (bytes instanceof Uint8Array) return bytes;
  throw new NoOwnModel();
}
