#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "tensor/layout.hpp"

namespace ap {

/// One cell that an operation read: which of its inputs, where, and the number that lay there.
struct Operand {
  int input;
  Dims index;
  float value;
};

/// Σ left·right (+ bias), products and running sums in double precision.
struct DotRule {
  std::vector<Operand> left;
  std::vector<Operand> right;
  std::vector<double> products;
  std::vector<double> sums;
  std::optional<Operand> bias;
};

/// exp(x − maximum) / sum over a row; `position` is the explained cell's place in it.
struct SoftmaxRule {
  std::vector<Operand> operands;
  Index position;
  double maximum;
  std::vector<double> exponentials;
  double sum;
  bool fully_masked;
};

struct CopyRule {
  Operand source;
};

struct SelectRule {
  Operand id;
  Operand source;
};

struct ElementwiseRule {
  struct Constant {
    const char* name;
    float value;
  };
  bool multiply;  // else add
  std::vector<Operand> operands;
  std::vector<Constant> constants;
};

struct DropoutRule {
  Operand source;
  float draw;
  float probability;
  float factor;  // 0 or 1 / (1 − p)
};

struct SinusoidRule {
  bool sine;  // else cosine
  Index position;
  Index pair;
  Index d_model;
  double angle;
};

struct VisibilityRule {
  bool causal;  // else padding
  bool visible;
  Index limit;  // causal: the last key seen; padding: how many keys there are
};

/// (x − mean) / √(variance + epsilon) · weight + bias over a row; `position` is the cell's place in
/// it.
struct NormaliseRule {
  std::vector<Operand> operands;
  Index position;
  double mean;
  double variance;
  float epsilon;
  std::optional<Operand> weight, bias;
};

/// The cell comes from nowhere else.
struct LeafRule {
  enum class Origin { given, random, identity } origin;
};

using Rule = std::variant<DotRule, SoftmaxRule, CopyRule, SelectRule, ElementwiseRule, DropoutRule,
                          SinusoidRule, VisibilityRule, LeafRule, NormaliseRule>;

/// How one cell came about. |recorded − result| ≤ bound, where bound is n·ε of what was added or
/// multiplied.
struct Explanation {
  double result;
  double bound;
  Rule rule;
};

/// 2⁻²³: the distance from 1 to the next float.
inline constexpr double float_epsilon = 1.1920928955078125e-7;

}  // namespace ap
