// What has to be written for an operation whose explanation has a form of its own, and for a step of it in the middle
// of a graph: all of it, at the places that CONTRIBUTING names.

const header = `#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// x minus a quantile of its row. Inputs: x [..., n] → [..., n]. Attributes: Quantile. Throws
/// Error(rank) and Error(shape) naming \`x\`.
extern const Operation centre;

}  // namespace ap::ops
`;

const source = `// Compiled for speed: loops over cells.
#include "attention_playground/ops/centre.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap::ops {

namespace {

Layout centre_layout(InputLayouts inputs, const Attributes&) {
  const Dims& shape = inputs[0]->shape;
  require(shape.rank() > 0, ErrorCode::rank, "x", {shape}, {"at least 1 axis"});
  require(shape.back() > 0, ErrorCode::shape, "x", {shape}, {"rows of at least 1 number"});
  return contiguous_layout(shape);
}

/// Where the quantile stands among n numbers in rising order.
Index rank_of(const Attributes& attributes, Index n) {
  return static_cast<Index>(as<Quantile>(attributes).share * static_cast<float>(n - 1));
}

void centre_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Tensor x = inputs[0]->contiguous();
  const Index n = x.size(-1);
  float* const to = out.mutable_data();
  float* const sorted = scratch(n);
  for (Index first = 0; first < x.count(); first += n) {
    const float* const row = x.data() + first;
    std::copy(row, row + n, sorted);
    float* const middle = sorted + rank_of(attributes, n);
    std::nth_element(sorted, middle, sorted + n);
    fill_row(to + first, n,
             [&](Index i, Index count) { return simd::load_tail(row + i, count) - *middle; });
  }
}

CentreRule rule_of(Inputs inputs, const Attributes& attributes, Dims index) {
  CentreRule rule{{}, index.back(), 0};
  std::vector<Index> places(static_cast<std::size_t>(inputs[0]->size(-1)));
  std::iota(places.begin(), places.end(), Index{0});
  for (const Index place : places) {
    index[index.rank() - 1] = place;
    rule.operands.push_back({0, index, inputs[0]->at(index)});
  }
  const auto value = [&](Index place) {
    return rule.operands[static_cast<std::size_t>(place)].value;
  };
  std::stable_sort(places.begin(), places.end(),
                   [&](Index a, Index b) { return value(a) < value(b); });
  rule.middle = places[static_cast<std::size_t>(rank_of(attributes, inputs[0]->size(-1)))];
  return rule;
}

Explanation centre_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  CentreRule rule = rule_of(inputs, attributes, index);
  const auto value = [&](Index place) {
    return static_cast<double>(rule.operands[static_cast<std::size_t>(place)].value);
  };
  const double result = value(rule.position) - value(rule.middle);
  return {result, product_bound(result), std::move(rule)};
}

void centre_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    return static_cast<float>(centre_explain(inputs, attributes, index).result);
  });
}

}  // namespace

const Operation centre = {
    .name = "centre",
    .texts = {R"({0} - \\operatorname{quantile}_{{share}}({0!}))",
              "{0} - torch.quantile({0}, {share}, -1, keepdim=True, interpolation='lower')",
              "{0} - np.quantile({0}, {share}, -1, keepdims=True, method='lower')"},
    .layout = centre_layout,
    .run = centre_run,
    .reference = tested<centre_reference>,
    .explain = centre_explain,
    .roundings = one_rounding,
    .stops = Stop::choice,
};

}  // namespace ap::ops
`;

const cppTest = `#include "attention_playground/ops/centre.hpp"

#include <algorithm>

#include "catch.hpp"
#include "support/any_attributes.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("centre: SIMD, reference and explanation agree at every length and order in memory") {
  AnyAttributes any;
  any.probability = 0.25F;
  CHECK(std::get<Quantile>(any.of(ops::centre)).share == 0.25F);
  for (Index length : {1, 2, 3, 4, 5, 8, 9, 33}) {
    const Tensor x = random_tensor({2, 3, length}, "x", 3);
    for (Arrangement arrangement : arrangements)
      CHECK(what_is_wrong(ops::centre, {arranged(x, arrangement)}, any.of(ops::centre)) == "");
  }
}

TEST_CASE("centre: half of each row is not above 0, and the quantile itself is 0") {
  for (Index length : {1, 2, 5, 16, 17}) {
    std::vector<float> row =
        values_of(run(ops::centre, {random_tensor({length}, "x", 3)}, Quantile{0.5F}));
    std::sort(row.begin(), row.end());
    CHECK(row[static_cast<std::size_t>((length - 1) / 2)] == 0);
  }
}

TEST_CASE("centre: rows of no numbers are refused") {
  CHECK(error_of([] { run(ops::centre, {tensor({}, {1})}); }) == "rank x");
  CHECK(error_of([] { run(ops::centre, {Tensor(Dims{2, 0})}); }) == "shape x");
}

}  // namespace ap::test
`;

/** What its explanation begins with. */
export const rule = { en: 'A number minus the middle:', zh: '减去中间的数：' };

export const title = { en: 'Centred scores', zh: '居中的分数' };
const sentence = { en: `${title.en}.`, zh: `${title.zh}。` };

const library = 'src/attention_playground';

/** An operation that subtracts a quantile of its row, told which one, with a rule that no other operation has. */
export function addOperation(copy) {
  copy.add(`${library}/ops/centre.hpp`, header);
  copy.add(`${library}/ops/centre.cpp`, source);
  copy.insert(
    `${library}/attention_playground.hpp`,
    '#include "attention_playground/ops/choice.hpp"',
    '#include "attention_playground/ops/centre.hpp"\n',
  );
  copy.add('tests/cpp/ops/centre_test.cpp', cppTest);
  copy.insert('tests/cpp/fuzz/operations_fuzz.cpp', '&ops::argmax,', '&ops::centre, ');
  copy.insert('web/engine/types/traces.ts', "  | 'constant' //", "  | 'centre'\n");
  for (const lang of ['en', 'zh']) {
    copy.insert(`web/i18n/${lang}/why.ts`, '  cached:', `  centre: '${sentence[lang]}',\n`);
  }
  addAttributes(copy);
  addRule(copy);
}

function addAttributes(copy) {
  const attributes = `${library}/ops/attributes.hpp`;
  copy.insert(
    attributes,
    '/// How a parameter starts',
    '/// centre: which part of the row lies below what is subtracted.\nstruct Quantile {\n  float share = 0.5F;\n};\n\n',
  );
  copy.insert(attributes, '>;\n\ninline constexpr Attributes no_attributes', ', Quantile');
  copy.insert(
    'src/bindings/step_record.cpp',
    '  void operator()(const FromPosition&',
    '  void operator()(const Quantile& quantile) { writer.pair_of_float("share", quantile.share); }\n',
  );
  copy.insert('web/engine/notation/template.ts', "'normalized_shape',", "'share', ");
  copy.insert(
    'tests/cpp/support/any_attributes.cpp',
    '  if (name == "positional_encoding")',
    '  if (name == "centre") return Quantile{probability};\n',
  );
}

function addRule(copy) {
  const explanation = `${library}/ops/explanation.hpp`;
  copy.insert(
    explanation,
    'using Rule =',
    `/// A cell of a row minus another of it.
struct CentreRule {
  std::vector<Operand> operands;
  Index position, middle;
};

`,
  );
  copy.insert(explanation, '>;\n\n/// How one cell came about.', ', CentreRule');
  copy.insert(
    'src/bindings/explanation_record.cpp',
    '\n private:\n  template <typename List>',
    `  void operator()(const CentreRule& rule) {
    write({static_cast<double>(rule.position), static_cast<double>(rule.middle)});
    cells(rule.operands);
  }
`,
  );
  copy.insert(
    'web/engine/traces/explanation.ts',
    '];\n\nfunction dot(',
    `  (reader) => ({
    rule: 'centre',
    position: reader.number(),
    middle: reader.number(),
    operands: reader.cells(0),
  }),
`,
  );
  const types = 'web/engine/types/explanation.ts';
  copy.insert(
    types,
    'export type Explanation =',
    `/** A cell of a row minus another of it. */
export interface CentreExplanation extends Explained {
  rule: 'centre';
  operands: Cell[];
  position: number;
  middle: number;
}

`,
  );
  copy.insert(types, '\n  | ChainExplanation;', '\n  | CentreExplanation');
  addProof(copy);
  addChecks(copy);
}

function addProof(copy) {
  const proof = 'web/parts/proof/rules.ts';
  copy.insert(proof, '  Explanation,\n', '  CentreExplanation,\n');
  copy.insert(proof, 'list, type ProofContext', 'bracketed, operand, ');
  copy.insert(
    proof,
    "    case 'choice':",
    "    case 'centre':\n      return renderCentre(context, rule);\n",
  );
  copy.insert(
    proof,
    'function renderSelect(',
    `function renderCentre(context: ProofContext, rule: CentreExplanation): TemplateResult {
  const [own, middle] = [rule.operands[rule.position]!, rule.operands[rule.middle]!];
  return html\`<p>\${ruleWords(context).centreRule}</p>
    <p class="line equation">
      \${operand(context, own)} − \${bracketed(context, middle)} = <b>\${precise(rule.result)}</b>
    </p>
    \${list(context, rule.operands)}\`;
}

`,
  );
  for (const lang of ['en', 'zh']) {
    copy.insert(`web/i18n/${lang}/rules.ts`, '  copyRule:', `  centreRule: '${rule[lang]}',\n`);
  }
}

function addChecks(copy) {
  const rules = 'tests/cpp/support/rules.cpp';
  copy.insert(
    rules,
    '/// How many come before a place',
    `bool adds_up(const CentreRule& rule, double result) {
  const auto value = [&](Index place) {
    return as_double(rule.operands.at(static_cast<std::size_t>(place)));
  };
  return result == value(rule.position) - value(rule.middle);
}

`,
  );
  copy.insert(
    rules,
    '                 [&](const NormaliseRule& norm) {',
    '                 [&](const CentreRule& centre) { operands = centre.operands; },\n',
  );
  const check = 'tests/node/engine/support/explanation-check.mjs';
  copy.insert(check, '  checkChoice,\n', '  checkCentre,\n');
  copy.insert(check, '  choice: [checkChoice', "  centre: [checkCentre, ['centre']],\n");
  copy.insert(
    'tests/node/engine/support/explanation-rules.mjs',
    'export function checkMaximum(',
    `export function checkCentre(all, { path, attributes }, explanation) {
  const { index, operands, position, middle, result } = explanation;
  const row = checkRow(all, path, operands, 0, index.slice(0, -1));
  const sorted = row.toSorted((a, b) => a - b);
  assert.equal(position, index.at(-1));
  assert.equal(row[middle], sorted[Math.floor(attributes.share * (row.length - 1))]);
  assert.equal(result, row[position] - row[middle]);
}

`,
  );
}

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
