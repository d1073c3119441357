#include "attention/attention.hpp"

#include <cmath>

#include "attention/multi_head.hpp"
#include "attention/parameters.hpp"
#include "attention/plan_cache.hpp"
#include "tensor/error.hpp"

namespace ap {

namespace {

void check_weights(const WeightOptions& options) {
  const float scale = options.scale.value_or(1);
  require(std::isfinite(scale), ErrorCode::not_finite, "scale", {scale}, {"a finite number"});
  require(std::isfinite(options.temperature) && std::isfinite(1 / options.temperature) &&
              options.temperature > 0,
          ErrorCode::range, "temperature", {options.temperature}, {"a finite number above 0"});
  require(options.dropout >= 0 && options.dropout < 1, ErrorCode::range, "dropoutP",
          {options.dropout}, {"a probability from 0 to below 1"});
}

/// The parts of the options that the given masks decide.
void take_masks(const GivenMasks& masks, Index batch, Index keys, MaskOptions& options) {
  if (masks.custom) {
    require_finite(*masks.custom, "attnMask", true);
    options.custom = masks.custom->shape();
  }
  if (!masks.key_padding) return;
  require_finite(*masks.key_padding, "keyPaddingMask", true);
  require(masks.key_padding->shape() == Dims{batch, keys}, ErrorCode::shape, "keyPaddingMask",
          {masks.key_padding->shape()}, {Dims{batch, keys}, ": [batch, keys]"});
  options.key_padding = true;
  options.lengths = false;
}

void supply_masks(const GivenMasks& masks, const Plan& plan, Supply& supply) {
  if (masks.custom) supply.given.emplace_back("custom_mask", *masks.custom);
  if (!masks.key_padding) return;
  const Dims& shape = plan[plan.find("padding_mask")].layout.shape;
  supply.given.emplace_back("padding_mask", masks.key_padding->contiguous().view(shape));
}

void supply_projections(const GivenProjections& given, Supply& supply) {
  supply.given.insert(supply.given.end(),
                      {{"w_q", given.wq}, {"w_k", given.wk}, {"w_v", given.wv}, {"w_o", given.wo}});
  if (given.bq) supply.given.emplace_back("b_q", *given.bq);
  if (given.bk) supply.given.emplace_back("b_k", *given.bk);
  if (given.bv) supply.given.emplace_back("b_v", *given.bv);
  if (given.bo) supply.given.emplace_back("b_o", *given.bo);
}

void check_matrix(const Tensor& matrix, const char* name, Index rows) {
  require_finite(matrix, name);
  require(matrix.rank() == 2, ErrorCode::rank, name, {matrix.shape()}, {"2 axes: [in, out]"});
  require(matrix.size(0) == rows && matrix.size(1) > 0, ErrorCode::shape, name, {matrix.shape()},
          {"(", rows, ", h·d) with h·d of at least 1"});
}

void check_bias(const std::optional<Tensor>& bias, const char* name, Index width) {
  if (!bias) return;
  require_finite(*bias, name);
  require(bias->shape() == Dims{width}, ErrorCode::shape, name, {bias->shape()}, {Dims{width}});
}

/// Checks the given matrices against the widths of what they project, and says what shapes they
/// make.
ProjectionOptions take_projections(const GivenProjections& given, Index heads, Index query_width,
                                   Index key_width, Index value_width) {
  check_matrix(given.wq, "wq", query_width);
  check_matrix(given.wk, "wk", key_width);
  require(given.wk.size(1) == given.wq.size(1), ErrorCode::shape, "wk", {given.wk.shape()},
          {given.wq.size(1), " columns, as wq has"});
  check_matrix(given.wv, "wv", value_width);
  check_matrix(given.wo, "wo", given.wv.size(1));
  check_bias(given.bq, "bq", given.wq.size(1));
  check_bias(given.bk, "bk", given.wk.size(1));
  check_bias(given.bv, "bv", given.wv.size(1));
  check_bias(given.bo, "bo", given.wo.size(1));
  ProjectionOptions options;
  options.source = Projections::given;
  options.heads = heads;
  options.query_key_width = given.wq.size(1);
  options.value_width = given.wv.size(1);
  options.output_width = given.wo.size(1);
  options.query_bias = given.bq.has_value();
  options.key_bias = given.bk.has_value();
  options.value_bias = given.bv.has_value();
  options.output_bias = given.bo.has_value();
  return options;
}

AttentionResult run_once(std::shared_ptr<const Plan> plan, const Supply& supply, const char* output,
                         bool need_weights, bool dropped) {
  Run run(plan, supply_leaves(*plan, supply));
  AttentionResult result{run.value(plan->find(output)), {}};
  if (need_weights) result.weights = run.value(plan->find(dropped ? "dropped_weights" : "weights"));
  return result;
}

std::vector<std::string> kept_paths(const char* output, bool need_weights) {
  if (!need_weights) return {output};
  return {output, "weights", "dropped_weights"};
}

}  // namespace

AttentionResult scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                             const Tensor& value, const GivenMasks& masks,
                                             WeightOptions options, bool need_weights) {
  const Dims scores = scores_shape(query.shape(), key.shape(), value.shape());
  require_finite(query, "query");
  require_finite(key, "key");
  require_finite(value, "value");
  check_weights(options);
  take_masks(masks, scores.rank() > 2 ? scores[0] : 1, scores.back(), options.mask);
  struct Key {
    Dims q, k, v;
    WeightOptions options;
    bool need_weights;
    bool operator==(const Key&) const = default;
  };
  static PlanCache<Key> plans;
  const auto plan =
      plans.find_or({query.shape(), key.shape(), value.shape(), options, need_weights}, [&] {
        const std::vector<std::string> keep = kept_paths("context", need_weights);
        return plan_scaled_dot_product(query.shape(), key.shape(), value.shape(), options, &keep);
      });
  Supply supply;
  supply.given = {{"query", query}, {"key", key}, {"value", value}};
  supply_masks(masks, *plan, supply);
  return run_once(plan, supply, "context", need_weights, options.dropout > 0);
}

AttentionResult multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const GivenProjections& projections, Index heads,
                                     const GivenMasks& masks, WeightOptions options,
                                     bool need_weights) {
  for (const auto& [tensor, name] :
       {std::pair{&query, "query"}, {&key, "key"}, {&value, "value"}}) {
    require(tensor->rank() == 3, ErrorCode::rank, name, {tensor->shape()},
            {"3 axes: [batch, tokens, width]"});
    require(tensor->size(0) == query.size(0), ErrorCode::shape, name, {tensor->shape()},
            {"batch ", query.size(0), ", as query's"});
    require_finite(*tensor, name);
  }
  require(value.size(1) == key.size(1), ErrorCode::shape, "value", {value.shape()},
          {key.size(1), " rows, as many as key's"});
  check_weights(options);
  take_masks(masks, key.size(0), key.size(1), options.mask);
  struct Key {
    Dims q, k, v;
    ProjectionOptions projections;
    WeightOptions options;
    bool need_weights;
    bool operator==(const Key&) const = default;
  };
  static PlanCache<Key> plans;
  const ProjectionOptions shapes =
      take_projections(projections, heads, query.size(2), key.size(2), value.size(2));
  const auto plan = plans.find_or(
      {query.shape(), key.shape(), value.shape(), shapes, options, need_weights}, [&] {
        const std::vector<std::string> keep = kept_paths("output", need_weights);
        return plan_multi_head(query.shape(), key.shape(), value.shape(), shapes, options, &keep);
      });
  Supply supply;
  supply.given = {{"query", query}, {"key", key}, {"value", value}};
  supply_projections(projections, supply);
  supply_masks(masks, *plan, supply);
  return run_once(plan, supply, "output", need_weights, options.dropout > 0);
}

namespace {

WordVectors take_sentence(const SentenceInput& sentence, Index d_model, const char* argument) {
  if (!sentence.vectors) {
    const Dims& shape = sentence.ids->shape();
    require(shape[0] >= 1 && shape[1] >= 1, ErrorCode::size, argument, {shape},
            {"at least one token in at least one sentence"});
    return {shape[0], shape[1], d_model, true};
  }
  const Tensor& x = *sentence.vectors;
  require(x.rank() == 3, ErrorCode::rank, argument, {x.shape()},
          {"3 axes: [batch, tokens, d_model]"});
  require(x.count() > 0, ErrorCode::size, argument, {x.shape()}, {"sizes of at least 1"});
  require_finite(x, argument);
  return {x.size(0), x.size(1), x.size(2), false};
}

ProjectionOptions seeded_projections(const TraceRequest& request, Index d_model) {
  ProjectionOptions options;
  options.source = *request.projections;
  options.heads = request.heads;
  options.query_key_width = options.value_width = options.output_width = d_model;
  options.query_bias = options.key_bias = options.value_bias = options.output_bias = request.bias;
  return options;
}

void supply_sentence(const SentenceInput& sentence, const std::string& scope, Positions positions,
                     Supply& supply) {
  if (sentence.vectors) {
    const char* name = positions == Positions::none ? "x" : "embedding";
    supply.given.emplace_back(scope + name, *sentence.vectors);
  } else {
    supply.given.emplace_back(scope + "ids", *sentence.ids);
  }
}

}  // namespace

std::unique_ptr<Run> trace_attention(TraceRequest request) {
  require(request.d_model >= 1, ErrorCode::range, "dModel", {request.d_model}, {"at least 1"});
  AttentionOptions options;
  options.x = take_sentence(request.x, request.d_model, request.x.vectors ? "x" : "tokens");
  if (request.memory) {
    const char* argument = request.memory->vectors ? "memory" : "memoryTokens";
    options.memory = take_sentence(*request.memory, options.x.width, argument);
    require(options.memory->batch == options.x.batch, ErrorCode::shape, argument,
            {options.memory->batch, " sentences"},
            {options.x.batch, ", as many as the first text has"});
  }
  const WordVectors& keys = options.memory ? *options.memory : options.x;
  const auto width = static_cast<double>(options.x.width);
  require(width * width < (1 << 29), ErrorCode::overflow, "dModel", {width},
          {"a width whose square matrices have fewer than 2^29 elements"});
  require(request.projections || keys.width == options.x.width, ErrorCode::shape, "memory",
          {keys.width, " wide"}, {options.x.width, ", as x is, where there are no projections"});
  options.vocabulary = static_cast<Index>(request.vocabulary.size());
  options.positions = request.positions;
  options.weights = request.weights;
  check_weights(options.weights);
  const auto& lengths = request.memory ? request.memory->lengths : request.x.lengths;
  options.weights.mask.lengths = request.mask_padding && lengths.has_value();
  take_masks(request.masks, keys.batch, keys.length, options.weights.mask);
  if (request.projections) {
    options.projections = request.given ? take_projections(*request.given, request.heads,
                                                           options.x.width, keys.width, keys.width)
                                        : seeded_projections(request, options.x.width);
    options.projections->separate = request.separate;
  }
  static PlanCache<AttentionOptions> plans;
  const auto plan = plans.find_or(options, [&] { return plan_attention(options); });
  Supply supply;
  supply.seed = request.weights.seed;
  supply.vocabulary = std::move(request.vocabulary);
  supply_sentence(request.x, "", options.positions, supply);
  if (request.memory) supply_sentence(*request.memory, "memory.", options.positions, supply);
  if (options.weights.mask.lengths) supply.given.emplace_back("lengths", *lengths);
  if (request.given) supply_projections(*request.given, supply);
  supply_masks(request.masks, *plan, supply);
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply));
}

}  // namespace ap
