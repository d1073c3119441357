// A step, in the middle of a graph, of the operation that docs/how-to makes, and the words of both.

/** What its explanation begins with. */
export const rule = { en: 'A number minus the middle:', zh: '减去中间的数：' };

export const title = { en: 'Centred scores', zh: '居中的分数' };
const sentence = { en: `${title.en}.`, zh: `${title.zh}。` };

const library = 'src/attention_playground';

/** Between the scores that are scaled and those that are masked. It moves all of a row, and leaves softmax as it was. */
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
     .symbol = R"(S^{\\circ}{?head:_{head}})",
     .variable = "centred",
     .operation = &ops::centre,
     .role = Role::scores,
     .axes = score_axes},
`,
  );
  copy.insert(
    graph,
    '  const bool late =',
    '  scores = builder.add(declared_attention["centred_scores"], {scores}, Quantile{0.5F});\n',
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
