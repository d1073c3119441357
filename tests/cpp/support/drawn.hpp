#pragma once

#include <string>

#include "attention_playground/attention/attention.hpp"

namespace ap::test {

/// How many random shapes each property is tried with.
inline constexpr int trials = 40;

/// Shapes drawn from (seed, trial): B ≥ 1, T and S apart, d_v apart from d_k.
struct Shapes {
  Index batch, heads, queries, keys, d_k, d_v;
  int trial;

  Index width() const { return heads * d_k; }
  /// What to print when something fails.
  std::string text() const;
};

Shapes draw(int trial);

/// Random numbers of this name and trial.
Tensor drawn(const Shapes& shapes, const Dims& shape, const std::string& name, float limit = 2);

/// W_q, W_k [h·d_k, h·d_k], W_v [h·d_k, h·d_v] and W_o [h·d_v, h·d_k].
GivenProjections projections(const Shapes& s, bool bias);

}  // namespace ap::test
