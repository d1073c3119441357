import type { AttentionPlayground } from '../../engine/types/index.js';
import { InOrder } from '../../kit/loading/in-order.js';
import { Latest } from '../../kit/loading/latest.js';
import { nextTask } from '../../kit/element/turns.js';
import type { Undoing } from '../../kit/input/undo-keys.js';
import type { Computed } from '../../engine/types/computed.js';
import type { ParameterSource } from '../../learned/names.js';
import type { LearnedModels } from '../../parts/learned/models.js';
import { History } from '../../trace/history.js';
import { Playback } from '../../trace/playback.js';
import { problemOf } from '../../trace/problem.js';
import { RequestedModel } from './requested-model.js';
import type { Pass } from './pass.js';
import { Sequence, type ChangedWeight, type SequenceConfig } from './sequence.js';
import {
  FIRST_CHOICE,
  type ChoiceSettings,
  type ModelSettings,
  type FieldError,
} from './settings.js';
import { GenerationStore } from './store.js';
import { unknownIn, type Draft, type Sentences } from './words.js';

const PLAY_MS = 900;

/** A message that is not an error; `values` fill the text of this code. */
export interface Notice {
  code: 'rechosen' | 'dropped' | 'stale' | 'reused' | 'onlyWeights' | 'noDecoder';
  values: Record<string, string | number>;
}

/** What undo restores. */
interface Undoable {
  config: SequenceConfig;
  /** Which of its tokens was shown. */
  position: number;
  /** The sentences as they were typed. */
  draft: Draft;
}

/** What the page sets: each is taken as if a person had chosen or typed it. */
export interface Properties extends Draft {
  parameters: ParameterSource;
}

/** The user's actions on a model and its sequence, one after the other, and what is shown of them. */
export class Generation implements Undoing {
  readonly asked: RequestedModel;
  choice: ChoiceSettings = FIRST_CHOICE;
  useCache = true;
  /** What was refused of the model and its sentences. */
  wrong: FieldError | undefined;
  /** What was refused of how tokens are chosen. */
  wrongChoice: FieldError | undefined;
  notice: Notice | undefined;
  /** The difference between a pass without a cache and the one that is shown. */
  checked: { pass: Pass; difference: Computed } | undefined;
  /** Counts appended tokens, so that the same token twice is announced twice. */
  arrival = 0;
  private made: Sequence | undefined;
  private shownPass: Pass | undefined;
  private view: GenerationStore | undefined;
  private readonly actions = new InOrder();
  /** Models that were chosen and are fetched: what is chosen or typed after one takes its place. */
  private readonly choices = new Latest();
  /** Set by the page, and not taken yet. */
  private given: Partial<Properties> = {};
  private closed = false;
  private readonly history = new History<Undoable>();
  /** The draft that the sequence was made from. */
  private taken: Draft;
  /** Generates one token after the other. */
  readonly playback = new Playback({
    interval: () => PLAY_MS,
    advance: async () => {
      await this.next();
      return !this.closed && !this.sequence.over;
    },
    changed: () => this.changed(),
  });

  constructor(
    private readonly engine: AttentionPlayground,
    private readonly lang: 'en' | 'zh',
    private readonly models: LearnedModels,
    private readonly changed: () => void,
  ) {
    this.asked = new RequestedModel(lang, models);
    this.taken = this.asked.draft;
  }

  get sequence(): Sequence {
    return this.made!;
  }

  /** None before the first model is there. */
  get passes(): readonly Pass[] {
    return this.made?.passes ?? [];
  }

  get store(): GenerationStore {
    return this.view!;
  }

  get shown(): Pass {
    return this.shownPass!;
  }

  get isStale(): boolean {
    return this.sequence.isStale(this.shown);
  }

  /** The element's properties: what is shown, and what the page has set since. */
  get properties(): Properties {
    const { model, draft } = this.asked;
    return { parameters: model.parameters, ...draft, ...this.given };
  }

  /** Makes the first model and its first token, after these sentences if it can read them. */
  begin(parameters: ParameterSource, given: Partial<Draft>): Promise<void> {
    return this.actions.run(() => this.open(parameters, given));
  }

  private async open(parameters: ParameterSource, given: Partial<Draft>): Promise<void> {
    const { asked } = this;
    const problem = await this.models.load(this.engine, parameters);
    await nextTask();
    if (this.closed) return;
    const canWrite = !problem && asked.take(parameters);
    const first = asked.draft;
    const draft = { ...first, ...given };
    if (!(await this.renewWith(draft))) {
      const { wrong } = this;
      await this.renewWith(first);
      this.wrong = wrong;
    }
    asked.draft = draft;
    if (problem) this.store.report(problem);
    else if (!canWrite) this.notice = { code: 'noDecoder', values: {} };
  }

  private async renewWith(draft: Draft): Promise<boolean> {
    const sentences = this.sentencesIn(draft);
    return sentences !== undefined && (await this.renew(this.asked.model, draft, sentences));
  }

  /** Takes what the page has set, once the first model is there. */
  async adopt(given: Partial<Properties>): Promise<void> {
    const wished = { ...this.given, ...given };
    const counts = this.request();
    this.given = wished;
    const { parameters, ...sentences } = wished;
    const problem = parameters && (await this.models.load(this.engine, parameters));
    await this.ask(async () => {
      if (!counts()) return;
      this.given = {};
      const { model, draft } = this.asked;
      const next = { ...draft, ...sentences };
      if (problem) this.store.report(problem);
      else if (parameters && parameters !== model.parameters) {
        await this.takeModel(parameters, sentences);
      } else if (next.prompt !== draft.prompt || next.source !== draft.source) {
        await this.read(next, false);
      }
    });
  }

  /** Takes other parameters, with what was last typed for them; trained ones are fetched first. */
  async take(parameters: ParameterSource): Promise<void> {
    const counts = this.request();
    const problem = await this.models.load(this.engine, parameters);
    await this.ask(async () => {
      if (!counts()) return;
      if (problem) this.store.report(problem);
      else await this.takeModel(parameters);
    });
  }

  next(): Promise<void> {
    return this.run(async () => {
      if (this.sequence.over) return;
      const { choice } = this;
      const before = this.undoable();
      const pass = await this.sequence.next(choice, this.useCache);
      this.history.note(before);
      this.arrival += 1;
      this.notice = undefined;
      this.show(pass);
    });
  }

  startOver(): Promise<void> {
    this.playback.pause();
    return this.run(async () => {
      const before = this.undoable();
      await this.sequence.startOver(this.choice, this.useCache, (pass) => this.show(pass));
      this.history.note(before);
      this.notice = undefined;
    });
  }

  /** Shows another token, and its settings in the fields. */
  look(pass: Pass): void {
    this.playback.pause();
    // It may have been taken away in this moment.
    if (!this.sequence.passes.includes(pass)) return;
    this.choice = pass.choice.settings;
    this.wrongChoice = this.notice = undefined;
    this.show(pass);
    this.changed();
  }

  /** Chooses the shown token again; while a slider moves, only the last setting counts. */
  choose(patch: Partial<ChoiceSettings>): Promise<void> {
    this.choice = { ...this.choice, ...patch };
    this.wrongChoice = this.notice = undefined;
    return this.run(async () => {
      const { shown, choice } = this;
      if (shown.choice.settings === choice) return;
      if (this.isStale) {
        this.notice = { code: 'stale', values: {} };
        return;
      }
      const { id } = shown.choice;
      const before = this.undoable();
      const dropped = this.sequence.choose(shown, choice);
      this.history.note(before, `${before.position} ${Object.keys(patch).join()}`);
      if (dropped > 0) this.notice = { code: 'dropped', values: { n: dropped } };
      else if (id !== shown.choice.id) {
        this.notice = { code: 'rechosen', values: { token: shown.choice.token } };
      }
      this.show(shown);
    });
  }

  /** Makes another model, with the sentences in the fields. */
  remodel(patch: Partial<ModelSettings>): Promise<void> {
    const { asked } = this;
    const model = { ...asked.model, ...patch };
    this.request();
    asked.model = model;
    return this.ask(async () => {
      // What was asked for before has been taken first.
      asked.model = model;
      await this.remake(asked.draft);
    });
  }

  /** Takes other sentences, for the same model, or with `renew` for a new one that knows all their tokens. */
  say(draft: Draft, renew = false): Promise<void> {
    this.request();
    this.asked.draft = draft;
    return this.ask(() => this.read(draft, renew));
  }

  /** Changes a weight of the model, for the tokens that are still to come; undefined if the engine refuses. */
  async change(
    path: string,
    index: readonly number[],
    value: number,
  ): Promise<ChangedWeight | undefined> {
    let changed: ChangedWeight | undefined;
    await this.run(async () => {
      const before = this.undoable();
      changed = this.sequence.change(path, index, value);
      this.history.note(before);
    });
    return changed;
  }

  undo(): Promise<void> {
    return this.travel('undo');
  }

  redo(): Promise<void> {
    return this.travel('redo');
  }

  /** Repeats the shown pass without a cache, and finds how much the logits differ. */
  check(): Promise<void> {
    return this.run(async () => {
      const { shown: pass } = this;
      if (this.isStale) return;
      this.checked = { pass, difference: await this.sequence.withoutCache(pass) };
    });
  }

  tell(notice: Notice): void {
    this.notice = notice;
    this.changed();
  }

  refuse(wrong: FieldError): void {
    this.wrong = wrong;
    this.changed();
  }

  refuseChoice(wrong: FieldError): void {
    this.wrongChoice = wrong;
    this.changed();
  }

  dispose(): void {
    this.closed = true;
    this.choices.cancel();
    this.playback.pause();
    // What is under way still needs them; nobody looks at it any more.
    void this.actions.ended().then(() => {
      this.view?.dispose();
      this.made?.dispose();
    });
  }

  /** Another model or other sentences are asked for: what was, and is still being fetched, is not shown any more. */
  private request(): () => boolean {
    this.playback.pause();
    this.given = {};
    return this.choices.request();
  }

  private sentencesIn(draft: Draft): Sentences | undefined {
    const read = this.asked.read(draft);
    this.wrong = read.wrong;
    return read.wrong ? undefined : read.value;
  }

  /** A model that is there, on these sentences and what else was last typed for it. */
  private async takeModel(parameters: ParameterSource, given: Partial<Draft> = {}): Promise<void> {
    const { asked } = this;
    if (!asked.take(parameters)) {
      this.notice = { code: 'noDecoder', values: {} };
      return;
    }
    await this.remake({ ...asked.draft, ...given });
  }

  /** The model that is asked for, on these sentences; what it cannot read stays in its field. */
  private async remake(draft: Draft): Promise<void> {
    this.asked.draft = draft;
    const sentences = this.sentencesIn(draft);
    if (!sentences) return;
    const before = this.undoable();
    if (await this.renew(this.asked.model, draft, sentences)) this.history.note(before);
  }

  private async read(draft: Draft, renew: boolean): Promise<void> {
    const { asked } = this;
    asked.draft = draft;
    // Settings changed while the sentences were unusable still need a new model.
    if (renew || asked.model !== this.sequence.settings) return this.remake(draft);
    const sentences = this.sentencesIn(draft);
    if (!sentences) return;
    this.wrong = unknownIn(sentences, draft, this.sequence.plan.vocabularies);
    if (this.wrong) return;
    const before = this.undoable();
    await this.sequence.restart(sentences, this.choice, this.useCache, (pass) => {
      this.notice = { code: 'reused', values: { ...pass.cache } };
      this.show(pass);
    });
    this.taken = draft;
    this.history.note(before);
  }

  private undoable(): Undoable {
    const { config, passes } = this.sequence;
    return { config, position: passes.indexOf(this.shown), draft: this.taken };
  }

  /** Goes back, or forth again: the same model is made, and the same is done with it. */
  private travel(direction: keyof Undoing): Promise<void> {
    this.playback.pause();
    return this.run(async () => {
      let entry: Undoable | undefined;
      this.history[direction](this.undoable(), (found) => {
        entry = found;
        return true;
      });
      if (!entry) return;
      const { config, position, draft } = entry;
      let next;
      try {
        next = await Sequence.from(this.engine, config);
      } catch (error) {
        this.history[direction === 'undo' ? 'redo' : 'undo'](entry, () => true);
        throw error;
      }
      this.asked.model = config.plan.settings;
      this.asked.draft = draft;
      this.wrong = undefined;
      const shown = next.passes[position]!;
      this.choice = shown.choice.settings;
      this.replace(next, shown, draft);
    });
  }

  /** Makes another model and its first token; returns whether it could. */
  private async renew(model: ModelSettings, draft: Draft, sentences: Sentences): Promise<boolean> {
    const read = this.asked.plan(model, draft, sentences);
    this.wrong = read.wrong;
    if (read.wrong) return false;
    const plan = read.value;
    const { topK } = this.choice;
    if (topK !== undefined && topK >= plan.vocabularies.prompt.length) {
      this.choice = { ...this.choice, topK: undefined };
    }
    const next = new Sequence(this.engine, plan, sentences);
    let pass;
    try {
      pass = await next.next(this.choice, this.useCache);
    } catch (error) {
      next.dispose();
      throw error;
    }
    this.replace(next, pass, draft);
    return true;
  }

  private replace(next: Sequence, shown: Pass, draft: Draft): void {
    const { made } = this;
    this.made = next;
    this.taken = draft;
    this.wrongChoice = this.notice = undefined;
    this.show(shown);
    made?.dispose();
  }

  private show(pass: Pass): void {
    this.shownPass = pass;
    const { vocabulary, settings } = this.sequence;
    const shown = { pass, vocabulary, seed: settings.seed };
    if (this.view) return this.view.show(shown);
    this.view = new GenerationStore(shown, this.lang, () =>
      this.tell({ code: 'onlyWeights', values: {} }),
    );
    this.view.start(this.engine);
  }

  /** Runs a task that makes what is asked for; if it fails, that is again what is shown. */
  private ask(task: () => Promise<void>): Promise<void> {
    return this.run(async () => {
      try {
        await task();
      } catch (error) {
        this.asked.model = this.sequence.settings;
        this.asked.draft = this.taken;
        this.wrong = undefined;
        throw error;
      }
    });
  }

  /** Runs tasks one after the other; a failure is reported and changes nothing. Never rejects. */
  private run(task: () => Promise<void>): Promise<void> {
    return this.actions.run(async () => {
      if (this.closed) return;
      try {
        await task();
      } catch (error) {
        this.playback.pause();
        this.store.report(problemOf(error));
      }
      if (!this.closed) this.changed();
    });
  }
}
