#pragma once

#include <map>
#include <string>
#include <vector>

#include "tensor/tensor.hpp"

namespace ap::test {

using NamedTensors = std::map<std::string, Tensor>;

/// One result of PyTorch's: under which mask, with which variant (scale, or bias), and what came
/// out.
struct GoldenCase {
  std::string mask;     // none, causal, padding, both, boolean, additive
  std::string variant;  // "default" or a scale; "bias" or "plain"
  NamedTensors results;
};

/// Inputs, masks and parameters that several cases share.
struct GoldenSet {
  std::string kind;  // scaled_dot_product or multi_head
  std::string name;
  Index heads = 1;
  NamedTensors inputs;
  std::vector<GoldenCase> cases;

  const Tensor& operator[](const std::string& input) const { return inputs.at(input); }
};

/// What tests/golden/make.py wrote to attention.txt.
std::vector<GoldenSet> read_goldens();

}  // namespace ap::test
