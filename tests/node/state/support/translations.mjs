// Checks that no text is missing in either language, and that every kind of step has its two texts.

/** Keys whose Chinese text may contain no Chinese: names and signs that are the same everywhere. */
export const sameInChinese = [
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
  'proof.tabs.pytorch',
  'panels.generate.topK',
];

/** A dictionary's texts by their dotted key; a text may be a function of the values it names. */
export function entries(dictionary, prefix = '') {
  return Object.entries(dictionary).flatMap(([key, value]) => {
    const path = prefix + key;
    return typeof value === 'object' && value !== null
      ? entries(value, `${path}.`)
      : [[path, value]];
  });
}

const wordsOf = (value) => (typeof value === 'function' ? value.toString() : String(value ?? ''));

/** Whether there is more than formulas, values to be filled in, and signs. */
const hasWords = (text) => /\p{L}/u.test(text.replaceAll(/\$[^$]+\$|\{\w+\}/g, ''));

function missing(from, to, language) {
  return [...from.keys()]
    .filter((key) => !to.has(key))
    .map((key) => `${key} is missing in ${language}`);
}

export function translationProblems({ en, zh }, kinds, { same = sameInChinese } = {}) {
  const english = new Map(entries(en));
  const chinese = new Map(entries(zh));
  const problems = [...missing(english, chinese, 'zh'), ...missing(chinese, english, 'en')];

  for (const [language, texts] of Object.entries({ en: english, zh: chinese })) {
    for (const [key, value] of texts) {
      if (wordsOf(value).trim() === '') problems.push(`${key} is empty in ${language}`);
    }
    for (const kind of kinds) {
      const has = (part) => texts.has(`steps.${kind}.${part}`);
      if (!has('title') || !has('text'))
        problems.push(`the step ${kind} lacks a text in ${language}`);
    }
  }
  for (const [key, value] of chinese) {
    const words = wordsOf(value);
    if (hasWords(words) && !/\p{Script=Han}/u.test(words) && !same.includes(key)) {
      problems.push(`${key} is not Chinese in zh: "${words}"`);
    }
  }
  return problems;
}
