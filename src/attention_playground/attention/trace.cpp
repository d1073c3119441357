#include <algorithm>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/attention/rotation.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/count.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

void supply_masks(const GivenMasks& masks, const Plan& plan, Supply& supply) {
  if (masks.attn_mask) add_leaf(supply.given, "custom_mask", *masks.attn_mask);
  if (masks.dropout_mask) add_leaf(supply.given, "dropout_mask", *masks.dropout_mask);
  if (!masks.key_padding_mask) return;
  const Dims& shape = plan[plan.find("padding_mask")].layout.shape;
  add_leaf(supply.given, "padding_mask", masks.key_padding_mask->contiguous().view(shape));
}

void supply_projections(const GivenProjections& given, Supply& supply) {
  const auto supply_one = [&](const char* path, const std::optional<Tensor>& tensor) {
    if (tensor) add_leaf(supply.given, path, *tensor);
  };
  supply_one("w_q", given.wq);
  supply_one("w_k", given.wk);
  supply_one("w_v", given.wv);
  supply_one("w_o", given.wo);
  supply_one("b_q", given.bq);
  supply_one("b_k", given.bk);
  supply_one("b_v", given.bv);
  supply_one("b_o", given.bo);
}

WordVectors take_sentence(const SentenceInput& sentence, Index d_model, const char* argument) {
  if (!sentence.vectors) {
    require(sentence.ids.has_value(), ErrorCode::missing, argument, {"nothing"},
            {"ids of tokens, or vectors"});
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

/// Throws Error(overflow) naming `name` unless a matrix of this size can be stored.
void require_matrix(Index rows, Index columns, const char* name) {
  require(static_cast<double>(rows) * static_cast<double>(columns) < (1 << 29), ErrorCode::overflow,
          name, {columns, " columns"}, {"a matrix of fewer than 2^29 elements"});
}

/// The widths of what is projected.
struct InputWidths {
  Index query, key, value;
};

ProjectionOptions seeded_projections(const TraceRequest& request, const InputWidths& inputs) {
  const Index heads = request.num_heads;
  const auto& [d_k, d_v, output_width] = request.sizes;
  require(output_width == 0 || request.output_projection, ErrorCode::conflict, "output_width",
          {output_width, " without an output projection"}, {"W_o, whose columns these are"});
  ProjectionOptions options;
  options.source = *request.projections;
  options.num_heads = heads;
  options.query_key_width = d_k > 0 ? (Count(d_k) * heads).value() : inputs.query;
  options.value_width = d_v > 0 ? (Count(d_v) * heads).value() : options.query_key_width;
  if (request.output_projection)
    options.output_width = output_width > 0 ? output_width : inputs.query;
  options.query_bias = options.key_bias = options.value_bias = request.bias;
  options.output_bias = request.bias && request.output_projection;
  require_matrix(std::max(inputs.query, inputs.key), options.query_key_width,
                 d_k > 0 ? "d_k" : "d_model");
  require_matrix(std::max(inputs.value, options.output_width), options.value_width,
                 d_v > 0 ? "d_v" : "d_model");
  return options;
}

void supply_sentence(const SentenceInput& sentence, const char* scope, Positions positions,
                     Supply& supply) {
  if (sentence.vectors) {
    const char* name = are_added(positions) ? "embedding" : "x";
    add_leaf(supply.given, std::string(scope) + name, *sentence.vectors);
  } else {
    add_leaf(supply.given, std::string(scope) + "ids", *sentence.ids);
  }
}

/// `projects`: whether they are projected; else they may have heads.
GivenShapes take_operands(const GivenOperands& given, bool projects) {
  const auto& [query, key, value] = given;
  if (projects)
    check_projected(query, key, value);
  else
    scores_shape(query.shape(), key.shape(), value.shape());
  for (const auto& [tensor, name] : {std::pair{&query, "query"}, {&key, "key"}, {&value, "value"}})
    require(tensor->count() > 0, ErrorCode::size, name, {tensor->shape()}, {"sizes of at least 1"});
  require_finite_operands(query, key, value);
  return {query.shape(), key.shape(), value.shape()};
}

/// What attention reads: sentences, or given operands.
struct InputSizes {
  Index batch, keys;
  InputWidths widths;
};

InputSizes take_inputs(const TraceRequest& request, AttentionOptions& options) {
  if (request.operands) {
    require(!are_added(request.positions), ErrorCode::conflict, "positions",
            {"added to embeddings, with query, key and value given"}, {"none or rotary"});
    const auto& [query, key, value] =
        options.operands.emplace(take_operands(*request.operands, request.projections.has_value()));
    return {query.rank() > 2 ? query[0] : 1,
            key[key.rank() - 2],
            {query.back(), key.back(), value.back()}};
  }
  options.x = take_sentence(request.x, request.d_model, request.x.vectors ? "x.vectors" : "x.ids");
  if (request.memory) {
    const char* argument = request.memory->vectors ? "memory.vectors" : "memory.ids";
    options.memory = take_sentence(*request.memory, options.x.width, argument);
    require(options.memory->batch == options.x.batch, ErrorCode::shape, argument,
            {options.memory->batch, " sentences"},
            {options.x.batch, ", as many as the first text has"});
  }
  const WordVectors& keys = options.memory ? *options.memory : options.x;
  return {keys.batch, keys.length, {options.x.width, keys.width, keys.width}};
}

/// Throws unless Q Kᵀ exists although nothing is projected.
void check_without_projections(const TraceRequest& request, const InputWidths& widths) {
  require(request.workers == 1, ErrorCode::conflict, "workers",
          {request.workers, " with projections none"},
          {"projections, whose heads the workers share"});
  require(!request.sizes.any(), ErrorCode::conflict, "d_k", {"a size with projections none"},
          {"projections, whose matrices have sizes"});
  require(widths.key == widths.query, ErrorCode::shape, "memory", {widths.key, " wide"},
          {widths.query, ", as wide as x, because there are no projections"});
}

ProjectionOptions take_projections(const TraceRequest& request, const InputWidths& widths) {
  if (!request.given) return seeded_projections(request, widths);
  require(!request.sizes.any(), ErrorCode::conflict, "d_k", {"a size with given projections"},
          {"sizes that follow from the matrices"});
  return take_projections(*request.given, request.num_heads, widths.query, widths.key,
                          widths.value);
}

void supply_inputs(const TraceRequest& request, Supply& supply) {
  if (request.operands) {
    const auto& [query, key, value] = *request.operands;
    for (const auto& [path, tensor] :
         {std::pair{"query", &query}, {"key", &key}, {"value", &value}})
      add_leaf(supply.given, path, *tensor);
    return;
  }
  supply_sentence(request.x, "", request.positions, supply);
  if (request.memory) supply_sentence(*request.memory, "memory.", request.positions, supply);
}

}  // namespace

std::unique_ptr<Run> trace_attention(const TraceRequest& request) {
  require(request.d_model >= 1, ErrorCode::range, "d_model", {request.d_model}, {"at least 1"});
  AttentionOptions options;
  const auto [batch, keys, widths] = take_inputs(request, options);
  if (request.projections) {
    options.projections = take_projections(request, widths);
    options.projections->rotary = request.positions == Positions::rotary && !request.memory;
    options.projections->separate = request.separate;
    options.projections->workers = request.workers;
  } else {
    check_without_projections(request, widths);
  }
  options.vocabulary = static_cast<Index>(request.vocabulary.size());
  options.positions = request.positions;
  options.weights = request.weights;
  check_weights(options.weights);
  const auto& lengths = request.memory ? request.memory->lengths : request.x.lengths;
  options.weights.mask.lengths = request.mask_padding && lengths.has_value();
  take_masks(request.masks, batch, keys, options.weights.mask);
  check_faults(request.faults, {&request.masks});
  options.faults = request.faults;
  if (options.rotates()) {
    if (options.projections) require_heads(*options.projections);
    require_pairs(options.projections
                      ? options.projections->query_key_width / options.projections->num_heads
                      : widths.query);
  }
  options.given = paths_of(request.parameters);
  static thread_local PlanCache<AttentionOptions, const Plan> plans;
  const auto plan =
      plans.find_or(options, [&] { return std::make_shared<Plan>(plan_attention(options)); });
  require_parameters(*plan, request.parameters);
  Supply supply;
  supply.given = request.parameters;
  supply.seed = request.weights.seed;
  supply.vocabulary = request.vocabulary;
  supply_inputs(request, supply);
  if (options.weights.mask.lengths) add_leaf(supply.given, "lengths", *lengths);
  if (request.given) supply_projections(*request.given, supply);
  supply_masks(request.masks, *plan, supply);
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply));
}

std::unique_ptr<Run> trace_weights(const Tensor& weights, const Tensor* value) {
  Supply supply;
  add_leaf(supply.given, "weights", weights);
  if (value != nullptr) {
    require_finite(*value, "value");
    add_leaf(supply.given, "value", *value);
  }
  const auto plan = std::make_shared<Plan>(
      plan_weights(weights.shape(), value != nullptr ? &value->shape() : nullptr));
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply));
}

}  // namespace ap
