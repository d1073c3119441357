// The options that set the model: every attribute of the element is one, read from the table of settings.

import { isBlank } from '../text/index.js';
import { SHIPPED } from '../learned/names.js';
import { PROPERTIES, type PropertyName } from '../playground/attributes.js';
import { DEFAULTS } from '../playground/state.js';
import { settingOf, type SettingName } from '../playground/settings/table.js';
import type { FlagType, NumberType, WordType } from '../playground/settings/types.js';
import type { WordSetType } from '../playground/settings/word-set.js';
import { parseNumber } from '../trace/numbers.js';
import { fill } from '../i18n/fill.js';
import type { SettingText } from '../i18n/en/settings.js';
import type { Asked, Speech } from './asked.js';
import { refuse } from './refusal.js';
import type { Texts } from './texts/index.js';

export interface SettingOption {
  name: SettingName;
  property: PropertyName;
  /** `--d-model`, or `--no-bias` */
  long: string;
  /** `--d-model <n>` */
  flags: string;
  /** As the parser names its value. */
  key: string;
  description: string;
  group: 'show' | 'model' | 'fromModel';
  /** Whether it may be given several times. */
  many: boolean;
}

/** What a terminal has no use for, or is given as words. */
const ELSEWHERE: readonly SettingName[] = ['sentences', 'mode', 'columnSums'];
/** How weights are drawn into files unless another view is asked for: with their numbers. */
export const FILE_VIEW = 'matrix';
const TRANSFORMER_ONLY: readonly SettingName[] = PROPERTIES.map(({ setting }) => setting).filter(
  (name) => settingOf(name).models?.includes('attention') === false,
);

type AnyType = Partial<WordType<string> & WordSetType<string, string> & FlagType> &
  Partial<NumberType<number | null>>;

const typeOf = (name: SettingName): AnyType => settingOf(name).type as AnyType;

export function settingOptions({ words, t }: Pick<Speech, 'words' | 't'>): SettingOption[] {
  return PROPERTIES.filter(({ setting }) => !ELSEWHERE.includes(setting)).map(
    ({ property, setting: name, attribute }) => {
      const type = typeOf(name);
      const isOn = type.flag === true && DEFAULTS[name] === true;
      const long = isOn ? `--no-${attribute}` : `--${attribute}`;
      return {
        name,
        property,
        long,
        flags: type.flag ? long : `${long} <${type.range ? 'n' : 'value'}>`,
        key: attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
        description: describe(name, isOn, { words, t }),
        group: name === 'decimals' || name === 'weightsView' ? 'show' : groupOf(name),
        many: name === 'memory',
      };
    },
  );
}

const groupOf = (name: SettingName): 'model' | 'fromModel' =>
  TRANSFORMER_ONLY.includes(name) ? 'fromModel' : 'model';

/** `Heads: a whole number from 1 to 16 (default: 4)` */
function describe(
  name: SettingName,
  isOn: boolean,
  { words, t }: Pick<Speech, 'words' | 't'>,
): string {
  const names = SHIPPED.join(words.comma);
  const own = { memory: words.options.memory, weightsView: words.options.weightsView } as Partial<
    Record<SettingName, string>
  >;
  if (name === 'parameters') return fill(words.options.parameters, { names });
  const texts: Partial<Record<SettingName, SettingText>> = t.settings;
  const label = own[name] ?? texts[name]?.name ?? name;
  if (typeOf(name).flag) return isOn ? fill(words.without, { name: label }) : label;
  const accepts = accepted(name, words);
  if (!accepts) return label;
  const [first] = name === 'weightsView' ? [FILE_VIEW] : settingOf(name).type.write(DEFAULTS[name]);
  return fill(words.withDefault, { text: label + t.proof.colon + accepts, first: first! });
}

/** `a whole number from 1 to 16`; '' of a text. */
export function accepted(
  name: SettingName,
  { accepts, comma }: Pick<Texts, 'accepts' | 'comma'>,
): string {
  const { words, members, range, derived } = typeOf(name);
  if (members) return fill(accepts.any, { words: ['none', ...members].join(comma) });
  if (name === 'parameters') return [...SHIPPED, '*.safetensors'].join(comma);
  if (words) return words.join(comma);
  if (!range) return '';
  const one = fill(range.whole ? accepts.whole : accepts.number, {
    least: range.least,
    most: range.most,
  });
  const [none = ''] = derived ? settingOf(name).type.write(null) : [];
  return derived ? fill(accepts.or, { one, other: none }) : one;
}

/** The values that were given, of which each fits its type. */
export function readSettings(
  given: Asked['settings'],
  { words, t }: Speech,
): Partial<Record<PropertyName, unknown>> {
  const read: Partial<Record<PropertyName, unknown>> = {};
  for (const { name, property, long: option, key } of settingOptions({ words, t })) {
    const value = given[key];
    // The parser gives a flag that can be turned off the value of one that is on.
    if (value === undefined || (value === true && DEFAULTS[name] === true)) continue;
    if (name === 'memory') {
      read[property] = value;
      continue;
    }
    const cleaned = settingOf(name).type.clean(value);
    if (!cleaned?.same) refuseValue(option, String(value), accepted(name, words), words);
    read[property] = cleaned.value;
  }
  return read;
}

export function refuseValue(option: string, typed: string, accepts: string, words: Texts): never {
  const actual = isBlank(typed) ? '""' : typed;
  refuse(words.problems.value, { option, actual, accepted: accepts });
}

/** A number that is no setting, within bounds; undefined if none was given. */
export function readNumber(
  option: string,
  typed: string | undefined,
  { least, most, whole = true }: { least: number; most: number; whole?: boolean },
  words: Texts,
): number | undefined {
  if (typed === undefined) return undefined;
  const number = parseNumber(typed);
  const fits = number >= least && number <= most;
  if (!fits || (whole && !Number.isInteger(number))) {
    const text = whole ? words.accepts.whole : words.accepts.number;
    refuseValue(option, typed, fill(text, { least, most }), words);
  }
  return number;
}
