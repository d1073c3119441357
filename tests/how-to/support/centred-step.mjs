// A step of the operation that docs/how-to makes, and the words of both.

/** What its explanation begins with. */
export const rule = { en: 'A number minus the middle:', zh: '减去中间的数：' };

export const title = { en: 'Centred scores', zh: '居中的分数' };
const sentence = { en: `${title.en}.`, zh: `${title.zh}。` };

const library = 'src/attention_playground';

/** Beside the scores that are masked, so that every other number is what it was. */
export function addStep(copy) {
  const graph = `${library}/attention/scaled_dot_product.cpp`;
  copy.insert(
    graph,
    '#include "attention_playground/ops/dropout.hpp"',
    '#include "attention_playground/ops/centre.hpp"\n',
  );
  copy.insert(
    graph,
    '    {.kind = "masked_scores",',
    `    {.kind = "centred_scores",
     .symbol = R"(C{?head:_{head}})",
     .variable = "centred",
     .operation = &ops::centre,
     .role = Role::scores,
     .axes = score_axes},
`,
  );
  copy.insert(
    graph,
    '  const bool late =',
    '  builder.add(declared_attention["centred_scores"], {scores}, Quantile{0.5F});\n',
  );
  for (const lang of ['en', 'zh']) {
    const text = `{ title: '${title[lang]}', text: '${sentence[lang]}' }`;
    copy.insert(
      `web/i18n/${lang}/attention.ts`,
      '  causal_mask: {',
      `  centred_scores: ${text},\n`,
    );
  }
}
