#pragma once

#include "attention_playground/training/model_gradients.hpp"
#include "bindings/transformer.hpp"

namespace ap::bindings {

/// The gradients of a model, in memory that each pass writes again.
class Gradients {
 public:
  explicit Gradients(const Transformer& model) : gradients_(model.model()) {}

  /// Computes them and returns the loss.
  val compute(const Request& request);
  /// A record for each gradient of the last pass: the parameter's path, then its shape.
  val parameters() const;
  /// The address of the numbers of all of them, each from a multiple of four on.
  std::uintptr_t numbers() const {
    return reinterpret_cast<std::uintptr_t>(gradients_.numbers().data());
  }
  /// Changes whenever the list of gradients does.
  int listed() const { return gradients_.listed(); }

 private:
  ModelGradients gradients_;
};

}  // namespace ap::bindings
