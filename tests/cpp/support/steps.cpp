#include "support/steps.hpp"

#include <cmath>

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Supply supply_of(const Tensor& query, const Tensor& key, const Tensor& value,
                 const GivenMasks& masks, const Plan& plan) {
  Supply supply;
  supply.given = {{"query", query}, {"key", key}, {"value", value}};
  if (masks.attn_mask) supply.given.emplace_back("custom_mask", *masks.attn_mask);
  if (masks.key_padding_mask) {
    const Dims& shape = plan[plan.find("padding_mask")].layout.shape;
    supply.given.emplace_back("padding_mask", masks.key_padding_mask->contiguous().view(shape));
  }
  return supply;
}

AttentionResult run_plan(const std::shared_ptr<const Plan>& plan, const Supply& supply,
                         const char* output, const WeightOptions& options) {
  Run run(plan, supply_leaves(*plan, supply));
  return {value(run, output), value(run, options.dropout_p > 0 ? "dropped_weights" : "weights")};
}

}  // namespace

AttentionResult run_steps(const Tensor& query, const Tensor& key, const Tensor& value,
                          const GivenMasks& masks, WeightOptions options) {
  take_masks(masks, query.rank() > 2 ? query.size(0) : 1, key.size(-2), options.mask);
  const auto plan = std::make_shared<const Plan>(
      plan_scaled_dot_product(query.shape(), key.shape(), value.shape(), options, {}));
  return run_plan(plan, supply_of(query, key, value, masks, *plan), "context", options);
}

AttentionResult run_steps(const Tensor& query, const Tensor& key, const Tensor& value,
                          const GivenProjections& projections, Index heads, const GivenMasks& masks,
                          WeightOptions options) {
  take_masks(masks, query.size(0), key.size(1), options.mask);
  const ProjectionOptions shapes =
      take_projections(projections, heads, query.size(2), key.size(2), value.size(2));
  const auto plan = std::make_shared<const Plan>(
      plan_multi_head(query.shape(), key.shape(), value.shape(), shapes, options, {}));
  Supply supply = supply_of(query, key, value, masks, *plan);
  const auto add = [&](const char* path, const std::optional<Tensor>& given) {
    if (given) supply.given.emplace_back(path, *given);
  };
  add("w_q", projections.wq);
  add("w_k", projections.wk);
  add("w_v", projections.wv);
  add("w_o", projections.wo);
  add("b_q", projections.bq);
  add("b_k", projections.bk);
  add("b_v", projections.bv);
  add("b_o", projections.bo);
  return run_plan(plan, supply, "output", options);
}

double longest_row(const Tensor& tensor) {
  const std::vector<float> values = values_of(tensor);
  const auto width = static_cast<std::size_t>(tensor.size(-1));
  double longest = 0;
  for (std::size_t row = 0; row < values.size(); row += width) {
    double squares = 0;
    for (std::size_t i = row; i < row + width; ++i)
      squares += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    longest = std::fmax(longest, std::sqrt(squares));
  }
  return longest;
}

double weights_tolerance(Index keys, Index depth, double score_magnitude) {
  const double one = tolerance(keys + softmax_roundings, 1) + tolerance(2 * depth, score_magnitude);
  return 2 * one;
}

double output_tolerance(Index keys, double weights, const Tensor& values) {
  return (weights + tolerance(2 * keys + 2, 1)) * largest_magnitude(values);
}

}  // namespace ap::test
