#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "attention_playground/tensor/tensor.hpp"

namespace ap::test {

using NamedTensors = std::map<std::string, Tensor>;

/// One result of PyTorch, with its mask and variant.
struct GoldenCase {
  std::string mask;                   // none, causal, padding, both, all, …
  std::string variant;                // "default" or a scale; "bias" or "plain"; "pre"; …
  std::vector<std::string> variants;  // that one and those that follow it: "pre", "gelu", "1e-05"
  NamedTensors results;
  /// By the path of the step whose gradient it is. That of `differentiated` is what the backward
  /// pass starts with.
  NamedTensors gradients;
  std::string differentiated;

  bool is(std::string_view variant) const;
  std::string name() const;
};

/// Inputs, masks and parameters that several cases share.
struct GoldenSet {
  std::string kind;  // scaled_dot_product, multi_head, encoder_layer, …
  std::string name;
  Index heads = 1;
  NamedTensors inputs;
  std::vector<GoldenCase> cases;

  const Tensor& operator[](const std::string& input) const { return inputs.at(input); }
  bool has(const std::string& input) const { return inputs.count(input) > 0; }
};

/// Reads what tests/golden/make.py wrote under a name, such as "attention".
std::vector<GoldenSet> read_goldens(const std::string& name);

}  // namespace ap::test
