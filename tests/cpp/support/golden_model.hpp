#pragma once

#include <memory>

#include "attention_playground/transformer/layers.hpp"
#include "attention_playground/transformer/model.hpp"
#include "support/golden.hpp"

namespace ap::test {

/// A golden of `transformer` as input for the core: its parameters already have the paths of
/// their steps. The set must outlive it.
class GoldenModel {
 public:
  GoldenModel(const GoldenSet& set, const GoldenCase& each);

  // Tests may change these, to get results that differ from the golden.
  ModelOptions options;
  PassRequest request;
  bool source_causal = false;

  void without_masks();
  /// Through Model::trace.
  std::unique_ptr<Run> trace() const;
  /// The same pass by the operations' plain references, its plan declared directly.
  std::unique_ptr<Run> reference() const;
  /// The results of the stacks by the fused kernels, layer by layer, under the paths that the steps
  /// have in a trace; embedded words come from `run`, a trace.
  NamedTensors direct(Run& run) const;
  /// The path of the last stack's result.
  std::string output() const;

 private:
  bool takes(const std::string& parameter) const;
  Leaves parameters() const;
  GivenMasks src_masks() const;
  std::string last_step(const std::string& layer) const;

  /// Both put the stack's result, and those of its layers, into `outputs`.
  Tensor encode(Tensor x, NamedTensors& outputs) const;
  Tensor decode(Tensor x, const std::optional<Tensor>& memory, NamedTensors& outputs) const;
  Tensor finish(const Tensor& x, const std::string& stack, NamedTensors& outputs) const;

  const GoldenSet& set_;
};

/// How far a number may be from PyTorch's, which adds in another order: 16 ε of the largest number
/// of its tensor, or of all gradients. The largest differences that were measured are 5.5 ε.
double golden_tolerance(double largest);
double golden_tolerance(const Tensor& expected);

/// The largest number of all gradients of a case. Those of some parameters are sums that cancel (a
/// key's bias has no influence at all), so it is their parts that rounding errors go by.
double largest_gradient(const GoldenCase& each);

}  // namespace ap::test
