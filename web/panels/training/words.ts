import type { Step } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import type { Language } from '../../i18n/index.js';
import { shareText } from '../../i18n/share.js';
import { blockTitle } from '../../trace/blocks.js';
import { brief } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import type { Texts } from './texts/en.js';

const shares = {
  en: new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }),
  zh: new Intl.NumberFormat('zh', { style: 'percent', maximumFractionDigits: 1 }),
};
const wholes = { en: new Intl.NumberFormat('en'), zh: new Intl.NumberFormat('zh') };

/** 0.42 → 42 %, which no line divides. */
export const share = (lang: Language, value: Computed): string =>
  shareText(shares[lang], value).replace(/%$/, lang === 'en' ? '\u00a0%' : '%');

/** 12345 → 12,345. */
export const whole = (lang: Language, value: number): string =>
  wholes[lang].format(Number(value.toFixed(0)));

/** In the place of a number that is not there yet. */
export const NONE = '–';

/** Two decimals where they tell something, and as many characters always. */
export function loss(value: Computed): string {
  if (!Number.isFinite(value)) return String(value);
  return value < 0.01 && value > 0 ? value.toExponential(1) : value.toFixed(value < 100 ? 2 : 0);
}

/** How many answers a model hesitates between. */
export const hesitation = (value: Computed): string =>
  value < 100 ? value.toFixed(1) : brief(Number(value.toPrecision(3)));

/** Where an attention stands: "Decoder 1 · Cross-attention". The output of a pointer is one of its heads. */
export function attentionName(t: Texts, store: TraceStore, step: Step): string {
  const block = step.scope.layer === undefined ? undefined : store.blockOf(step);
  return block ? blockTitle(store.t, block) : t.pointer;
}

/** How many heads an attention's weights have. */
export const headsOf = ({ axes, shape }: Step): number =>
  axes.includes('head') ? shape[axes.indexOf('head')]! : 1;

const HAN = /^[\p{Script=Han}，。]+$/u;

/** Tokens as one text: Chinese ones stand together, words have blanks between them. */
export function sentence(tokens: readonly string[]): string {
  return tokens.reduce((text, token) => {
    const joined = text === '' || (HAN.test(token) && HAN.test(text.at(-1)!));
    return joined ? text + token : `${text} ${token}`;
  }, '');
}
