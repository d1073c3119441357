import type { ReactiveControllerHost } from 'lit';
import type { AttentionPlayground } from '../engine/types/index.js';
import type { Language } from '../i18n/index.js';
import { fill } from '../i18n/fill.js';
import type { Refused } from '../kit/fields/inputs.js';
import type { Learned } from '../learned/learned.js';
import type { ParameterSource, ShippedName } from '../learned/names.js';
import {
  usableTokens,
  withParameters,
  type LayerOptions,
  type LayerOpening,
} from './layer-options.js';
import { ParameterChoice } from './parameter-choice.js';
import { MOST_TOKENS, readSentence, type SentenceProblem } from './sentence.js';
import { knownBy, layersOf } from './trained-layer.js';

/** A panel that shows one layer of attention over a sentence. */
interface LayerPanel {
  /** Of what is shown. */
  options(): Readonly<LayerOptions> | undefined;
  language(): Language;
  problems(): Readonly<Record<SentenceProblem, string>>;
  /** Takes what the user has changed; `field` is the one that it was changed in. */
  take(change: Partial<LayerOptions>, field: string): void;
  /** Shows the tile or the head of a weight. */
  look?(cell: NonNullable<LayerOpening['cell']>): void;
  /** Sets the element's properties to what is shown. */
  tell(): void;
}

/** The sentence and the parameters of such a panel, and what is asked for in their place. */
export class LayerEditor {
  readonly choice: ParameterChoice;
  /** Unusable input of any field. */
  refused: Refused | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    names: readonly ShippedName[],
    private readonly panel: LayerPanel,
  ) {
    this.choice = new ParameterChoice(host, names, (learned) => layersOf(learned) > 0);
  }

  /** The trained model that is shown. */
  get learned(): Learned | undefined {
    const options = this.panel.options();
    return options && this.choice.models.of(options.parameters);
  }

  /** Of the field of the sentence: what the trained model cannot read. */
  get unread(): { text: string; tokens: readonly string[] } | undefined {
    const { refused, learned } = this;
    if (refused?.field !== 'sentence' || !learned) return undefined;
    const tokens = readSentence(refused.actual, knownBy(learned));
    return typeof tokens === 'string' ? undefined : { text: refused.actual, tokens };
  }

  /** What is shown first, where this is asked for; undefined if nothing is to be shown any more. */
  async begin(
    engine: AttentionPlayground,
    wished: ParameterSource,
    sentence: string,
  ): Promise<ReturnType<typeof withParameters> | undefined> {
    const parameters = await this.choice.begin(engine, wished);
    if (!parameters) return undefined;
    const learned = this.choice.models.of(parameters);
    return withParameters(parameters, learned, sentence, this.panel.language());
  }

  /** Another sentence; if it cannot be used, that is said, and it stays in its field. */
  readonly write = (text: string): void => {
    const { panel, learned } = this;
    const tokens = usableTokens(text, learned);
    if (tokens) return panel.take({ sentence: text, tokens }, 'sentence');
    const read = readSentence(text, learned && knownBy(learned));
    const reason = (): string =>
      typeof read === 'string' ? fill(panel.problems()[read], { most: MOST_TOKENS }) : '';
    this.refuse({ field: 'sentence', actual: text, text: reason });
  };

  refuse(refused: Refused): void {
    this.refused = refused;
    this.panel.tell();
    this.host.requestUpdate();
  }

  /** Takes the element's properties where they differ from what is shown. */
  adopt(sentence: string, parameters: string): void {
    const options = this.panel.options();
    if (!options) return;
    const asked = sentence === options.sentence ? undefined : sentence;
    // What keeps them from being shown is said below the fields.
    if (parameters !== options.parameters) void this.request(parameters as ParameterSource, asked);
    else if (asked !== undefined) this.write(asked);
  }

  /** Other parameters, once they are there, on this sentence or the present one if they can read it. */
  readonly request = (parameters: ParameterSource, asked?: string): Promise<void> => {
    const { panel, choice } = this;
    return choice.choose(parameters, (problem) => {
      const options = panel.options();
      if (problem || !options) return panel.tell();
      const refused = this.refused?.field === 'sentence' ? this.refused.actual : undefined;
      const typed = asked ?? refused ?? options.sentence;
      const learned = choice.models.of(parameters);
      const { change, cell } = withParameters(parameters, learned, typed, panel.language());
      panel.take(change, 'parameters');
      if (cell) panel.look?.(cell);
      if (asked !== undefined && asked !== change.sentence) this.write(asked);
    });
  };
}
