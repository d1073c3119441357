#pragma once

#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/steps/run.hpp"
#include "attention_playground/training/activations.hpp"
#include "attention_playground/transformer/pass.hpp"

namespace ap {

/// Whether kernels replace ranges of steps.
enum class Fusing {
  none,
  /// Attention's too, whose weights are never stored.
  where_it_holds,
  /// Attention only from 64 × 64 weights a head on; below, its steps are as fast. The kernels of
  /// linear layers and norms have the bits of their steps, so that a pass without attention's
  /// kernel equals its trace to the last bit.
  where_it_pays,
};

/// One pass of a model with its loss and the gradients of all parameters that it depends on, as one
/// plan: forward steps, loss, backward steps. Kernels replace the ranges that they can, so that
/// attention keeps no weights: memory is O(T). It is planned and laid out once, and runs again and
/// again without allocating, unless let_go() was called in between.
class TrainingPass {
 public:
  /// Runs share the arena, one after the other. Throws what declare_pass() throws, and
  /// Error(missing) naming `labels` without any.
  TrainingPass(const PassOptions& options, std::shared_ptr<Arena> arena,
               const Activations& activations = {}, Fusing fusing = Fusing::where_it_pays);

  /// Its supplied steps are those of the forward pass and `gradient.loss`, ∂L/∂L, a 1.
  const Plan& plan() const { return run_.plan(); }

  struct Parameter {
    StepId leaf, gradient;
  };
  /// The parameters that the loss depends on, in the order of their leaves.
  const std::vector<Parameter>& parameters() const { return parameters_; }
  /// Their paths and shapes.
  std::vector<std::pair<std::string, Dims>> parameter_shapes() const;

  /// Computes loss and gradients from a tensor for each supplied step of the plan, in order, which
  /// are neither checked nor held, and writes each gradient into the tensor of its parameter's
  /// path: `gradients` has those of parameters(), in order. Returns the loss. Throws what the
  /// operations throw, such as Error(range) naming `ids` or `labels` for an id without a token.
  float run(std::span<const Tensor> leaves, Leaves& gradients);

  /// Releases what it holds between runs outside of the arena, such as the encoding of positions;
  /// the next run computes that again.
  void let_go() { run_.let_go(); }

 private:
  struct Declared {
    std::shared_ptr<const Plan> plan;
    StepId loss;
    std::vector<Parameter> parameters;
  };
  static Declared declare(const PassOptions& options, const Activations& activations,
                          Fusing fusing);
  TrainingPass(Declared declared, std::shared_ptr<Arena> arena);

  Run run_;
  StepId loss_;
  std::vector<Parameter> parameters_;
  std::vector<const Tensor*> lent_;
};

}  // namespace ap
