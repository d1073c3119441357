import type { ReactiveControllerHost } from 'lit';
import type { AttentionPlayground } from '../../engine/types/index.js';
import type { Learned } from '../../learned/learned.js';
import type { ParameterSource } from '../../learned/names.js';
import { paddingToken } from '../../text/index.js';
import { PanelStore } from '../panel-store.js';
import { ParameterChoice } from '../parameter-choice.js';
import { isUsable, seedFor, textFields, textOf, withText } from './fields.js';
import type { TextField, FieldError } from './fields.js';
import { crossWeights, DEFAULT, layersOf, panelOf, tokensOf, type Pairs } from './pair.js';
import { MODELS, openingCell, presetsOf } from './presets.js';

/** Texts by their fields. */
export type Texts = Partial<Record<TextField, string>>;

/** The pairs of sentences and the parameters that are shown, and what the user asks for in their place. */
export class PairEditor {
  readonly choice: ParameterChoice;
  readonly store: PanelStore<Pairs>;
  /** Texts that cannot be used. */
  drafts: Texts = {};
  /** A text that is no seed. */
  wrongSeed: FieldError | undefined;
  /** The layer that was last shown. */
  private layer = DEFAULT.layer;

  constructor(
    private readonly host: ReactiveControllerHost,
    /** Called after each change of what is shown, and after each refusal. */
    private readonly settled: () => void,
  ) {
    this.choice = new ParameterChoice(
      host,
      MODELS,
      ({ options }) => options.architecture === 'encoder-decoder',
    );
    this.store = new PanelStore(panelOf(this.choice.models), DEFAULT);
  }

  /** The trained model that is shown. */
  get learned(): Learned | undefined {
    return this.choice.models.of(this.store.options.parameters);
  }

  /** The fields with texts that cannot be used. */
  get unusable(): readonly TextField[] {
    return textFields(this.store.options).filter((field) => this.drafts[field] !== undefined);
  }

  /** Shows these parameters first; resolves to whether something is shown. */
  async begin(engine: AttentionPlayground, wished: ParameterSource): Promise<boolean> {
    const { store, choice } = this;
    const parameters = await choice.begin(engine, wished);
    if (!parameters) return false;
    const opens = parameters !== store.options.parameters;
    if (opens) store.retrace(this.opening(parameters));
    store.start(engine);
    if (opens) this.showOpening();
    return true;
  }

  end(): void {
    this.choice.end();
    this.store.dispose();
  }

  /** Takes the texts that can be used; the others stay in their fields. */
  readonly write = (texts: Texts): void => {
    const { options } = this.store;
    const drafts = { ...this.drafts };
    let pairs = options;
    for (const [field, text] of entriesOf(texts)) {
      delete drafts[field];
      if (isUsable(field, text, this.learned)) pairs = withText(pairs, field, text);
      else drafts[field] = text;
    }
    this.drafts = drafts;
    const { sources, targets } = pairs;
    const patch = {
      ...(sources !== options.sources && { sources }),
      ...(targets !== options.targets && { targets }),
    };
    if (Object.keys(patch).length > 0) this.take(patch);
    else this.settle();
  };

  /** Shows other parameters once they are there, with these texts if they can be used. */
  readonly request = (parameters: ParameterSource, texts: Texts = {}): Promise<void> =>
    this.choice.choose(parameters, (problem) => {
      if (problem) this.settle();
      else this.takeParameters(parameters, texts);
    });

  readonly seed = (text: string): void => {
    const seed = seedFor(text);
    this.wrongSeed =
      seed === undefined ? { field: 'seed', reason: 'seed', actual: text } : undefined;
    if (seed === undefined) this.settle();
    else this.take({ seed });
  };

  /** Shows the second pair, and in it a cell that is not padding. */
  readonly pad = (padding: boolean): void => {
    const { store } = this;
    this.take({ padding });
    store.updateView({ batch: padding ? 1 : 0 });
    if (!padding || store.kept?.index[0] !== 1) return;
    const last = (tokensOf(store.options, this.learned).target[1] ?? []).length - 1;
    const path = crossWeights(store.options.layer);
    store.keep({ path, index: [1, store.state.head, Math.min(1, last), 0] });
  };

  /** Takes pairs that can be used in place of all that is in the fields. */
  readonly replace = (pairs: Partial<Pairs>): void => {
    this.drafts = {};
    this.take(pairs);
  };

  readonly take = (pairs: Partial<Pairs>): void => {
    const { store } = this;
    const { path } = store.kept ?? { path: store.state.step };
    store.set(pairs);
    this.followLayer(path);
    this.settle();
  };

  /** After an undo nothing is left of what could not be used. */
  readonly undone = (): void => {
    this.drafts = {};
    this.wrongSeed = undefined;
    this.followLayer('');
    this.settle();
  };

  /** A trained model brings sentences that it knows, unless it knows the present ones. */
  private takeParameters(parameters: ParameterSource, texts: Texts): void {
    const opening = this.opening(parameters);
    const learned = this.choice.models.of(parameters);
    const { sources, targets } = entriesOf({ ...this.drafts, ...texts }).reduce<Pairs>(
      (pairs, [field, text]) => withText(pairs, field, text),
      this.store.options,
    );
    const present = { ...opening, sources, targets };
    if (textFields(present).every((field) => isUsable(field, textOf(present, field), learned))) {
      return this.replace(present);
    }
    this.replace(opening);
    this.showOpening();
    this.write(texts);
  }

  /** What these parameters are shown on. */
  private opening(parameters: ParameterSource): Pairs {
    const { options } = this.store;
    const learned = this.choice.models.of(parameters);
    const hasPadding = !learned || learned.words.has(paddingToken);
    return {
      ...options,
      ...presetsOf(learned)[0]!,
      padding: options.padding && hasPadding,
      parameters,
      layer: layersOf(learned) - 1,
    };
  }

  private showOpening(): void {
    const { store } = this;
    const cell = openingCell(store.options.parameters);
    this.layer = store.options.layer;
    store.goTo(cell?.path ?? crossWeights(this.layer));
    if (cell) store.keep(cell);
  }

  /** Shows the step of the same name in another layer. */
  private followLayer(path: string): void {
    const { store } = this;
    const { layer } = store.options;
    if (layer === this.layer) return;
    this.layer = layer;
    const same = path.replace(/^(encoder|decoder)\.\d+\./, `$1.${layer}.`);
    store.goTo(store.step(same) ? same : crossWeights(layer));
  }

  private settle(): void {
    this.settled();
    this.host.requestUpdate();
  }
}

function entriesOf(texts: Texts): [TextField, string][] {
  return Object.entries(texts) as [TextField, string][];
}
