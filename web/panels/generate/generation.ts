import type { AttentionPlayground } from '../../engine/types.js';
import { nextTask } from '../../kit/turns.js';
import type { Undoing } from '../../kit/undo-keys.js';
import type { ParameterSource } from '../../learned/names.js';
import type { LearnedModels } from '../../parts/learned/models.js';
import { History } from '../../trace/history.js';
import { Playback } from '../../trace/playback.js';
import { Asked } from './asked.js';
import type { Pass } from './pass.js';
import { Sequence, type ChangedWeight, type Recipe } from './sequence.js';
import { FIRST_CHOICE, type ChoiceSettings, type ModelSettings, type Wrong } from './settings.js';
import { GenerationStore } from './store.js';
import { unknownIn, type Draft, type Sentences } from './words.js';

const PLAY_MS = 900;

/** A message that is not an error; `values` fill the text of this code. */
export interface Notice {
  code: 'rechosen' | 'dropped' | 'stale' | 'reused' | 'onlyWeights' | 'failed' | 'noDecoder';
  values: Record<string, string | number>;
}

/** What undo restores. */
interface Undoable {
  recipe: Recipe;
  /** Which of its tokens was shown. */
  position: number;
  /** The sentences as they were typed. */
  draft: Draft;
}

/** The user's actions on a model and its sequence, one after the other, and what is shown of them. */
export class Generation implements Undoing {
  readonly asked: Asked;
  choice: ChoiceSettings = FIRST_CHOICE;
  useCache = true;
  wrong: Wrong | undefined;
  notice: Notice | undefined;
  /** The difference between a pass without a cache and the one that is shown. */
  checked: { pass: Pass; difference: number } | undefined;
  /** Counts appended tokens, so that the same token twice is announced twice. */
  arrival = 0;
  private made: Sequence | undefined;
  private shownPass: Pass | undefined;
  private view: GenerationStore | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private closed = false;
  private readonly history = new History<Undoable>();
  /** The draft that the sequence was made from. */
  private taken: Draft;
  /** Generates one token after the other. */
  readonly playback = new Playback({
    interval: PLAY_MS,
    advance: async () => {
      await this.next();
      return !this.sequence.over;
    },
    changed: () => this.changed(),
  });

  constructor(
    private readonly engine: AttentionPlayground,
    private readonly lang: 'en' | 'zh',
    private readonly models: LearnedModels,
    private readonly changed: () => void,
  ) {
    this.asked = new Asked(lang, models);
    this.taken = this.asked.draft;
  }

  get sequence(): Sequence {
    return this.made!;
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

  /** Makes the first model and its first token, after these sentences if it can read them. */
  async begin(parameters: ParameterSource, given: Partial<Draft>): Promise<void> {
    const first = this.open(parameters, given);
    this.queue = Promise.allSettled([first]);
    await first;
  }

  private async open(parameters: ParameterSource, given: Partial<Draft>): Promise<void> {
    const { asked } = this;
    const problem = await this.models.load(this.engine, parameters);
    await nextTask();
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
    const sentences = this.read(draft);
    return sentences !== undefined && (await this.renew(this.asked.model, draft, sentences));
  }

  /** Takes other parameters, with what was last typed for them; trained ones are fetched first. */
  take(parameters: ParameterSource): Promise<void> {
    this.playback.pause();
    return this.run(async () => {
      const problem = await this.models.load(this.engine, parameters);
      if (problem) return this.store.report(problem);
      const { asked } = this;
      if (!asked.take(parameters)) {
        this.notice = { code: 'noDecoder', values: {} };
        return;
      }
      const { model, draft } = asked;
      const sentences = this.read(draft);
      if (sentences) await this.renewUndoably(model, draft, sentences);
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
    this.choice = pass.choice.settings;
    this.wrong = this.notice = undefined;
    this.show(pass);
    this.changed();
  }

  /** Chooses the shown token again; while a slider moves, only the last setting counts. */
  choose(patch: Partial<ChoiceSettings>): Promise<void> {
    this.choice = { ...this.choice, ...patch };
    this.wrong = this.notice = undefined;
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
    this.playback.pause();
    asked.model = model;
    const { draft } = asked;
    const sentences = this.read(draft);
    return this.run(async () => {
      if (sentences) await this.renewUndoably(model, draft, sentences);
    });
  }

  /** Takes other sentences, for the same model, or with `renew` for a new one that knows all their tokens. */
  say(draft: Draft, renew = false): Promise<void> {
    this.playback.pause();
    this.asked.draft = draft;
    const sentences = this.read(draft);
    return this.run(async () => {
      if (!sentences) return;
      // Settings changed while the sentences were unusable still need a new model.
      const { model } = this.asked;
      const other = model !== this.sequence.settings;
      if (renew || other) return this.renewUndoably(model, draft, sentences);
      this.wrong = unknownIn(sentences, draft, this.sequence.plan.vocabularies);
      if (this.wrong) return;
      const before = this.undoable();
      await this.sequence.restart(sentences, this.choice, this.useCache, (pass) => {
        this.notice = { code: 'reused', values: { ...pass.cache } };
        this.show(pass);
      });
      this.taken = draft;
      this.history.note(before);
    });
  }

  /** Changes a weight of the model, for the tokens that are still to come. */
  change(path: string, index: readonly number[], value: number): ChangedWeight {
    const before = this.undoable();
    const changed = this.sequence.change(path, index, value);
    this.history.note(before);
    this.changed();
    return changed;
  }

  undo(): void {
    void this.travel('undo');
  }

  redo(): void {
    void this.travel('redo');
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

  refuse(wrong: Wrong | undefined): void {
    this.wrong = wrong;
    this.changed();
  }

  dispose(): void {
    this.closed = true;
    this.playback.pause();
    this.view?.dispose();
    void this.queue.then(() => this.made?.dispose());
  }

  private read(draft: Draft): Sentences | undefined {
    const read = this.asked.read(draft);
    this.wrong = read.wrong;
    return read.wrong ? undefined : read.value;
  }

  private undoable(): Undoable {
    const { recipe, passes } = this.sequence;
    return { recipe, position: passes.indexOf(this.shown), draft: this.taken };
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
      const { recipe, position, draft } = entry;
      let next;
      try {
        next = await Sequence.from(this.engine, recipe);
      } catch (error) {
        this.history[direction === 'undo' ? 'redo' : 'undo'](entry, () => true);
        throw error;
      }
      this.asked.model = recipe.plan.settings;
      this.asked.draft = draft;
      this.wrong = undefined;
      const shown = next.passes[position]!;
      this.choice = shown.choice.settings;
      this.replace(next, shown, draft);
    });
  }

  private async renewUndoably(...how: Parameters<typeof this.renew>): Promise<void> {
    const before = this.undoable();
    if (await this.renew(...how)) this.history.note(before);
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
    this.notice = undefined;
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

  /** Runs tasks one after the other; a failure is reported and changes nothing. */
  private run(task: () => Promise<void>): Promise<void> {
    const done = this.queue.then(async () => {
      if (this.closed) return;
      try {
        await task();
      } catch (error) {
        this.playback.pause();
        this.notice = { code: 'failed', values: { message: String(error) } };
      }
      this.changed();
    });
    this.queue = done;
    return done;
  }
}
