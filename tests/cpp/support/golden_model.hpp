#pragma once

#include <memory>

#include "attention_playground/transformer/layers.hpp"
#include "attention_playground/transformer/model.hpp"
#include "support/golden.hpp"

namespace ap::test {

/// A golden of transformer.txt as input for the core: its parameters already have the paths of
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

/// How far a number may be from PyTorch's at a step of `run`: n·ε/2 of the largest, n the longest
/// chain of roundings before it, each of half of ε at most. Softmax enlarges errors of scores, and
/// norms those of rows of small numbers; but n adds all roundings as if they had the same sign,
/// which leaves room for that.
double golden_tolerance(const Run& run, const std::string& path, const Tensor& expected);

}  // namespace ap::test
