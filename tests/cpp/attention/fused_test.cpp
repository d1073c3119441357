// The fused kernel against the steps that it replaces, over random shapes, scales and masks.

#include "attention_playground/attention/fused.hpp"

#include <cmath>

#include "attention_playground/ops/matmul.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/operation_check.hpp"
#include "support/steps.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr int fused_trials = 400;

struct RandomCase {
  Tensor query, key, value;
  GivenMasks masks;
  WeightOptions options;
  std::string text;
};

/// −∞ in about one of three places, 0 elsewhere.
Tensor hiding(const Dims& shape, const std::string& name) {
  Tensor mask = random_tensor(shape, name, 1);
  for (Index i = 0; i < mask.count(); ++i)
    mask.mutable_data()[i] = mask.data()[i] < -1.0F / 3 ? -infinity : 0;
  return mask;
}

/// Sets some rows to −∞.
void hide_rows(Tensor& mask) {
  const Index keys = mask.size(-1);
  for (Index row = 0; row < mask.count() / keys; row += 3)
    std::fill_n(mask.mutable_data() + row * keys, keys, -infinity);
}

void draw_masks(Draws& draw, const Dims& scores, RandomCase& drawn) {
  MaskOptions& mask = drawn.options.mask;
  mask.causal = draw.one_in(2);
  mask.causal_offset = draw.between(-3, 5);
  if (mask.causal) drawn.text += ", causal " + std::to_string(mask.causal_offset);
  if (draw.one_in(3)) {
    const Index batch = scores.rank() > 2 ? scores[0] : 1;
    drawn.masks.key_padding_mask = hiding({batch, scores.back()}, "padding" + drawn.text);
    drawn.text += ", key padding";
  }
  if (draw.one_in(2)) return;
  Dims shape = draw.one_in(3) ? Dims{scores[scores.rank() - 2], scores.back()} : scores;
  for (int axis = 0; axis < shape.rank(); ++axis)
    if (draw.one_in(4)) shape[axis] = 1;
  const bool boolean = draw.one_in(2);
  Tensor custom = boolean ? hiding(shape, drawn.text) : random_tensor(shape, drawn.text, 3);
  if (boolean) hide_rows(custom);
  drawn.masks.attn_mask = custom;
  drawn.text += (boolean ? ", boolean " : ", additive ") + to_text(shape);
}

RandomCase draw_case(int trial) {
  Draws draw(23, trial);
  const bool long_rows = trial % 12 == 0;
  const Index queries = long_rows ? draw.between(1, 40) : draw.between(1, 70);
  const Index keys =
      long_rows ? draw.one_of<Index>({255, 256, 257, 300, 512, 513, 530}) : draw.between(1, 70);
  const auto width = [&] {
    return draw.one_in(6) ? draw.one_of<Index>({64, 128, 256}) : draw.between(1, 40);
  };
  const Index d_k = width();
  const Index d_v = width();
  const Index rank = draw.between(2, 4);
  Dims leading;
  for (Index axis = 2; axis < rank; ++axis) leading.push_back(draw.between(1, 3));
  const auto shape = [&](Index rows, Index columns) {
    Dims result = leading;
    result.push_back(rows);
    result.push_back(columns);
    return result;
  };
  RandomCase drawn{random_tensor(shape(queries, d_k), "q" + std::to_string(trial)),
                   random_tensor(shape(keys, d_k), "k" + std::to_string(trial)),
                   random_tensor(shape(keys, d_v), "v" + std::to_string(trial)),
                   {},
                   {},
                   "trial " + std::to_string(trial)};
  drawn.text += ": q " + to_text(drawn.query.shape()) + ", k " + to_text(drawn.key.shape()) +
                ", v " + to_text(drawn.value.shape());
  if (draw.one_in(2)) {
    drawn.options.scale = draw.one_of<float>({0, 0.3F, -0.7F, 5});
    drawn.text += ", scale " + std::to_string(*drawn.options.scale);
  }
  draw_masks(draw, shape(queries, keys), drawn);
  if (!draw.one_in(3)) return drawn;
  drawn.options.dropout_p = 0.3F;
  drawn.options.seed = static_cast<std::uint32_t>(trial);
  drawn.text += ", dropout";
  return drawn;
}

double score_magnitude(const RandomCase& drawn) {
  const double scale = static_cast<double>(
      drawn.options.scale.value_or(1 / std::sqrt(static_cast<float>(drawn.query.size(-1)))));
  return std::fabs(scale) * longest_row(drawn.query) * longest_row(drawn.key) +
         (drawn.masks.attn_mask ? largest_magnitude(*drawn.masks.attn_mask) : 0);
}

/// Finds weights that are 0 in only one of the two, unless they are too small to tell.
std::string different_zeros(const Tensor& fused, const Tensor& steps) {
  constexpr float negligible = 1e-30F;
  const std::vector<float> a = values_of(fused);
  const std::vector<float> b = values_of(steps);
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((a[i] == 0) != (b[i] == 0) && std::fmax(a[i], b[i]) > negligible)
      return "one of the weights " + to_text(index_at(static_cast<Index>(i), fused.shape())) +
             " is 0";
  return "";
}

/// The largest distance of a row's sum from 1, or from 0 if the row of `like` is all zeros.
double worst_sum(const Tensor& weights, const Tensor& like) {
  const std::vector<float> values = values_of(weights);
  const std::vector<float> expected = values_of(like);
  const auto keys = static_cast<std::size_t>(weights.size(-1));
  double worst = 0;
  for (std::size_t row = 0; row < values.size(); row += keys) {
    double sum = 0;
    bool any = false;
    for (std::size_t i = row; i < row + keys; ++i) {
      sum += static_cast<double>(values[i]);
      any = any || expected[i] != 0;
    }
    worst = std::fmax(worst, std::fabs(sum - (any ? 1 : 0)));
  }
  return worst;
}

Tensor magnitudes(const Tensor& tensor) {
  std::vector<float> values = values_of(tensor);
  for (float& each : values) each = std::fabs(each);
  return Tensor::from(tensor.shape(), values);
}

/// |x| · |w| (+ |bias|): the magnitudes that a projection adds up.
Tensor projected_magnitudes(const Tensor& x, const Tensor& w, const std::optional<Tensor>& bias) {
  if (!bias) return run(ops::linear, {magnitudes(x), magnitudes(w)});
  return run(ops::linear, {magnitudes(x), magnitudes(w), magnitudes(*bias)});
}

}  // namespace

TEST_CASE("fused attention: equals its steps, for every shape, scale, mask and dropout") {
  for (int trial = 0; trial < fused_trials; ++trial) {
    const RandomCase drawn = draw_case(trial);
    const auto fused = [&](bool need_weights) {
      return scaled_dot_product_attention(drawn.query, drawn.key, drawn.value, drawn.masks,
                                          drawn.options, need_weights);
    };
    const AttentionResult steps =
        run_steps(drawn.query, drawn.key, drawn.value, drawn.masks, drawn.options);
    const AttentionResult with_weights = fused(true);
    const Index keys = drawn.key.size(-2);
    const double kept = 1 / (1 - static_cast<double>(drawn.options.dropout_p));
    const double weights =
        kept * weights_tolerance(keys, drawn.query.size(-1) + 6, score_magnitude(drawn));
    const double output = kept * output_tolerance(keys, weights, drawn.value);
    INFO(drawn.text);
    CHECK(first_difference(with_weights.weights, steps.weights, weights) == "");
    CHECK(different_zeros(with_weights.weights, steps.weights) == "");
    CHECK(first_difference(with_weights.output, steps.output, output) == "");
    CHECK(first_difference(fused(false).output, steps.output, output) == "");
    CHECK(first_difference(fused(false).output, with_weights.output, output) == "");
    if (drawn.options.dropout_p > 0) continue;
    CHECK(worst_sum(with_weights.weights, steps.weights) <= tolerance(keys + softmax_roundings, 1));
  }
}

TEST_CASE("fused multi-head attention: equals its steps, for every shape, mask and dropout") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    const Tensor x = drawn(s, {s.batch, s.queries, s.width()}, "x", 0.2F);
    const Tensor y = drawn(s, {s.batch, s.keys, s.width()}, "y", 0.2F);
    const GivenProjections given = projections(s, trial % 2 == 0);
    GivenMasks masks;
    if (trial % 3 == 0) masks.key_padding_mask = hiding({s.batch, s.keys}, s.text());
    if (trial % 5 == 0) masks.attn_mask = drawn(s, {s.heads, s.queries, s.keys}, "mask");
    WeightOptions options;
    options.mask.causal = trial % 4 == 1;
    options.mask.causal_offset = trial % 5 - 2;
    options.dropout_p = trial % 7 == 0 ? 0.25F : 0;
    const AttentionResult steps = run_steps(x, y, y, given, s.heads, masks, options);
    const auto fused = [&](bool need_weights) {
      return multi_head_attention(x, y, y, given, s.heads, masks, options, need_weights);
    };
    const double score_magnitude = longest_row(projected_magnitudes(x, given.wq, given.bq)) *
                                       longest_row(projected_magnitudes(y, given.wk, given.bk)) /
                                       std::sqrt(static_cast<double>(s.d_k)) +
                                   (masks.attn_mask ? largest_magnitude(*masks.attn_mask) : 0);
    const double kept = 1 / (1 - static_cast<double>(options.dropout_p));
    const double weights =
        kept * weights_tolerance(s.keys, 2 * s.width() + s.d_k + 8, score_magnitude);
    // The output projection adds up h · d_v contexts, each with the error of its weights and
    // values.
    const Tensor value = projected_magnitudes(y, given.wv, given.bv);
    const Index terms = s.heads * s.d_v;
    const double output = (kept * output_tolerance(s.keys + s.width() + terms, weights, value)) *
                              static_cast<double>(terms) * largest_magnitude(*given.wo) +
                          tolerance(terms, given.bo ? largest_magnitude(*given.bo) : 0);
    const AttentionResult with_weights = fused(true);
    INFO(s.text() << ", weights ± " << weights << ", output ± " << output);
    CHECK(first_difference(with_weights.weights, steps.weights, weights) == "");
    CHECK(different_zeros(with_weights.weights, steps.weights) == "");
    CHECK(first_difference(with_weights.output, steps.output, output) == "");
    CHECK(first_difference(fused(false).output, steps.output, output) == "");
  }
}

}  // namespace ap::test
