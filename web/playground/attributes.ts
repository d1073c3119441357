import type { Language } from '../i18n/index.js';
import { firstPair } from './first-visit.js';
import type { Raw } from './repair.js';
import { settings, type SettingName, type Settings, type ValueOf } from './settings/table.js';

/** The settings that are a word, several words, a number or a switch. */
type Plain = {
  [Name in SettingName]: ValueOf<Name> extends string | number | boolean | null ? Name : never;
}[SettingName];
type PlainName = Exclude<Plain, 'lang' | 'step' | 'cellStep' | 'batch' | 'head'>;

/** The element's properties that set the state. Each takes a text, too, as its attribute does. */
export type SettingProperties = Pick<{ [Name in keyof Settings]: ValueOf<Name> }, PlainName> & {
  /** One line for each sentence of the batch. */
  sentence: string;
  /** The second sentences: what cross-attention attends to, and an encoder reads. */
  memory: string;
};
export type PropertyName = keyof SettingProperties;

interface SettingProperty {
  property: PropertyName;
  setting: SettingName;
  attribute: string;
}

/** Every property that sets the state, with its attribute. */
export const PROPERTIES: readonly SettingProperty[] = settings.flatMap(([name, setting]) => {
  const { type, attribute = setting.address } = setting;
  const plain = ['words', 'members', 'range', 'flag'].some((form) => form in type);
  const text = name === 'sentences' || name === 'memory';
  if (name === 'lang' || !(plain || text)) return [];
  const property = name === 'sentences' ? 'sentence' : name;
  return [{ property: property as PropertyName, setting: name, attribute }];
});

/** What a page has set, as unchecked values of the state; `null` and `undefined` set nothing. */
export function settingsAsRaw(
  given: Readonly<Partial<Record<PropertyName, unknown>>>,
  lang: Language = 'en',
): Raw {
  const raw: Raw = {};
  for (const { property, setting } of PROPERTIES) {
    const value = given[property] ?? undefined;
    if (value === undefined) continue;
    raw[setting] = property === 'sentence' || property === 'memory' ? lines(value) : value;
  }
  if (raw.model === undefined && raw.memory !== undefined) raw.kind ??= 'cross';
  const own = raw.sentences !== undefined || raw.memory !== undefined;
  if (raw.model === 'encoder-decoder' && !own) Object.assign(raw, pairOnly(lang));
  return raw;
}

/** The sentences of the first pair, and the step and cell that it opens on. */
function pairOnly(lang: Language): Raw {
  const { sentences, memory, step, cell } = firstPair(lang);
  return { sentences, memory, step, cell };
}

/** One sentence a line; a list is taken as it is. */
function lines(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.split('\n').filter((line) => line.trim() !== '');
}
