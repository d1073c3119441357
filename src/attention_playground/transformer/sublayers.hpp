#pragma once

#include <array>
#include <string>

#include "attention_playground/steps/plan.hpp"
#include "attention_playground/transformer/options.hpp"

namespace ap {

/// A layer and the parameters that it has: a model has all biases or none, a given layer any of
/// them.
struct LayerParts {
  LayerOptions options;
  ProjectionOptions self_attention, cross_attention;
  bool linear_1_bias, linear_2_bias;
  std::array<bool, 3> norm_bias;

  bool operator==(const LayerParts&) const = default;
};

/// The parts of a model's layer: the `layer`-th of its stack.
LayerParts parts_of(const ModelOptions& model, Index layer);

/// x W (+ b) with new parameters; `kinds` and `names` are for the matrix, the bias and the result.
StepId declare_linear(PlanBuilder& builder, const Declaration* const (&kinds)[3],
                      const char* const (&names)[3], StepId x, Index width, bool with_bias);

/// Layer normalisation with its parameters γ and β, each `name` followed by _weight and _bias.
/// x [B, T, D].
StepId declare_norm(PlanBuilder& builder, StepId x, float epsilon, bool bias, Words name);

/// FFN(x) = activation(x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, §3.3). x [B, T, D].
StepId declare_feed_forward(PlanBuilder& builder, StepId x, const LayerParts& parts);

/// norm(x + dropout(f(x))), or in pre-norm x + dropout(f(norm(x))), norm only if it is not none, x
/// only if the layer has residual connections: the `number`-th sublayer of its layer, whose steps
/// are called `name`. The constructor declares what comes before f, added() what comes after.
class Sublayer {
 public:
  Sublayer(PlanBuilder& builder, StepId x, const LayerParts& parts, const char* name, int number);
  /// The input of f.
  StepId input() const { return input_; }
  /// The sublayer's output, `result` being that of f.
  StepId added(StepId result) const;

 private:
  StepId normed(StepId x) const;

  PlanBuilder& builder_;
  PlanBuilder::Within scope_;
  StepId x_, input_;
  const LayerParts& parts_;
  const char* name_;
  int number_;
};

/// The kinds of step that are declared here.
std::span<const Declaration> sublayer_kinds();

/// Throws Error(range) naming `layer_norm_eps`, unless it is finite and not negative.
void check_epsilon(float epsilon);

}  // namespace ap
