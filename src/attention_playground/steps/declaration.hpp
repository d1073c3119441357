#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

#include "attention_playground/ops/operation.hpp"
#include "attention_playground/tensor/callback.hpp"

namespace ap {

/// What an axis runs over; T and S (query and key) are different axes even if their sizes are
/// equal.
enum class Axis : std::uint8_t {
  batch,
  head,
  token,         // positions of the first sentence
  memory_token,  // positions of the second sentence
  query,         // T: positions that attend
  key,           // S: positions that are attended to
  vocabulary,
  d_model,
  d_out,      // columns of a W_o that leads to another width than d_model
  heads_d_k,  // h·d_k side by side
  heads_d_v,
  d_k,
  d_v,
  feed_forward,  // between the two layers of a feed-forward network
  one,           // a row's maximum, sum or mean
};

/// A tensor's role; the page gives each role a colour.
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
  constexpr void push_back(Axis axis) { axes_[count_++] = axis; }
  constexpr const Axis* begin() const { return axes_.data(); }
  constexpr const Axis* end() const { return axes_.data() + count_; }
  constexpr int count() const { return count_; }
  constexpr void replace_last(Axis axis) { axes_[count_ - 1] = axis; }

 private:
  std::array<Axis, max_rank> axes_{};
  std::uint8_t count_ = 0;
};

/// Everything that all steps of a kind share, including their operation. It is written once, beside
/// the code that adds the step to a graph. web/i18n keys its prose by `kind`; a new kind needs two
/// texts there (English, Chinese). All strings are literals.
struct Declaration {
  const char* kind;
  const char* symbol;    // TeX; may name numbers of its scope: `Q_{head}`
  const char* variable;  // its name in code
  const Operation* operation;
  Role role;
  Axes axes;         // if a tensor has fewer, the heads and then the batch are left out
  Texts texts = {};  // those that read better than its operation's
  /// Why no gradient passes steps of this kind, although its operation has one.
  Stop stops = Stop::none;
  /// Whether its result is the same whatever numbers the steps before it have that are
  /// Stop::cancelled: it divides by what was computed with the same ones.
  bool cancels = false;

  /// The kind's own texts, or else its operation's.
  Texts written() const;

  /// Why no gradient passes it, for its own reason or its operation's.
  Stop gradient_stop() const { return stops != Stop::none ? stops : operation->stops; }

  /// The same declaration for another kind, which has its own prose.
  constexpr Declaration as(const char* other_kind) const {
    Declaration other = *this;
    other.kind = other_kind;
    return other;
  }
};

/// A kind whose last axis is another one.
constexpr Declaration with_last_axis(Declaration kind, Axis axis) {
  kind.axes.replace_last(axis);
  return kind;
}

/// A kind as a fault writes it, with other texts.
constexpr Declaration mistaken(Declaration kind, const Texts& texts) {
  kind.texts = texts;
  return kind;
}

/// With another operation, too.
constexpr Declaration mistaken(Declaration kind, const Texts& texts, const Operation& operation) {
  kind.operation = &operation;
  return mistaken(kind, texts);
}

using DeclarationVisitor = Callback<void(const Declaration&)>;

/// The kinds that one file declares. `kinds["scores"]` is looked up at compile time.
template <std::size_t count>
class Kinds {
 public:
  constexpr explicit Kinds(const std::array<Declaration, count>& kinds) : kinds_(kinds) {}

  consteval const Declaration& operator[](std::string_view kind) const {
    for (const Declaration& declaration : kinds_)
      if (kind == declaration.kind) return declaration;
    throw "no kind of this name is declared here";
  }
  constexpr operator std::span<const Declaration>() const { return kinds_; }

 private:
  std::array<Declaration, count> kinds_;
};

/// Lists kinds: `constexpr auto declared = kinds({{.kind = "scores", …}, …})`.
template <std::size_t count>
constexpr Kinds<count> kinds(const Declaration (&list)[count]) {
  return Kinds<count>(std::to_array(list));
}

}  // namespace ap
