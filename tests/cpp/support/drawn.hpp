#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/tensor/random.hpp"

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

/// Numbers that depend on the seed, the trial and the number of earlier draws.
class Draws {
 public:
  Draws(std::uint32_t seed, std::uint64_t trial) : seed_(seed), trial_(trial) {}

  Index between(Index first, Index last) {
    const float part = uniform(seed_, trial_, next_++);
    return first + static_cast<Index>(part * static_cast<float>(last - first + 1));
  }
  bool one_in(Index n) { return between(1, n) == 1; }
  template <typename T>
  T one_of(const std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(between(0, static_cast<Index>(choices.size()) - 1))];
  }

 private:
  std::uint32_t seed_;
  std::uint64_t trial_;
  std::uint64_t next_ = 0;
};

/// Random numbers of this name and trial.
Tensor drawn(const Shapes& shapes, const Dims& shape, const std::string& name, float limit = 2);

/// W_q, W_k [h·d_k, h·d_k], W_v [h·d_k, h·d_v] and W_o [h·d_v, h·d_k].
GivenProjections projections(const Shapes& s, bool bias);

}  // namespace ap::test
