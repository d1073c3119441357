#pragma once

#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/training/flat.hpp"
#include "attention_playground/training/training_pass.hpp"
#include "attention_playground/transformer/model.hpp"

namespace ap {

/// The loss of a model and the gradients of its parameters, in memory that later passes write
/// again.
class ModelGradients {
 public:
  explicit ModelGradients(std::shared_ptr<Model> model) : model_(std::move(model)) {}

  /// One pass and the way back. Equal shapes and options share a plan and its memory. With dropout
  /// in the model's options, as in Model::trace() of the same request, which has the same masks.
  /// Returns the loss.
  ///
  /// Throws what Model::trace() throws; Error(missing) naming `labels` without any; and
  /// Error(conflict) naming `faults`, which only traces make.
  float compute(const PassRequest& request);

  /// ∂L/∂parameter of the last pass, by path, in the order of the pass's steps: of every parameter
  /// that its loss depends on. The next pass writes into the same tensors.
  const Leaves& gradients() const { return gradients_.views; }
  /// The numbers of all of them in one row, each from a multiple of four on, in their order.
  const Tensor& numbers() const { return gradients_.numbers; }
  /// How often the list of gradients has changed: with a request that reads other parameters.
  int listed() const { return listed_; }

 private:
  void make_room(const TrainingPass& pass);

  std::shared_ptr<Model> model_;
  std::shared_ptr<Arena> arena_ = std::make_shared<Arena>();
  PlanCache<PassOptions, TrainingPass> passes_;
  std::shared_ptr<TrainingPass> latest_;  // the only one that holds more than its plan
  Tensor one_ = Tensor::filled({}, 1);
  FlatTensors gradients_;
  int listed_ = 0;
};

}  // namespace ap
