#include "attention_playground/transformer/sublayers.hpp"

#include <cmath>

#include "attention_playground/ops/activation.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

namespace declared {

constexpr Declaration ff_w_1 = {
    .kind = "ff_w_1",
    .symbol = "W_1",
    .formula = R"(W_1 \in \mathbb{R}^{D \times d_{ff}})",
    .code = "w_1 = nn.init.xavier_uniform_(torch.empty(d_model, dim_feedforward))",
    .operation = &ops::random,
    .role = Role::feed_forward,
    .axes = {Axis::d_model, Axis::feed_forward}};

constexpr Declaration ff_b_1 = {
    .kind = "ff_b_1",
    .symbol = "b_1",
    .formula = R"(b_1 \in \mathbb{R}^{d_{ff}})",
    .code = "b_1 = torch.empty(dim_feedforward).uniform_(-bound, bound)",
    .operation = &ops::random,
    .role = Role::feed_forward,
    .axes = {Axis::feed_forward}};

constexpr Declaration ff_hidden = {.kind = "ff_hidden",
                                   .symbol = "H",
                                   .formula = "H = X W_1",
                                   .code = "h = x @ w_1",
                                   .operation = &ops::linear,
                                   .role = Role::feed_forward,
                                   .axes = {Axis::batch, Axis::token, Axis::feed_forward}};

constexpr Declaration ff_w_2 = {
    .kind = "ff_w_2",
    .symbol = "W_2",
    .formula = R"(W_2 \in \mathbb{R}^{d_{ff} \times D})",
    .code = "w_2 = nn.init.xavier_uniform_(torch.empty(dim_feedforward, d_model))",
    .operation = &ops::random,
    .role = Role::feed_forward,
    .axes = {Axis::feed_forward, Axis::d_model}};

constexpr Declaration ff_b_2 = {.kind = "ff_b_2",
                                .symbol = "b_2",
                                .formula = R"(b_2 \in \mathbb{R}^{D})",
                                .code = "b_2 = torch.empty(d_model).uniform_(-bound, bound)",
                                .operation = &ops::random,
                                .role = Role::feed_forward,
                                .axes = {Axis::d_model}};

constexpr Declaration ff_output = {.kind = "ff_output",
                                   .symbol = "F",
                                   .formula = "F = A W_2",
                                   .code = "f = a @ w_2",
                                   .operation = &ops::linear,
                                   .role = Role::feed_forward,
                                   .axes = {Axis::batch, Axis::token, Axis::d_model}};

constexpr Declaration relu = {.kind = "ff_activation",
                              .symbol = "A",
                              .formula = R"(A = \max(0, H))",
                              .code = "a = F.relu(h)",
                              .operation = &ops::relu,
                              .role = Role::feed_forward,
                              .axes = {Axis::batch, Axis::token, Axis::feed_forward}};
constexpr Declaration gelu = {
    .kind = relu.kind,
    .symbol = relu.symbol,
    .formula = R"(A = H \cdot \tfrac12\left(1 + \mathrm{erf}\tfrac{H}{\sqrt2}\right))",
    .code = "a = F.gelu(h)",
    .operation = &ops::gelu,
    .role = relu.role,
    .axes = relu.axes};
constexpr Declaration gelu_tanh = {
    .kind = relu.kind,
    .symbol = relu.symbol,
    .formula =
        R"(A = H \cdot \tfrac12\left(1 + \tanh\left(\sqrt{\tfrac2\pi}\,(H + 0.044715 H^3)\right)\right))",
    .code = "a = F.gelu(h, approximate='tanh')",
    .operation = &ops::gelu_tanh,
    .role = relu.role,
    .axes = relu.axes};

constexpr Declaration norm_weight = {.kind = "norm_weight",
                                     .symbol = R"(\gamma)",
                                     .formula = R"(\gamma \in \mathbb{R}^{D})",
                                     .code = "gamma = torch.ones(d_model)",
                                     .operation = &ops::constant,
                                     .role = Role::residual,
                                     .axes = {Axis::d_model}};

constexpr Declaration norm_bias = {.kind = "norm_bias",
                                   .symbol = R"(\beta)",
                                   .formula = R"(\beta \in \mathbb{R}^{D})",
                                   .code = "beta = torch.zeros(d_model)",
                                   .operation = &ops::constant,
                                   .role = Role::residual,
                                   .axes = {Axis::d_model}};

constexpr Declaration norm = {
    .kind = "norm",
    .symbol = "N",
    .formula = R"(N_t = \dfrac{X_t - \mu_t}{\sqrt{\sigma_t^2 + \varepsilon}} \odot \gamma)",
    .code = "x = F.layer_norm(x, (d_model,), gamma, None, eps)",
    .operation = &ops::layer_norm,
    .role = Role::residual,
    .axes = {Axis::batch, Axis::token, Axis::d_model}};
constexpr Declaration biased_norm =
    norm.with(R"(N_t = \dfrac{X_t - \mu_t}{\sqrt{\sigma_t^2 + \varepsilon}} \odot \gamma + \beta)",
              "x = F.layer_norm(x, (d_model,), gamma, beta, eps)");

constexpr Declaration ff_dropout = {.kind = "ff_dropout",
                                    .symbol = R"(\hat A)",
                                    .formula = R"(\hat A = \mathrm{dropout}(A))",
                                    .code = "a = F.dropout(a, p, training=True)",
                                    .operation = &ops::dropout,
                                    .role = Role::feed_forward,
                                    .axes = {Axis::batch, Axis::token, Axis::feed_forward}};

constexpr Declaration sublayer_dropout = {.kind = "sublayer_dropout",
                                          .symbol = R"(\hat F)",
                                          .formula = R"(\hat F = \mathrm{dropout}(F(X)))",
                                          .code = "h = F.dropout(h, p, training=True)",
                                          .operation = &ops::dropout,
                                          .role = Role::residual,
                                          .axes = {Axis::batch, Axis::token, Axis::d_model}};

constexpr Declaration residual = {.kind = "residual",
                                  .symbol = "X + F",
                                  .formula = R"(X + F(X))",
                                  .code = "x = x + h",
                                  .operation = &ops::add,
                                  .role = Role::residual,
                                  .axes = {Axis::batch, Axis::token, Axis::d_model}};

}  // namespace declared

/// A matrix and, where the model has them, its bias: the declarations of one linear layer.
struct LinearTexts {
  Declaration weight, bias, linear, biased_linear;
};

constexpr LinearTexts first_linear = {
    declared::ff_w_1, declared::ff_b_1, declared::ff_hidden,
    declared::ff_hidden.with("H = X W_1 + b_1", "h = x @ w_1 + b_1")};
constexpr LinearTexts second_linear = {
    declared::ff_w_2, declared::ff_b_2, declared::ff_output,
    declared::ff_output.with("F = A W_2 + b_2", "f = a @ w_2 + b_2")};

StepId declare_linear(PlanBuilder& builder, const LinearTexts& texts, StepId x, Index width,
                      bool with_bias, const char* const (&names)[3]) {
  std::vector<StepId> inputs = {
      x, builder.add(texts.weight, {}, shaped({builder.shape(x).back(), width}), names[0])};
  if (with_bias) inputs.push_back(builder.add(texts.bias, {}, shaped({width}), names[1]));
  return builder.add(with_bias ? texts.biased_linear : texts.linear, inputs, default_attributes,
                     names[2]);
}

const Declaration& activation_of(Activation activation) {
  if (activation == Activation::relu) return declared::relu;
  return activation == Activation::gelu ? declared::gelu : declared::gelu_tanh;
}

}  // namespace

void check_epsilon(float epsilon) {
  require(std::isfinite(epsilon) && epsilon >= 0, ErrorCode::range, "layer_norm_eps", {epsilon},
          {"a finite number of 0 or more"});
}

const Operation& operation_of(Activation activation) {
  return *activation_of(activation).operation;
}

StepId declare_norm(PlanBuilder& builder, StepId x, const LayerOptions& options, Words name) {
  Attributes attributes = shaped({builder.shape(x).back()});
  std::vector<StepId> inputs = {x};
  {
    const PlanBuilder::Scope scope(builder, name, "_");
    attributes.factor = 1;
    inputs.push_back(builder.add(declared::norm_weight, {}, attributes, "weight"));
    attributes.factor = 0;
    if (options.bias) inputs.push_back(builder.add(declared::norm_bias, {}, attributes, "bias"));
  }
  attributes = shaped(attributes.shape);
  attributes.epsilon = options.layer_norm_eps;
  return builder.add(options.bias ? declared::biased_norm : declared::norm, inputs, attributes,
                     name);
}

StepId declare_feed_forward(PlanBuilder& builder, StepId x, const LayerOptions& options) {
  const PlanBuilder::Scope scope(builder, "feed_forward");
  const StepId hidden = declare_linear(builder, first_linear, x, options.dim_feedforward,
                                       options.bias, {"w_1", "b_1", "hidden"});
  StepId active =
      builder.add(activation_of(options.activation), {hidden}, default_attributes, "activation");
  if (options.dropout > 0)
    active = builder.add(declared::ff_dropout, {active}, dropping(options.dropout, options.seed),
                         "dropout");
  return declare_linear(builder, second_linear, active, builder.shape(x).back(), options.bias,
                        {"w_2", "b_2", "output"});
}

Sublayer::Sublayer(PlanBuilder& builder, StepId x, const LayerOptions& options, const char* name,
                   int number)
    : builder_(builder), x_(x), options_(options), name_(name), place_(std::to_string(number)) {
  input_ = options.norm_first ? declare_norm(builder, x, options, "norm_" + place_) : x;
}

StepId Sublayer::added(StepId result) const {
  if (options_.dropout > 0) {
    const PlanBuilder::Scope scope(builder_, name_, "_");
    result = builder_.add(declared::sublayer_dropout, {result},
                          dropping(options_.dropout, options_.seed), "dropout");
  }
  const StepId sum =
      builder_.add(declared::residual, {x_, result}, default_attributes, "residual_" + place_);
  return options_.norm_first ? sum : declare_norm(builder_, sum, options_, "norm_" + place_);
}

}  // namespace ap
