#pragma once

#include <initializer_list>
#include <string>

#include "attention_playground/ops/operation.hpp"

namespace ap {

/// What an axis runs over; T and S (query and key) are different axes even when equal.
enum class Axis : std::uint8_t {
  batch,
  head,
  token,         // positions of the first sentence
  memory_token,  // positions of the second sentence
  query,         // T: positions that ask
  key,           // S: positions that are asked
  vocabulary,
  d_model,
  heads_d_k,  // h·d_k side by side
  heads_d_v,
  d_k,
  d_v,
  feed_forward,  // between the two layers of a feed-forward network
  one,           // a row's maximum, sum or mean
};

/// The part a tensor plays; the page gives each a colour.
enum class Role : std::uint8_t {
  token,
  input,
  memory,
  query,
  key,
  value,
  scores,
  mask,
  weights,
  output,
  residual,  // the stream that each sublayer adds to, and its norms
  feed_forward,
  logits
};

const char* name_of(Axis axis);
const char* name_of(Role role);

/// Up to six axes, kept inline.
class Axes {
 public:
  constexpr Axes(std::initializer_list<Axis> axes) {
    for (Axis axis : axes) push_back(axis);
  }
  constexpr void push_back(Axis axis) { axes_[static_cast<std::size_t>(count_++)] = axis; }
  constexpr const Axis* begin() const { return axes_.data(); }
  constexpr const Axis* end() const { return axes_.data() + count_; }
  constexpr int count() const { return count_; }

 private:
  std::array<Axis, max_rank> axes_{};
  int count_ = 0;
};

/// Everything that is the same for each step of a kind, and what makes it run: written down once,
/// as a constant beside what adds the step to a graph. Prose is keyed by `kind` in web/i18n; a new
/// kind needs its two texts there (English, Chinese) and nothing else. All strings are literals.
struct Declaration {
  const char* kind;
  const char* symbol;   // TeX
  const char* formula;  // TeX
  const char* code;     // one line of PyTorch
  const Operation* operation;
  Role role;
  Axes axes;  // where a tensor has fewer, those of the heads and then of the batch are not there

  /// The same kind where its formula and its line of code are others.
  constexpr Declaration with(const char* its_formula, const char* its_code) const {
    return {kind, symbol, its_formula, its_code, operation, role, axes};
  }
};

}  // namespace ap
