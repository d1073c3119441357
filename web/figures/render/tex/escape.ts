import { accents, lowered, mathematical, raised, scripts, special } from './characters.js';

/** A character with what joins it and changes it, such as the parts of an emoji. */
const UNIT = /.(?:\u200d.|[\p{M}\u{1f3fb}-\u{1f3ff}])*/gsu;
/** The same in a formula, where letters may be a word. */
const WORD_OR_UNIT = new RegExp(`(?:[A-Za-z](?!\\p{M}))+|${UNIT.source}`, 'gsu');

/** ASCII, and the letters that pdfLaTeX's fonts have (T1): those of western and central Europe. */
const LETTER =
  /^[ -~\u00a1-\u00ac\u00ae-\u0125\u0128-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u0165\u0168-\u017e]$/;
/** What ctex has fonts for. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
/** No character, or one that only controls. */
const CONTROL = /^[\p{Cc}\p{Surrogate}\ufffe\uffff]$/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

const OTHER = '\\apother';

/** What a text in TeX needs beyond pdfLaTeX's fonts. */
export function needsOf(tex: string): { eastAsian: boolean; other: boolean } {
  return { eastAsian: EAST_ASIAN.test(tex), other: tex.includes(OTHER) };
}

/** Text that TeX reads as text: no character of it is a command. */
export function escapeTex(text: string): string {
  const units = text.normalize('NFC').replace(/\s/g, blank).match(UNIT) ?? [];
  let tex = '';
  for (let i = 0; i < units.length; i += 1) {
    const known = unitTex(units[i]!);
    if (known !== undefined) {
      tex += known;
      continue;
    }
    const run = otherRun(units, i);
    tex += otherTex(run.join(''));
    i += run.length - 1;
  }
  // Two of them would be a dash or a quotation mark.
  return tex.replace(/([-,])(?=\1)/g, '$1{}').replace(/^ | $| (?= )/g, '~');
}

/** A text with numbers: they have hyphens, which in print are no minus. */
export function numberTex(text: string): string {
  return escapeTex(text.replace(/(?<![\w.])-(?=\d)|(?<=\de)-(?=\d)/g, '−'));
}

/** Letters and signs in a formula: letters of one word stand upright, those of others are variables. */
export function mathTex(text: string, italic: boolean): string {
  const parts = text.normalize('NFC').match(WORD_OR_UNIT) ?? [];
  return parts
    .map((part) => {
      if (/^[A-Za-z]+$/.test(part)) return italic ? part : `\\mathrm{${part}}`;
      if (/^[\d()[\],.+=/:'-]$/.test(part)) return part;
      const sign = mathSigns[part] ?? mathematical[part];
      if (sign !== undefined) return `${sign} `;
      return (
        accented(part, (letter) => mathTex(letter, true).trim()) ?? `\\mbox{${escapeTex(part)}}`
      );
    })
    .join('');
}

const mathSigns: Readonly<Record<string, string>> = {
  '−': '-',
  '…': '{\\ldots}',
  ' ': '\\ ',
  '\u2009': '\\,',
  '\u2004': '\\;',
};

/** Thin blanks and those that join stay. */
const blank = (sign: string): string => (/[\u00a0\u2004\u2009]/.test(sign) ? sign : ' ');

/** undefined if it has neither a command nor a font, such as Arabic and emoji. */
function unitTex(unit: string): string | undefined {
  const command = special[unit];
  if (command !== undefined) return command;
  const symbol = mathematical[unit];
  if (symbol !== undefined) return `\\ensuremath{${symbol}}`;
  const [up, down] = [raised.indexOf(unit), lowered.indexOf(unit)];
  if (up >= 0) return `\\textsuperscript{${up}}`;
  if (down >= 0) return `\\textsubscript{${down}}`;
  if (CONTROL.test(unit)) return codePoint(unit);
  return LETTER.test(unit) || EAST_ASIAN.test(unit) ? unit : accentedText(unit);
}

/** A letter with signs over it, in a formula; undefined if one of them has no command. */
function accented(
  unit: string,
  letterTex: (letter: string) => string | undefined,
): string | undefined {
  const [letter, ...signs] = unit;
  const base = signs.length > 0 ? letterTex(letter!) : undefined;
  const commands = signs.map((sign) => accents[sign]);
  if (base === undefined || !commands.every((command) => command !== undefined)) return undefined;
  return commands.reduce((tex, command) => `${command}{${tex}}`, base);
}

function accentedText(unit: string): string | undefined {
  const tex = accented(unit, (letter) => {
    const known = unitTex(letter);
    return known === undefined ? undefined : `\\mbox{${known}}`;
  });
  return tex === undefined ? undefined : `\\ensuremath{${tex}}`;
}

/** Those from `from` on that one font has to draw; words that run to the left stay together. */
function otherRun(units: readonly string[], from: number): string[] {
  let end = from + 1;
  for (let i = end; i < units.length; i += 1) {
    const isBlank = units[i] === ' ' && RIGHT_TO_LEFT.test(units[from]!);
    const isOther = unitTex(units[i]!) === undefined;
    if (!isBlank && !isOther) break;
    if (isOther) end = i + 1;
  }
  return units.slice(from, end);
}

/** With its script, if that has forms of its own, and its code points, which tell whether a font has them. */
function otherTex(text: string): string {
  const script = Object.keys(scripts).find((name) => scripts[name]!.test(text)) ?? '';
  const inside = Array.from(text, (sign) => special[sign] ?? sign).join('');
  const turned = RIGHT_TO_LEFT.test(text) ? `\\beginR ${inside}\\endR` : inside;
  return `${OTHER}{${script}}{${turned}}{${Array.from(text, hex).join(',')}}`;
}

const codePoint = (sign: string): string => `U+${hex(sign)}`;

const hex = (sign: string): string =>
  sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
