#include "transformer/sublayers.hpp"

#include "ops/activation.hpp"
#include "ops/add.hpp"
#include "ops/dropout.hpp"
#include "ops/layer_norm.hpp"
#include "ops/leaf.hpp"
#include "ops/matmul.hpp"

namespace ap {

namespace {

constexpr const char* dropped_code = "h = F.dropout(h, p, training=True)";

/// A matrix and, where the model has them, its bias: the declarations of one linear layer.
struct LinearTexts {
  Declaration weight, bias, linear;
  const char* biased_formula;
  const char* biased_code;
};

constexpr LinearTexts first_linear = {
    .weight = {.kind = "ff_w_1",
               .symbol = "W_1",
               .formula = R"(W_1 \in \mathbb{R}^{D \times d_{ff}})",
               .code = "w_1 = nn.init.xavier_uniform_(torch.empty(d_model, dim_feedforward))",
               .operation = &ops::random,
               .role = Role::feed_forward,
               .axes = {Axis::d_model, Axis::feed_forward}},
    .bias = {.kind = "ff_b_1",
             .symbol = "b_1",
             .formula = R"(b_1 \in \mathbb{R}^{d_{ff}})",
             .code = "b_1 = torch.empty(dim_feedforward).uniform_(-bound, bound)",
             .operation = &ops::random,
             .role = Role::feed_forward,
             .axes = {Axis::feed_forward}},
    .linear = {.kind = "ff_hidden",
               .symbol = "H",
               .formula = "H = X W_1",
               .code = "h = x @ w_1",
               .operation = &ops::linear,
               .role = Role::feed_forward,
               .axes = {Axis::batch, Axis::token, Axis::feed_forward}},
    .biased_formula = "H = X W_1 + b_1",
    .biased_code = "h = x @ w_1 + b_1"};

constexpr LinearTexts second_linear = {
    .weight = {.kind = "ff_w_2",
               .symbol = "W_2",
               .formula = R"(W_2 \in \mathbb{R}^{d_{ff} \times D})",
               .code = "w_2 = nn.init.xavier_uniform_(torch.empty(dim_feedforward, d_model))",
               .operation = &ops::random,
               .role = Role::feed_forward,
               .axes = {Axis::feed_forward, Axis::d_model}},
    .bias = {.kind = "ff_b_2",
             .symbol = "b_2",
             .formula = R"(b_2 \in \mathbb{R}^{D})",
             .code = "b_2 = torch.empty(d_model).uniform_(-bound, bound)",
             .operation = &ops::random,
             .role = Role::feed_forward,
             .axes = {Axis::d_model}},
    .linear = {.kind = "ff_output",
               .symbol = "F",
               .formula = "F = A W_2",
               .code = "f = a @ w_2",
               .operation = &ops::linear,
               .role = Role::feed_forward,
               .axes = {Axis::batch, Axis::token, Axis::d_model}},
    .biased_formula = "F = A W_2 + b_2",
    .biased_code = "f = a @ w_2 + b_2"};

StepId declare_linear(PlanBuilder& builder, const LinearTexts& texts, StepId x, Index width,
                      bool with_bias, const char* const (&names)[3]) {
  std::vector<StepId> inputs = {
      x, builder.add(texts.weight, {}, {.shape = {builder.shape(x).back(), width}}, names[0])};
  Declaration linear = texts.linear;
  if (with_bias) {
    inputs.push_back(builder.add(texts.bias, {}, {.shape = {width}}, names[1]));
    linear.formula = texts.biased_formula;
    linear.code = texts.biased_code;
  }
  return builder.add(linear, inputs, {}, names[2]);
}

StepId declare_activation(PlanBuilder& builder, StepId hidden, Activation activation) {
  Declaration declaration = {.kind = "ff_activation",
                             .symbol = "A",
                             .formula = R"(A = \max(0, H))",
                             .code = "a = F.relu(h)",
                             .operation = &operation_of(activation),
                             .role = Role::feed_forward,
                             .axes = {Axis::batch, Axis::token, Axis::feed_forward}};
  if (activation == Activation::gelu) {
    declaration.formula = R"(A = H \cdot \tfrac12\left(1 + \mathrm{erf}\tfrac{H}{\sqrt2}\right))";
    declaration.code = "a = F.gelu(h)";
  } else if (activation == Activation::gelu_tanh) {
    declaration.formula =
        R"(A = H \cdot \tfrac12\left(1 + \tanh\left(\sqrt{\tfrac2\pi}\,(H + 0.044715 H^3)\right)\right))";
    declaration.code = "a = F.gelu(h, approximate='tanh')";
  }
  return builder.add(declaration, {hidden}, {}, "activation");
}

}  // namespace

const Operation& operation_of(Activation activation) {
  if (activation == Activation::relu) return ops::relu;
  return activation == Activation::gelu ? ops::gelu : ops::gelu_tanh;
}

StepId declare_norm(PlanBuilder& builder, StepId x, const LayerOptions& options,
                    const std::string& name) {
  const Dims width = {builder.shape(x).back()};
  std::vector<StepId> inputs = {x,
                                builder.add({.kind = "norm_weight",
                                             .symbol = R"(\gamma)",
                                             .formula = R"(\gamma \in \mathbb{R}^{D})",
                                             .code = "gamma = torch.ones(d_model)",
                                             .operation = &ops::constant,
                                             .role = Role::residual,
                                             .axes = {Axis::d_model}},
                                            {}, {.shape = width, .factor = 1}, name + "_weight")};
  if (options.bias) {
    inputs.push_back(builder.add({.kind = "norm_bias",
                                  .symbol = R"(\beta)",
                                  .formula = R"(\beta \in \mathbb{R}^{D})",
                                  .code = "beta = torch.zeros(d_model)",
                                  .operation = &ops::constant,
                                  .role = Role::residual,
                                  .axes = {Axis::d_model}},
                                 {}, {.shape = width, .factor = 0}, name + "_bias"));
  }
  return builder.add(
      {.kind = "norm",
       .symbol = "N",
       .formula =
           options.bias
               ? R"(N_t = \dfrac{X_t - \mu_t}{\sqrt{\sigma_t^2 + \varepsilon}} \odot \gamma + \beta)"
               : R"(N_t = \dfrac{X_t - \mu_t}{\sqrt{\sigma_t^2 + \varepsilon}} \odot \gamma)",
       .code = options.bias ? "x = F.layer_norm(x, (d_model,), gamma, beta, eps)"
                            : "x = F.layer_norm(x, (d_model,), gamma, None, eps)",
       .operation = &ops::layer_norm,
       .role = Role::residual,
       .axes = {Axis::batch, Axis::token, Axis::d_model}},
      inputs, {.shape = width, .epsilon = options.epsilon}, name);
}

StepId declare_feed_forward(PlanBuilder& builder, StepId x, const LayerOptions& options) {
  const PlanBuilder::Scope scope(builder, "feed_forward");
  const StepId hidden = declare_linear(builder, first_linear, x, options.feed_forward, options.bias,
                                       {"w_1", "b_1", "hidden"});
  StepId active = declare_activation(builder, hidden, options.activation);
  if (options.dropout > 0) {
    active =
        builder.add({.kind = "ff_dropout",
                     .symbol = R"(\hat A)",
                     .formula = R"(\hat A = \mathrm{dropout}(A))",
                     .code = "a = F.dropout(a, p, training=True)",
                     .operation = &ops::dropout,
                     .role = Role::feed_forward,
                     .axes = {Axis::batch, Axis::token, Axis::feed_forward}},
                    {active}, {.probability = options.dropout, .seed = options.seed}, "dropout");
  }
  return declare_linear(builder, second_linear, active, builder.shape(x).back(), options.bias,
                        {"w_2", "b_2", "output"});
}

StepId declare_sublayer(PlanBuilder& builder, StepId x, const LayerOptions& options,
                        const std::string& name, int number,
                        const std::function<StepId(StepId)>& sublayer) {
  const std::string place = std::to_string(number);
  const Axes axes = {Axis::batch, Axis::token, Axis::d_model};
  const StepId input = options.norm_first ? declare_norm(builder, x, options, "norm_" + place) : x;
  StepId result = sublayer(input);
  if (options.dropout > 0) {
    result = builder.add({.kind = "sublayer_dropout",
                          .symbol = R"(\hat F)",
                          .formula = R"(\hat F = \mathrm{dropout}(F(X)))",
                          .code = dropped_code,
                          .operation = &ops::dropout,
                          .role = Role::residual,
                          .axes = axes},
                         {result}, {.probability = options.dropout, .seed = options.seed},
                         name + "_dropout");
  }
  const StepId sum = builder.add({.kind = "residual",
                                  .symbol = "X + F",
                                  .formula = R"(X + F(X))",
                                  .code = "x = x + h",
                                  .operation = &ops::add,
                                  .role = Role::residual,
                                  .axes = axes},
                                 {x, result}, {}, "residual_" + place);
  return options.norm_first ? sum : declare_norm(builder, sum, options, "norm_" + place);
}

}  // namespace ap
