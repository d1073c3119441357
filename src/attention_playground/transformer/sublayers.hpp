#pragma once

#include <string>

#include "attention_playground/steps/plan.hpp"
#include "attention_playground/transformer/options.hpp"

namespace ap {

/// Layer normalisation with its parameters γ and β, each `name` followed by _weight and _bias.
/// x [B, T, D].
StepId declare_norm(PlanBuilder& builder, StepId x, const LayerOptions& options,
                    const std::string& name);

/// FFN(x) = activation(x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, §3.3). x [B, T, D].
StepId declare_feed_forward(PlanBuilder& builder, StepId x, const LayerOptions& options);

/// norm(x + dropout(f(x))), or in pre-norm x + dropout(f(norm(x))): the `number`-th sublayer of its
/// layer, whose steps are called `name`. Declares what comes before f, then what comes after.
class Sublayer {
 public:
  Sublayer(PlanBuilder& builder, StepId x, const LayerOptions& options, const char* name,
           int number);
  /// What f reads.
  StepId input() const { return input_; }
  /// The sublayer's output, `result` being that of f.
  StepId added(StepId result) const;

 private:
  PlanBuilder& builder_;
  PlanBuilder::Within scope_;
  StepId x_, input_;
  const LayerOptions& options_;
  const char* name_;
  std::string place_;
};

/// The kinds of step that are declared here.
std::span<const Declaration> sublayer_kinds();

/// Throws Error(range) naming `layer_norm_eps`, unless it is a finite number of 0 or more.
void check_epsilon(float epsilon);

/// What an activation runs.
const Operation& operation_of(Activation activation);

}  // namespace ap
