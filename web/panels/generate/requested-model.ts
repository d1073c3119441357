import type { Language } from '../../i18n/index.js';
import type { Learned } from '../../learned/learned.js';
import type { ParameterSource } from '../../learned/names.js';
import type { LearnedModels } from '../../parts/learned/models.js';
import {
  firstDraft,
  learnedPlan,
  mostTokens,
  randomPlan,
  settingsOf,
  wordsOf,
  type Plan,
} from './model.js';
import { FIRST_MODEL, MOST_VOCABULARY, type ModelSettings, type Read } from './settings.js';
import {
  isTooMany,
  readSentences,
  unknownIn,
  vocabularyFor,
  type Draft,
  type Sentences,
} from './words.js';

/** The model that is asked for, and what was typed for each. */
export class RequestedModel {
  private wished: ModelSettings = FIRST_MODEL;
  /** The last settings of random parameters. */
  private random: ModelSettings = FIRST_MODEL;
  private readonly drafts = new Map<string, Draft>();

  constructor(
    private readonly lang: Language,
    private readonly models: LearnedModels,
  ) {}

  get model(): ModelSettings {
    return this.wished;
  }

  set model(model: ModelSettings) {
    this.wished = model;
    if (model.parameters === 'random') this.random = model;
  }

  /** The trained model; undefined of random parameters. */
  get learned(): Learned | undefined {
    return this.models.of(this.wished.parameters);
  }

  /** The contents of both sentences' fields. */
  get draft(): Draft {
    const { wished, learned, lang } = this;
    return this.drafts.get(keyOf(wished)) ?? firstDraft(lang, wished, learned);
  }

  set draft(draft: Draft) {
    this.drafts.set(keyOf(this.wished), draft);
  }

  /** Asks for trained parameters that are there, or the last random ones; false if they cannot write. */
  take(parameters: ParameterSource): boolean {
    const learned = this.models.of(parameters);
    if (learned?.options.architecture === 'encoder-only') return false;
    this.model = learned ? settingsOf(learned) : this.random;
    return true;
  }

  read(draft: Draft): Read<Sentences> {
    const { wished, learned } = this;
    const words = learned && wordsOf(learned);
    return readSentences(draft, wished.architecture, { words, most: mostTokens(learned) });
  }

  /** How to make a model that knows these sentences. */
  plan(model: ModelSettings, draft: Draft, sentences: Sentences): Read<Plan> {
    const learned = this.models.of(model.parameters);
    if (!learned) {
      const vocabulary = vocabularyFor(this.lang, sentences);
      return isTooMany(vocabulary)
        ? { wrong: { field: 'prompt', code: 'tooMany', actual: '', most: MOST_VOCABULARY } }
        : { value: randomPlan(model, vocabulary) };
    }
    const plan = learnedPlan(model, learned);
    const wrong = unknownIn(sentences, draft, plan.vocabularies);
    return wrong ? { wrong } : { value: plan };
  }
}

/** What drafts are kept by. */
const keyOf = ({ parameters, architecture }: ModelSettings): string =>
  parameters === 'random' ? architecture : parameters;
