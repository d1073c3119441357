import type { SettingText } from '../i18n/en/settings.js';
import { starting as en } from '../i18n/en/starting.js';
import type { Language } from '../i18n/index.js';
import { starting as zh } from '../i18n/zh/starting.js';
import { fill } from './names.js';
import type { Notice, Problem } from './problem.js';
import type { TraceStore } from './store.js';

/** The texts that are there before any dictionary is fetched. */
export const STARTING = { en, zh };

/** Why an element, its texts or its map could not be loaded. */
export function failureText(lang: Language, { code, argument, actual, expected }: Problem): string {
  const { failures, scripts } = STARTING[lang];
  const texts: Record<string, string | undefined> = code === 'script' ? scripts : failures;
  const text = texts[code === 'script' ? argument : code];
  if (text !== undefined) return fill(text, { actual, expected });
  const found = [argument, actual].filter(Boolean).join(': ');
  return fill(failures.unexpected, { actual: found });
}

/** The problem in the page's language. */
export function problemText(store: TraceStore, problem: Problem): string {
  const texts: Record<string, string | undefined> = store.t.problems.texts;
  const { actual, expected } = problem;
  const text = texts[problem.code];
  if (text === undefined) return failureText(store.state.lang, problem);
  return capital(fill(text, { argument: argumentName(store, problem.argument), actual, expected }));
}

export function noticeText(store: TraceStore, notice: Notice): string {
  const values = { ...notice.values };
  if (typeof values.names === 'string') {
    const names = values.names.split(',').map((name) => argumentName(store, name));
    const list = new Intl.ListFormat(store.state.lang, { type: 'conjunction' });
    values.names = list.format(new Set(names));
  }
  return fill(store.t.problems.notices[notice.code], values);
}

/** `sentence 2` → "Sentence 2"; a step's path → its title; an argument without a name is unchanged. */
function argumentName(store: TraceStore, argument: string): string {
  const { ui } = store.t;
  const numbered = /^(sentence|memory) (\d+)$/.exec(argument);
  if (numbered) {
    return fill(numbered[1] === 'memory' ? ui.memoryN : ui.sentenceN, { n: numbered[2]! });
  }
  const names: Record<string, string | undefined> = store.t.problems.names;
  const settings: Record<string, SettingText | undefined> = store.t.settings;
  const setting = settings[argument];
  return names[argument] ?? setting?.argument ?? (setting ? uncapital(setting.name) : argument);
}

/** A label within a sentence: `Width D` → `width D`. */
function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
