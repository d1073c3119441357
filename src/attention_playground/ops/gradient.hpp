#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap {

/// A step, as the gradient of an operation refers to it.
using GradientValue = int;

/// Some of them, from a list or a vector; it only refers to them.
class GradientValues : public std::span<const GradientValue> {
 public:
  GradientValues(std::initializer_list<GradientValue> values)
      : span(values.begin(), values.size()) {}
  GradientValues(const std::vector<GradientValue>& values) : span(values) {}
};

/// A step on the way to a gradient. All strings are literals.
struct Aid {
  const char* kind;      // also its name
  const char* symbol;    // TeX, a template over its inputs
  const char* variable;  // likewise
};

/// All of them, as each kind of step has a text.
namespace aids {

/// A gradient that lies otherwise in memory, copied so that it can be viewed.
inline constexpr Aid copied = {"copied_gradient", R"({0!}^{\text{copy}})", "{0}_copy"};
/// x̂ of a layer norm, before weight and bias.
inline constexpr Aid normalised = {"normalised", R"(\hat{{0}})", "{0}_normalised"};
/// A product for each sentence or head, before the sum over those that shared an input.
inline constexpr Aid product_of_each = {"product_of_each", R"(P_{\text{each}})", "each"};
/// A weight as the way back reads it.
inline constexpr Aid transposed = {"transposed_weight", R"({0!}^{\top})", "{0}_transposed"};
/// A gradient divided as its tensor was.
inline constexpr Aid quotient = {"gradient_quotient", R"({0!}^{\text{divided}})", "{0}_divided"};
/// Σ upstream ⊙ result, before the sign of what was subtracted, or divided by.
inline constexpr Aid before_sign = {"gradient_before_sign", R"(P_{\text{sum}})", "sum"};
inline constexpr Aid divided = {"gradient_divided", R"(P_{\text{divided}})", "divided"};

}  // namespace aids

/// Where an operation declares the gradient of one of its steps: how that of its inputs is computed
/// from `upstream()`, that of its result. It declares steps, not numbers, so a gradient runs, is
/// explained and edited as every other step. steps/gradients.cpp adds them to a plan.
class Gradient {
 public:
  /// ∂L/∂result: what the operation passes on.
  virtual GradientValue upstream() const = 0;
  /// What the operation computes, without edits.
  virtual GradientValue result() = 0;
  virtual GradientValue input(int number) const = 0;
  virtual int inputs() const = 0;
  virtual const Attributes& attributes() const = 0;
  virtual const Layout& layout(GradientValue value) const = 0;
  /// Whether the gradient of this input is needed.
  virtual bool wants(int input) const = 0;

  /// Declares a step on the way. Throws what the operation's layout throws, as all below.
  virtual GradientValue aid(const Aid& aid, const Operation& operation, GradientValues inputs,
                            const Attributes& attributes = no_attributes) = 0;
  /// Declares the gradient of an aid, as a step on the way.
  virtual GradientValue aid_gradient(GradientValue of, const Operation& operation,
                                     GradientValues inputs,
                                     const Attributes& attributes = no_attributes) = 0;
  /// Declares the step that is the gradient of an input, or what this operation contributes to it.
  virtual void give(int input, const Operation& operation, GradientValues inputs,
                    const Attributes& attributes = no_attributes) = 0;
  /// The upstream gradient is that of a part of the first input.
  virtual void give_part(const Window& part) = 0;

  const Dims& shape(GradientValue value) const { return layout(value).shape; }

  /// The gradient of an input is `a`, or a ⊙ b, summed over the axes along which it was broadcast.
  void give_broadcast(int input, GradientValue a);
  void give_broadcast(int input, GradientValue a, GradientValue b);
  /// The same of a product of matrices, whose leading axes may have been broadcast.
  void give_product(int input, const Operation& product, GradientValue a, GradientValue b);

 protected:
  ~Gradient() = default;
};

}  // namespace ap
