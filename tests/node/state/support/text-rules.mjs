// All that is checked of a text of the page: each rule with its reason, and with texts that keep and break it.

import { importWeb } from '../../support/bundled.mjs';

const { firstSentence } = await importWeb('i18n/step-text.ts');

/** Names and signs that are the same in Chinese. */
const sameInChinese = [
  'axes.d_model',
  'axes.d_out',
  'axes.heads_d_k',
  'axes.heads_d_v',
  'axes.d_k',
  'axes.d_v',
  'axes.feed_forward',
  'axes.one',
  'settings.activation.choices.relu',
  'settings.activation.choices.gelu',
  'problems.notices.lookAt',
  'proof.comma',
  'proof.colon',
  'figure.semicolon',
  'steps.gradient_relu.title',
  'steps.gradient_gelu.title',
  'proof.tabs.pytorch',
  'panels.generate.topK',
  'panels.training.hand.optimizers.adamw',
];

/** Words that are not used, and what is said instead. */
const replaced = {
  en: [
    [/weights are random/i, 'parameters are random: weights are what softmax gives'],
    [/multiplied with/i, 'multiplied by'],
    [/memory token/i, 'source token'],
    [/(?<!non-)(?<!not )positive numbers that sum/i, 'numbers from 0 to 1: a weight can be 0'],
    [/take back/i, 'undo'],
    [/came about/i, 'how it was computed'],
    [/never asked for twice/i, 'not needed twice'],
    [/one number an? |, one a head/i, 'per column, per head'],
    [/this is none/i, 'what is missing, by its name'],
  ],
  zh: [
    [/遮|隐藏(?!层|的头|或显示|。)/u, '屏蔽，对掩码；隐藏层和界面除外'],
    [/推演/u, '算式，计算过程'],
    [/工作进程/u, '设备'],
    [/次序/u, '大小顺序'],
    [/站在/u, '在什么位置'],
    [/抽取|抽到/u, '采样，随机数'],
    [/按规定/u, '按约定'],
    [/切分成头/u, '拆成多头'],
    [/加掩码的/u, '掩码后的'],
    [/归一化（softmax）/u, 'softmax'],
    [/[RG]E?LU 激活/u, 'ReLU，GELU：激活函数的名字'],
    [/与它有多相关/u, '你和我有多相关'],
    [/互不需要/u, '互不依赖'],
    [/这样不行/u, '设置无效'],
    [/原样使用/u, '直接使用'],
  ],
};

/** What a text calls a whole of which {n} is one. */
const whole = String.raw`\{(total|all|most|of|count)\}`;
const swapped = {
  en: new RegExp(`${whole} of \\{n\\}`),
  zh: new RegExp(`第 ?${whole}|共 ?\\{n\\}`),
};

/** What fits into one line under a step's title, at 1280 px. */
const oneLine = { en: 95, zh: 46 };

const isStepText = (key) => /^steps\.\w+\.text$/.test(key);
/** Whether there is more than formulas, values to be filled in, and signs. */
const hasWords = (text) => /\p{L}/u.test(text.replaceAll(/\$[^$]+\$|\{\w+\}/g, ''));

/**
 * `problem({ language, key, text })` says what is wrong, or nothing. `right` and `wrong` are such texts, as [language, text]
 * or [language, text, key].
 */
export const rules = [
  {
    name: 'says something',
    why: 'an empty text is a gap on the page',
    problem: ({ text }) => text.trim() === '' && 'it is empty',
    right: [['en', 'Run']],
    wrong: [['zh', ' ']],
  },
  {
    name: 'is Chinese in the Chinese dictionary, or the same everywhere',
    why: 'who reads Chinese meets no English that was forgotten',
    problem: ({ language, key, text }) =>
      language === 'zh' &&
      hasWords(text) &&
      !/\p{Script=Han}/u.test(text) &&
      !sameInChinese.includes(key) &&
      'no Chinese is in it',
    right: [
      ['zh', '分数'],
      ['zh', '$d_k$ = {n}'],
      ['zh', 'ReLU', 'settings.activation.choices.relu'],
      ['en', 'Scores'],
    ],
    wrong: [['zh', 'Scores']],
  },
  {
    name: 'calls a thing by the one word that it has everywhere',
    why: 'a second word for it is read as a second thing',
    problem: ({ language, text }) => {
      const [, instead] = replaced[language].find(([word]) => word.test(text)) ?? [];
      return instead && `say: ${instead}`;
    },
    right: [
      ['en', 'The parameters are random.'],
      ['en', 'non-positive numbers that sum'],
      ['zh', '隐藏层'],
    ],
    wrong: [
      ['en', 'All weights are random.'],
      ['zh', '隐藏的词'],
      ['zh', '抽取的种子'],
    ],
  },
  {
    name: 'puts a place and its whole where the words say so: “step 3 of 20”, “第 3 步，共 20 步”',
    why: 'the two values have the same form, and no type tells them apart',
    problem: ({ language, text }) =>
      text.includes('{n}') &&
      new RegExp(whole).test(text) &&
      swapped[language].test(text) &&
      'they are exchanged',
    right: [
      ['zh', '第 {from} 至 {to} 列，共 {n} 列'],
      ['en', 'step {n} of {total}'],
      ['zh', '第 {n} 步，共 {total} 步'],
    ],
    wrong: [
      ['en', 'step {total} of {n}'],
      ['zh', '第 {total} 步，共 {n} 步'],
    ],
  },
  {
    name: 'of a step, begins with a sentence that fits into one line',
    why: 'it stands alone under the title of the step, and what is cut cannot be read',
    problem: ({ language, key, text }) => {
      if (!isStepText(key)) return undefined;
      const { first } = firstSentence(text);
      if (first.length > oneLine[language])
        return `${first.length} of ${oneLine[language]} letters`;
      const ends = language === 'zh' ? /。$/ : /(?<!\bal)\.$/;
      return !ends.test(first) && `it does not end: ${first}`;
    },
    right: [
      ['en', `Short. ${'And long. '.repeat(20)}`, 'steps.scores.text'],
      ['en', 'no sentence', 'steps.scores.title'],
    ],
    wrong: [
      ['en', `${'long '.repeat(20)}.`, 'steps.scores.text'],
      ['zh', '没有句号', 'steps.scores.text'],
    ],
  },
];

/** A dictionary's texts by their dotted key; a text may be a function of the values it names. */
export function entries(dictionary, prefix = '') {
  return Object.entries(dictionary).flatMap(([key, value]) => {
    const path = prefix + key;
    return typeof value === 'object' && value !== null
      ? entries(value, `${path}.`)
      : [[path, typeof value === 'function' ? value.toString() : String(value ?? '')]];
  });
}

/** Keys that one language has and the other lacks, and kinds of step that lack one of their two texts. */
export function missingTexts({ en, zh }, kinds) {
  const keys = Object.entries({ en, zh }).map(([language, dictionary]) => [
    language,
    new Set(entries(dictionary).map(([key]) => key)),
  ]);
  return keys.flatMap(([language, own], i) => {
    const [, others] = keys[1 - i];
    const needed = kinds.flatMap((kind) => [`steps.${kind}.title`, `steps.${kind}.text`]);
    return [...new Set([...others, ...needed])]
      .filter((key) => !own.has(key))
      .map((key) => `${key} is missing in ${language}`);
  });
}
