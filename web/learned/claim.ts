import type { Evaluation } from '../engine/types/index.js';
import type { Computed } from '../engine/types/computed.js';
import { fill } from '../i18n/fill.js';
import type { Language } from '../i18n/index.js';
import { shareText } from '../i18n/share.js';
import type { ClaimFacts } from './facts.js';

/** A text about a model with its figures filled in. */
export function filled(text: string, facts: ClaimFacts, lang: Language): string {
  const share = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 });
  const whole = new Intl.NumberFormat(lang);
  const { labels, sentences, judged, heads } = facts.heldOut;
  const shares = { labels, sentences, judged, ...looksOf(heads) };
  const counts = { examples: facts.examples, updates: facts.updates };
  return fill(text, {
    ...formatted(shares, (value) => shareText(share, value)),
    ...formatted(counts, (value) => whole.format(value)),
  });
}

/** Of the last kind of look: the best single head, and all heads together. */
function looksOf(heads: Evaluation['heads']): { points?: Computed; all?: Computed } {
  const last = heads.at(-1)?.name;
  const own = heads.filter(({ name }) => name === last);
  const single = own.filter(({ head }) => head !== 'all').map(({ points }) => points);
  const all = own.find(({ head }) => head === 'all')?.points;
  if (single.length === 0) return {};
  const points = single.reduce((most, each) => (each > most ? each : most));
  return { points, ...(all !== undefined && { all }) };
}

function formatted(
  values: Readonly<Record<string, Computed | undefined>>,
  format: (value: Computed) => string,
): Record<string, string> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, format(value!)]));
}
