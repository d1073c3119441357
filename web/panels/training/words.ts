import type { Language } from '../../i18n/index.js';
import { brief } from '../../trace/numbers.js';

const shares = {
  en: new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }),
  zh: new Intl.NumberFormat('zh', { style: 'percent', maximumFractionDigits: 1 }),
};
const wholes = { en: new Intl.NumberFormat('en'), zh: new Intl.NumberFormat('zh') };

/** 0.42 → 42 %. */
export const share = (lang: Language, value: number): string =>
  shares[lang].format(value).replace(/%$/, lang === 'en' ? ' %' : '%');

/** 12345 → 12,345. */
export const whole = (lang: Language, value: number): string =>
  wholes[lang].format(Number(value.toFixed(0)));

/** Two decimals where they tell something, and as many characters always. */
export function loss(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value < 0.01 && value > 0 ? value.toExponential(1) : value.toFixed(value < 100 ? 2 : 0);
}

/** How many answers a model hesitates between. */
export const hesitation = (value: number): string =>
  value < 100 ? value.toFixed(1) : brief(Number(value.toPrecision(3)));

const HAN = /^[\p{Script=Han}，。]+$/u;

/** Tokens as one text: Chinese ones stand together, words have blanks between them. */
export function sentence(tokens: readonly string[]): string {
  return tokens.reduce((text, token) => {
    const joined = text === '' || (HAN.test(token) && HAN.test(text.at(-1)!));
    return joined ? text + token : `${text} ${token}`;
  }, '');
}
