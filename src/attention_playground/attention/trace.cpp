#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/attention/rotation.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

void supply_masks(const GivenMasks& masks, const Plan& plan, Supply& supply) {
  if (masks.attn_mask) add_leaf(supply.given, "custom_mask", *masks.attn_mask);
  if (!masks.key_padding_mask) return;
  const Dims& shape = plan[plan.find("padding_mask")].layout.shape;
  add_leaf(supply.given, "padding_mask", masks.key_padding_mask->contiguous().view(shape));
}

void supply_projections(const GivenProjections& given, Supply& supply) {
  const auto matrix = [&](const char* path, const Tensor& tensor) {
    add_leaf(supply.given, path, tensor);
  };
  const auto bias = [&](const char* path, const std::optional<Tensor>& tensor) {
    if (tensor) matrix(path, *tensor);
  };
  matrix("w_q", given.wq);
  matrix("w_k", given.wk);
  matrix("w_v", given.wv);
  matrix("w_o", given.wo);
  bias("b_q", given.bq);
  bias("b_k", given.bk);
  bias("b_v", given.bv);
  bias("b_o", given.bo);
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

ProjectionOptions seeded_projections(const TraceRequest& request, Index d_model) {
  ProjectionOptions options;
  options.source = *request.projections;
  options.num_heads = request.num_heads;
  options.query_key_width = options.value_width = options.output_width = d_model;
  options.query_bias = options.key_bias = options.value_bias = options.output_bias = request.bias;
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

}  // namespace

std::unique_ptr<Run> trace_attention(const TraceRequest& request) {
  require(request.d_model >= 1, ErrorCode::range, "d_model", {request.d_model}, {"at least 1"});
  AttentionOptions options;
  options.x = take_sentence(request.x, request.d_model, request.x.vectors ? "x.vectors" : "x.ids");
  if (request.memory) {
    const char* argument = request.memory->vectors ? "memory.vectors" : "memory.ids";
    options.memory = take_sentence(*request.memory, options.x.width, argument);
    require(options.memory->batch == options.x.batch, ErrorCode::shape, argument,
            {options.memory->batch, " sentences"},
            {options.x.batch, ", as many as the first text has"});
  }
  const WordVectors& keys = options.memory ? *options.memory : options.x;
  const auto width = static_cast<double>(options.x.width);
  require(width * width < (1 << 29), ErrorCode::overflow, "d_model", {width},
          {"a width whose square matrices have fewer than 2^29 elements"});
  require(request.projections || request.workers == 1, ErrorCode::conflict, "workers",
          {request.workers, " with projections none"},
          {"projections, whose heads the workers share"});
  require(request.projections || keys.width == options.x.width, ErrorCode::shape, "memory",
          {keys.width, " wide"},
          {options.x.width, ", as wide as x, because there are no projections"});
  options.vocabulary = static_cast<Index>(request.vocabulary.size());
  options.positions = request.positions;
  const bool rotary = request.positions == Positions::rotary && !request.memory;
  options.weights = request.weights;
  check_weights(options.weights);
  const auto& lengths = request.memory ? request.memory->lengths : request.x.lengths;
  options.weights.mask.lengths = request.mask_padding && lengths.has_value();
  take_masks(request.masks, keys.batch, keys.length, options.weights.mask);
  check_faults(request.faults, {&request.masks});
  options.faults = request.faults;
  if (request.projections) {
    options.projections = request.given ? take_projections(*request.given, request.num_heads,
                                                           options.x.width, keys.width, keys.width)
                                        : seeded_projections(request, options.x.width);
    options.projections->rotary = rotary;
    options.projections->separate = request.separate;
    options.projections->workers = request.workers;
  }
  if (rotary) {
    if (options.projections) require_heads(*options.projections);
    require_pairs(options.projections
                      ? options.projections->query_key_width / options.projections->num_heads
                      : options.x.width);
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
  supply_sentence(request.x, "", options.positions, supply);
  if (request.memory) supply_sentence(*request.memory, "memory.", options.positions, supply);
  if (options.weights.mask.lengths) add_leaf(supply.given, "lengths", *lengths);
  if (request.given) supply_projections(*request.given, supply);
  supply_masks(request.masks, *plan, supply);
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply));
}

}  // namespace ap
