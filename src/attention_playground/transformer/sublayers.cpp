#include "attention_playground/transformer/sublayers.hpp"

#include <cmath>

#include "attention_playground/attention/dropout.hpp"
#include "attention_playground/attention/heads.hpp"
#include "attention_playground/ops/activation.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr Axes sublayer_axes = {Axis::batch, Axis::token, Axis::d_model};
constexpr Axes hidden_axes = {Axis::batch, Axis::token, Axis::feed_forward};

constexpr Declaration activation(const Operation& operation) {
  return {.kind = "ff_activation",
          .symbol = "G",
          .variable = "g",
          .operation = &operation,
          .role = Role::feed_forward,
          .axes = hidden_axes};
}

constexpr Declaration norm = {.kind = "norm",
                              .symbol = "N{?sublayer:_{sublayer}}",
                              .variable = "x",
                              .operation = &ops::layer_norm,
                              .role = Role::residual,
                              .axes = sublayer_axes};

/// A step of a norm over the tokens, which is a fault.
constexpr Declaration norm_part(const char* kind, const char* symbol, const Operation& operation) {
  Declaration part = mistaken(norm.as(kind), {}, operation);
  part.symbol = symbol;
  return part;
}

/// With the features before the tokens.
constexpr Declaration norm_column(const char* kind, const char* symbol,
                                  const Operation& operation) {
  Declaration column = norm_part(kind, symbol, operation);
  column.axes = {Axis::batch, Axis::d_model, Axis::token};
  return column;
}

constexpr Declaration tokens_back =
    norm_part("tokens_swapped", R"(\hat{N}{?sublayer:_{sublayer}})", ops::transpose);
// The end: with β, and without.
constexpr Declaration tokens_shifted = norm_part("tokens_scaled", norm.symbol, ops::add);
constexpr Declaration tokens_scaled = norm_part("tokens_scaled", norm.symbol, ops::multiply);

// In the order of Activation.
constexpr Declaration activation_steps[] = {activation(ops::relu), activation(ops::gelu),
                                            activation(ops::gelu_tanh)};

constexpr auto declared_sublayers = kinds({
    {.kind = "ff_w_1",
     .symbol = "W_1",
     .variable = "w_1",
     .operation = &ops::random,
     .role = Role::feed_forward,
     .axes = {Axis::d_model, Axis::feed_forward}},
    {.kind = "ff_b_1",
     .symbol = "b_1",
     .variable = "b_1",
     .operation = &ops::random,
     .role = Role::feed_forward,
     .axes = {Axis::feed_forward}},
    {.kind = "ff_hidden",
     .symbol = "H",
     .variable = "h",
     .operation = &ops::linear,
     .role = Role::feed_forward,
     .axes = hidden_axes},
    activation_steps[0],
    activation_steps[1],
    activation_steps[2],
    {.kind = "ff_dropout",
     .symbol = R"(\hat{G})",
     .variable = "g",
     .operation = &ops::dropout,
     .role = Role::feed_forward,
     .axes = hidden_axes},
    {.kind = "ff_w_2",
     .symbol = "W_2",
     .variable = "w_2",
     .operation = &ops::random,
     .role = Role::feed_forward,
     .axes = {Axis::feed_forward, Axis::d_model}},
    {.kind = "ff_b_2",
     .symbol = "b_2",
     .variable = "b_2",
     .operation = &ops::random,
     .role = Role::feed_forward,
     .axes = {Axis::d_model}},
    {.kind = "ff_output",
     .symbol = "F",
     .variable = "f",
     .operation = &ops::linear,
     .role = Role::feed_forward,
     .axes = sublayer_axes},
    {.kind = "sublayer_dropout",
     .symbol = R"(\hat{F}_{sublayer})",
     .variable = "f",
     .operation = &ops::dropout,
     .role = Role::residual,
     .axes = sublayer_axes},
    {.kind = "residual",
     .symbol = "X_{sublayer}",
     .variable = "x",
     .operation = &ops::add,
     .role = Role::residual,
     .axes = sublayer_axes},
    {.kind = "norm_weight",
     .symbol = R"(\gamma{?sublayer:_{sublayer}})",
     .variable = "gamma",
     .operation = &ops::constant,
     .role = Role::residual,
     .axes = {Axis::d_model}},
    {.kind = "norm_bias",
     .symbol = R"(\beta{?sublayer:_{sublayer}})",
     .variable = "beta",
     .operation = &ops::constant,
     .role = Role::residual,
     .axes = {Axis::d_model}},
    norm,
    norm_column("tokens_swapped", R"(X{?sublayer:_{sublayer}}^{\top})", ops::transpose),
    norm_column("tokens_normed", R"(\hat{N}{?sublayer:_{sublayer}}^{\top})", ops::layer_norm),
    tokens_back,
    norm_part("tokens_scaled", R"(\gamma \hat{N}{?sublayer:_{sublayer}})", ops::multiply),
    tokens_scaled,
    tokens_shifted,
});

/// x over the tokens, with mean 0 and variance 1.
StepId declare_normed_tokens(PlanBuilder& builder, StepId x, float epsilon) {
  const Swapped tokens_and_features = {1, 2};
  x = builder.add(declared_sublayers["tokens_swapped"], {x}, tokens_and_features);
  x = builder.add(declared_sublayers["tokens_normed"], {x},
                  Normalised{{builder.shape(x).back()}, epsilon});
  return builder.add(tokens_back, {x}, tokens_and_features, "tokens_back");
}

}  // namespace

StepId declare_linear(PlanBuilder& builder, const Declaration* const (&kinds)[3],
                      const char* const (&names)[3], StepId x, Index width, bool with_bias) {
  const StepId w = builder.add_parameter(*kinds[0], {builder.shape(x).back(), width},
                                         Initialiser::xavier_uniform, names[0]);
  std::optional<StepId> b;
  if (with_bias) b = builder.add_parameter(*kinds[1], {width}, Initialiser::bias_uniform, names[1]);
  return declare_product(builder, *kinds[2], x, w, b, names[2]);
}

void check_epsilon(float epsilon) {
  require(std::isfinite(epsilon) && epsilon >= 0, ErrorCode::range, "layer_norm_eps", {epsilon},
          {"a finite number of 0 or more"});
}

LayerOptions ModelOptions::layer_at(Index i) const {
  LayerOptions options = layer;
  if (i >= static_cast<Index>(layers.size())) return options;
  const LayerShape& shape = layers[static_cast<std::size_t>(i)];
  options.attention_width = shape.attention_width;
  options.dim_feedforward = shape.dim_feedforward;
  options.residual = shape.residual;
  return options;
}

LayerParts parts_of(const ModelOptions& model, Index layer) {
  const LayerOptions options = model.layer_at(layer);
  ProjectionOptions attention;
  attention.num_heads = options.nhead;
  attention.output_width = options.d_model;
  attention.query_key_width = attention.value_width =
      options.attention_width > 0 ? options.attention_width : options.d_model;
  const bool bias = options.bias;
  attention.query_bias = attention.key_bias = attention.value_bias = attention.output_bias = bias;
  ProjectionOptions own = attention;
  own.rotary = model.positions == Positions::rotary;
  return {options, own, attention, bias, bias, {bias, bias, bias}};
}

StepId declare_norm(PlanBuilder& builder, StepId x, float epsilon, bool bias, Words name) {
  const Dims width = {builder.shape(x).back()};
  const Fault fault = builder.requested(Fault::norm_axis, {name});
  std::vector<StepId> inputs = {x};
  {
    const PlanBuilder::Within scope(builder, std::string(name.text) + "_", {});
    inputs.push_back(builder.add_parameter(declared_sublayers["norm_weight"], width,
                                           Initialiser::ones, "weight"));
    if (bias) {
      inputs.push_back(builder.add_parameter(declared_sublayers["norm_bias"], width,
                                             Initialiser::zeros, "bias"));
    }
    if (fault != Fault::none) {
      x = declare_normed_tokens(builder, x, epsilon);
      if (bias) x = builder.add(declared_sublayers["tokens_scaled"], {x, inputs[1]});
    }
  }
  if (fault == Fault::none)
    return builder.add(declared_sublayers["norm"], inputs, Normalised{width, epsilon}, name);
  const Declaration& last = bias ? tokens_shifted : tokens_scaled;
  return builder.blame(builder.add(last, {x, inputs.back()}, no_attributes, name), fault);
}

StepId declare_feed_forward(PlanBuilder& builder, StepId x, const LayerParts& parts) {
  const LayerOptions& options = parts.options;
  const PlanBuilder::Within scope(builder, "feed_forward.", {.part = Part::feed_forward});
  const StepId hidden =
      declare_linear(builder,
                     {&declared_sublayers["ff_w_1"], &declared_sublayers["ff_b_1"],
                      &declared_sublayers["ff_hidden"]},
                     {"w_1", "b_1", "hidden"}, x, options.dim_feedforward, parts.linear_1_bias);
  StepId active = builder.add(activation_steps[static_cast<int>(options.activation)], {hidden},
                              no_attributes, "activation");
  if (options.dropout > 0) {
    active = declare_dropout(builder, declared_sublayers["ff_dropout"], active, options.dropout,
                             options.seed, "dropout");
  }
  return declare_linear(builder,
                        {&declared_sublayers["ff_w_2"], &declared_sublayers["ff_b_2"],
                         &declared_sublayers["ff_output"]},
                        {"w_2", "b_2", "output"}, active, builder.shape(x).back(),
                        parts.linear_2_bias);
}

Sublayer::Sublayer(PlanBuilder& builder, StepId x, const LayerParts& parts, const char* name,
                   int number)
    : builder_(builder),
      scope_(builder, "", {.sublayer = number}),
      x_(x),
      parts_(parts),
      name_(name),
      number_(number) {
  input_ = parts.options.norm_first ? normed(x) : x;
}

StepId Sublayer::normed(StepId x) const {
  if (parts_.options.norm == Norm::none) return x;
  return declare_norm(builder_, x, parts_.options.layer_norm_eps,
                      parts_.norm_bias[static_cast<std::size_t>(number_ - 1)],
                      "norm_" + std::to_string(number_));
}

StepId Sublayer::added(StepId result) const {
  const LayerOptions& options = parts_.options;
  if (options.dropout > 0) {
    result = declare_dropout(builder_, declared_sublayers["sublayer_dropout"], result,
                             options.dropout, options.seed, std::string(name_) + "_dropout");
  }
  if (options.residual) {
    result = builder_.add(declared_sublayers["residual"], {x_, result}, no_attributes,
                          "residual_" + std::to_string(number_));
  }
  return options.norm_first ? result : normed(result);
}

std::span<const Declaration> sublayer_kinds() { return declared_sublayers; }

}  // namespace ap
