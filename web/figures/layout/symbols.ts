import type { Measure } from '../marks.js';

/** Symbols such as `K_{\text{heads}}^{\top}` as runs of text, for pictures and words, where nothing sets TeX. */

/** A piece of a symbol: on the line, below it or above it. */
export interface Run {
  text: string;
  place: 'base' | 'sub' | 'sup';
  italic: boolean;
}

/** Control words that stand for one sign. */
const SIGNS: Readonly<Record<string, string>> = {
  top: '⊤',
  prime: '′',
  dots: '…',
  cdot: '·',
  times: '×',
  odot: '⊙',
  ell: 'ℓ',
  infty: '∞',
  lfloor: '⌊',
  rfloor: '⌋',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  tau: 'τ',
  mu: 'μ',
  sigma: 'σ',
  varepsilon: 'ε',
  ',': '\u2009',
  ';': '\u2004',
  ' ': ' ',
};

/** Signs over a letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  bar: '\u0304',
  overline: '\u0305',
  hat: '\u0302',
  tilde: '\u0303',
};

const UPRIGHT = ['text', 'mathrm', 'operatorname'];

/** The runs of a symbol in TeX, neighbours of one kind joined. Scripts within scripts stay on one line. */
export function symbolRuns(tex: string): Run[] {
  const runs: Run[] = [];
  for (const run of new Reader(tex).group('base')) {
    const last = runs.at(-1);
    if (last?.place === run.place && last.italic === run.italic) last.text += run.text;
    else if (run.text !== '') runs.push({ ...run });
  }
  return runs;
}

/** The height of scripts, as a part of that of what they belong to. */
export const SCRIPT = 0.75;

/** The width of a symbol that is set in a size. */
export function symbolWidth(tex: string, size: number, measure: Measure): number {
  return symbolRuns(tex).reduce(
    (sum, { text, place }) => sum + measure(text, place === 'base' ? size : size * SCRIPT, 'math'),
    0,
  );
}

/** A symbol on one line, scripts behind `_` and `^`: `K_heads⊤`. */
export function symbolText(tex: string): string {
  let before: Run['place'] = 'base';
  return symbolRuns(tex)
    .map(({ text, place }) => {
      const mark =
        place === before || /^[⊤′]/.test(text) ? '' : { base: '', sub: '_', sup: '^' }[place];
      before = place;
      return mark + text;
    })
    .join('');
}

class Reader {
  private at = 0;

  constructor(private readonly tex: string) {}

  /** Reads to the end, or to the brace that closes the group. */
  group(place: Run['place']): Run[] {
    const runs: Run[] = [];
    while (this.at < this.tex.length && this.tex[this.at] !== '}') {
      const sign = this.tex[this.at]!;
      if (sign === '_' || sign === '^') {
        this.at += 1;
        const script = sign === '_' ? 'sub' : 'sup';
        runs.push(...this.argument(place === 'base' ? script : place));
      } else runs.push(...this.argument(place));
    }
    this.at += 1;
    return runs;
  }

  /** A group in braces, a control word with what it applies to, or one letter. */
  private argument(place: Run['place']): Run[] {
    const sign = this.tex[this.at++] ?? '';
    if (sign === '{') return this.group(place);
    if (sign === '\\') return this.command(place);
    return [{ text: sign === '-' ? '−' : sign, place, italic: /[A-Za-z]/.test(sign) }];
  }

  private command(place: Run['place']): Run[] {
    const name = /^(?:[A-Za-z]+|.)/s.exec(this.tex.slice(this.at))?.[0] ?? '';
    this.at += name.length;
    if (/[A-Za-z]/.test(name) && this.tex[this.at] === ' ') this.at += 1;
    const upright = (text: string): Run[] => [{ text, place, italic: false }];
    if (UPRIGHT.includes(name)) return upright(textOf(this.argument(place)));
    if (name === 'mathcal') return upright(textOf(this.argument(place)).replace('L', 'ℒ'));
    if (name === 'sqrt') {
      const under = this.argument(place);
      const isOne = [...textOf(under)].length === 1;
      return [...upright(isOne ? '√' : '√('), ...under, ...upright(isOne ? '' : ')')];
    }
    const accent = ACCENTS[name];
    if (accent) {
      return this.argument(place).map((run) => ({
        ...run,
        text: run.place === place ? run.text.replace(/\p{L}/gu, `$&${accent}`) : run.text,
      }));
    }
    const sign = SIGNS[name];
    return [{ text: sign ?? name, place, italic: sign !== undefined && /\p{L}/u.test(sign) }];
  }
}

function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}
