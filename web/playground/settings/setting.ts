// What the table of settings says of each.

import type { TransformerOptions } from '../../engine/types/index.js';
import type { FaultSituation } from './faults.js';
import type { MaskChoice } from './masks.js';
import type { Type } from './types.js';

/** What decides whether a setting has an effect. */
interface Situation {
  model: string;
  projections: string;
  mask: MaskChoice;
  training: boolean;
  gradients: boolean;
  pointer: boolean;
  dropoutP: number;
  outputProjection: boolean;
  scaleScores: boolean;
  fault: string;
  faultAt: string;
}

/** The engine's option that a setting stands for: its name, or the options of a value. */
type Option<Value> = string | ((value: Value, situation: Situation) => object);

/** Everything that the page knows about one setting, but for its texts: `settings` in web/i18n, by the same name. */
export interface Setting<Value> {
  type: Type<Value>;
  /** The value of a first visit. */
  first: NoInfer<Value>;
  /** Its name in the address. */
  address: string;
  /** What an address means that does not have it, if not the value of a first visit: such are older than the setting. */
  unsaid?: NoInfer<Value>;
  /** Its attribute, if words, numbers or a switch have another name there than in the address. */
  attribute?: string;
  /** Whether a change makes a new trace; these are what undo restores. */
  trace?: boolean;
  /** Where its control is: first, after those, or folded. */
  control?: 'main' | 'more' | 'rare';
  /** The models that have it, if not all. */
  models?: readonly string[];
  /** Whether it has an effect there; else it has no control, and the engine is not told. */
  acts?(situation: Situation): boolean;
  /** Whether a word can be chosen there. */
  offers?(word: NoInfer<Value>, situation: FaultSituation): boolean;
  /** The step that is opened when a person chooses a word, because its cells are set by hand there. */
  opens?: Readonly<Record<string, string>>;
  /** For one attention layer, and for a Transformer. */
  attention?: Option<Value>;
  transformer?: Option<Value>;
  /** What a trained model decides of it by its options; else it is a person's with such a model, too. */
  learned?(options: TransformerOptions): NoInfer<Value>;
  /** The user's own, which examples and "Start over" leave alone. */
  personal?: boolean;
}

/** Keeps the particular type, such as its words. */
export function setting<Value, Kind extends Type<Value> = Type<Value>>(
  of: Setting<Value> & { type: Kind & Type<Value> },
): Setting<Value> & { type: Kind } {
  return of;
}
