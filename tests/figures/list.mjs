// The pictures of tests/figures/pictures: { name, patch or model, step, size, more, act }. `npm run figures` makes them anew.

/** As many tokens in both languages. */
const sentences = {
  en: {
    3: 'I am good',
    7: 'The cat sat on the mat.',
    16: 'She drank her tea because she was thirsty and it was still warm in the pot',
    31: 'A dog ate the food because it was hungry and then it slept in the sun by the door of the old house until the children came home from their school again today',
  },
  zh: {
    3: '我 很 好',
    7: '小猫 坐 在 软 垫子 上 。',
    16: '她 喝 了 她 的 茶 因为 她 渴 了 而且 茶 还 很 热 。',
    31: '一 只 狗 吃 了 食物 因为 它 饿 了 然后 它 在 老 房子 门口 的 阳光 下 睡 到 孩子们 今天 又 从 学校 回 家 里 来 。',
  },
};

/** Width and height that the stage leaves at 1280 × 800, and on a phone. */
const stage = [790, 560];
const phone = [336, 420];

/** Each length once; each language and the phone at least once. */
const views = {
  short: { tokens: 3, lang: 'zh', size: stage },
  usual: { tokens: 7, lang: 'en', size: stage },
  phone: { tokens: 7, lang: 'zh', size: phone },
  long: { tokens: 16, lang: 'en', size: stage },
  longest: { tokens: 31, lang: 'zh', size: stage },
};
const few = ['usual', 'phone'];
const all = Object.keys(views);

/** Steps of one attention, and the views of each: all where a length changes more than the number of rows. */
const attention = {
  ids: few,
  w_q: ['usual'],
  embedding: few,
  x: few,
  q: few,
  q_view: few,
  q_transposed: few,
  scores: ['short', 'usual', 'phone'],
  scaled_scores: few,
  masked_scores: few,
  weights: all,
  context: few,
  context_contiguous: few,
  concat: few,
};

/** Steps that only a Transformer has. */
const transformer = {
  'encoder.0.residual_1': few,
  'encoder.0.norm_1': few,
  'encoder.0.feed_forward.activation': few,
  'decoder.0.cross_attention.weights': few,
  probabilities: few,
};

/** Gradients: each kind of way back, with the value beside it. */
const backward = {
  'gradient.weights': ['usual'],
  'gradient.scaled_scores': ['phone'],
  'gradient.embedding_table': ['phone'],
};

/** Steps of a model with rotary positions, which is not one of the playground. */
const rotary = {
  'encoder.0.self_attention.rotated_queries': ['usual', 'phone', 'long'],
  'gradient.encoder.0.self_attention.k_transposed': ['usual', 'phone'],
};

const common = { tokens: [null], dModel: 16 };

function attentionPatch({ tokens, lang }, step) {
  const chosen = { step, mask: 'causal' };
  return { ...common, ...chosen, lang, sentences: [sentences[lang][tokens]] };
}

/** The other language's sentence is translated: three words are enough for the source. */
function transformerPatch({ tokens, lang }, step) {
  const source = sentences[lang === 'en' ? 'zh' : 'en'][3];
  const chosen = { step, model: 'encoder-decoder', memory: [source] };
  return { ...common, ...chosen, lang, sentences: [sentences[lang][tokens]] };
}

function backwardPatch(view, step) {
  return { ...attentionPatch(view, step), gradients: true };
}

function rotaryModel({ tokens, lang }, step) {
  const words = sentences[lang][tokens].match(/[\p{L}]+|[^\s\p{L}]/gu);
  return {
    lang,
    step,
    backward: step.startsWith('gradient.'),
    options: {
      architecture: 'encoder-only',
      source: [words],
      labels: [words],
      vocabulary: [...new Set(words)],
      dModel: 16,
      nhead: 2,
      numEncoderLayers: 1,
      dimFeedforward: 0,
      positions: 'rotary',
    },
  };
}

function pictures(steps, patchOf, key = 'patch') {
  return Object.entries(steps).flatMap(([step, names]) =>
    names.map((name) => {
      const view = views[name];
      const { tokens, lang, size } = view;
      return {
        name: `${step.replaceAll('.', '-')}-${tokens}-${lang}-${size[0]}`,
        [key]: patchOf(view, step),
        step,
        size,
      };
    }),
  );
}

/** What an edit, a choice or an option changes, in one figure. */
const special = [
  { name: 'weights-dark', step: 'weights', more: { scheme: 'dark' } },
  { name: 'weights-root-colours', step: 'weights', more: { root: true } },
  { name: 'scores-without-digits', step: 'scores', more: { detail: 'fit' } },
  { name: 'scores-half-way', step: 'scores', more: { moment: 0.5 } },
  { name: 'weights-nearly-there', step: 'weights', more: { moment: 0.8 } },
  {
    name: 'output-scrolled',
    step: 'output',
    patch: { dModel: 32 },
    more: { scroll: { 'columns 0': 90 } },
    size: phone,
  },
  { name: 'concat-separate', step: 'concat', patch: { headMatrices: 'separate' } },
  {
    name: 'weights-edited',
    step: 'weights',
    act: (store) => store.edit('weights', [0, 0, 2, 1], 0.9),
  },
  {
    name: 'masked_scores-padded',
    step: 'masked_scores',
    patch: {
      sentences: [sentences.en[7], sentences.en[3]],
      tokens: [null, null],
      mask: 'both',
      batch: 1,
    },
  },
].map(({ patch, ...one }) => ({
  size: stage,
  ...one,
  patch: { ...attentionPatch(views.usual, one.step), ...patch },
}));

const [step] = Object.keys(rotary);
const turning = {
  name: 'rotated-half-way',
  model: rotaryModel(views.usual, step),
  step,
  size: stage,
  more: { moment: 0.5 },
};

export const list = [
  ...pictures(attention, attentionPatch),
  ...pictures(transformer, transformerPatch),
  ...pictures(backward, backwardPatch),
  ...pictures(rotary, rotaryModel, 'model'),
  ...special,
  turning,
];
