#pragma once

#include <string>

#include "attention_playground/attention/attention.hpp"

namespace ap::test {

/// The number of random shapes that each property is tested with.
inline constexpr int trials = 40;

/// Shapes drawn from (seed, trial): B ≥ 1; T and S are independent, and so are d_v and d_k.
struct Shapes {
  Index batch, heads, queries, keys, d_k, d_v;
  int trial;

  Index width() const { return heads * d_k; }
  /// The text to print when a check fails.
  std::string text() const;
};

Shapes draw(int trial);

/// Random numbers of this name and trial.
Tensor drawn(const Shapes& shapes, const Dims& shape, const std::string& name, float limit = 2);

/// W_q, W_k [h·d_k, h·d_k], W_v [h·d_k, h·d_v] and W_o [h·d_v, h·d_k].
GivenProjections projections(const Shapes& s, bool bias);

}  // namespace ap::test
