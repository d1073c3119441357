// Traces of sentences whose tokens other formats would read as their own signs.

/** Printed ASCII only. */
export const plainWords = [
  'a',
  'cat',
  '$_#{}',
  '%\\&~^',
  '|`\'"',
  '--,,',
  '**b**',
  '<i>',
  '[x](y)',
  '@me',
  '\\',
];

export const oddWords = {
  en: [...plainWords, 'naïve', '😀', '👩‍🚀', 'שלום', 'مرحبا', '→∞', 'S̄', 'x²', 'www.a.b', 'http://a'],
  zh: ['我', '爱', '小猫', '。', '《书》', '你好！', 'Python', '100%'],
};

const steps = [
  'ids',
  'x',
  'q',
  'q_view',
  'scores',
  'masked_scores',
  'weights',
  'context',
  'output',
  'gradient.q',
  'w_q',
];

/** { patch, path }: settings that the engine accepts, and a step that is there with them. */
export function anyTrace(random, { lang, words = oddWords[lang], most = 9 }) {
  const pick = (...list) => list[random.whole(0, list.length - 1)];
  const heads = pick(1, 2, 3);
  const tokens = Array.from({ length: random.whole(1, most) }, () => pick(...words));
  const second = Array.from({ length: random.whole(1, most) }, () => pick(...words));
  const all = random.coin() ? [tokens, second] : [tokens];
  const patch = {
    lang,
    heads,
    dModel: heads * pick(1, 2, 5),
    sentences: all.map((one) => one.join(' ')),
    tokens: all,
    mask: 'causal',
    gradients: true,
    seed: random.whole(1, 99),
    decimals: random.whole(0, 4),
    batch: all.length - 1,
  };
  return { patch, path: pick(...steps) };
}
