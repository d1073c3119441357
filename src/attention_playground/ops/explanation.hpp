#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// One cell that an operation read: the input's number, the cell's index and its value.
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

/// exp(x − maximum) / sum over a row, or its logarithm; `position` is the explained cell's place in
/// it.
struct SoftmaxRule {
  std::vector<Operand> operands;
  Index position;
  double maximum;
  std::vector<double> exponentials;
  double sum;
  bool fully_masked;
  bool logarithm;
};

struct CopyRule {
  Operand source;
};

struct SelectRule {
  Operand id;
  Operand source;
};

struct ElementwiseRule {
  enum class Join { add, multiply, divide };
  struct Constant {
    const char* name;
    float value;
  };
  Join join;
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

/// A rotated cell: own · cosine + other · sine, the other cell being that of the same point. The
/// sine has the sign with which it is multiplied.
struct RotationRule {
  std::vector<Operand> operands;  // the cell's own, the other
  Index position;
  Index pair;
  Index width;
  double angle;
  double cosine;
  double sine;
};

struct VisibilityRule {
  bool causal;  // else padding
  bool visible;
  Index limit;  // causal: the last visible key; padding: the number of keys
};

/// (x − mean) / √(variance + epsilon) · weight + bias over a row; `position` is the cell's place in
/// it. mean = sum / n, variance = sum_of_squares / n.
struct NormaliseRule {
  std::vector<Operand> operands;
  Index position;
  double sum;
  double mean;
  std::vector<double> differences;  // x − mean
  std::vector<double> squares;      // (x − mean)²
  double sum_of_squares;
  double variance;
  float epsilon;
  std::optional<Operand> weight, bias;
};

/// The cell is not computed from other cells of its graph.
struct LeafRule {
  enum class Origin { given, random, identity, constant, cached } origin;
};

/// A curve's value at x: max(0, x), x · ½(1 + erf(x/√2)), x · ½(1 + tanh(√(2/π)(x + 0.044715 x³))),
/// c · tanh(x / c);
/// exp(a − b), 0 where a is −∞; a mask inverted, or max(x, −10⁹); weight · inner, where a mask
/// may hide the weight; √x; or min(1, inner / (x + 10⁻⁶)). `inner` is the erf, the tanh, the
/// difference, 0 (hidden) or 1, or the largest norm.
struct FunctionRule {
  enum class Function {
    relu,
    gelu,
    gelu_tanh,
    exp_difference,
    invert_mask,
    finite_mask,
    hide,
    square_root,
    clip_factor,
    softcap
  } function;
  std::vector<Operand> operands;
  double inner;
};

/// Σ terms, one for each operand: x, x/n, (x − mean)²/n, −p ln p, p(1 − p), −x/n,
/// x · factor.
struct SumRule {
  enum class Terms { plain, mean, variance, entropy, softmax_gradient, cross_entropy, smoothed } of;
  std::vector<Operand> operands;
  std::vector<double> terms;
  std::vector<double> sums;     // running sums of the terms
  double mean;                  // variance: the mean of the row
  std::vector<double> factors;  // smoothed: −(smoothed label) / n of each operand
};

/// The largest of some cells.
struct MaximumRule {
  std::vector<Operand> operands;
  Index position;
};

/// A choice from a row: the largest (the first of equal ones), the k largest, or the first whose
/// running sum of probabilities exceeds target = draw · (their sum).
struct ChoiceRule {
  enum class Way { argmax, top_k, sample } way;
  std::vector<Operand> operands;
  std::vector<Index> order;  // places in the row from the largest number to the smallest
  Index position;            // the chosen place in the row; top_k: that of the explained cell
  Index rank;                // of that place in the order; 1 is the largest
  Index count;               // top_k: k
  bool kept;                 // top_k: whether the explained cell is among them
  double draw;               // sample: in [0, 1)
  double target;             // sample
  std::vector<double> sums;  // sample: running sums
};

/// Σ upstream · derivative: the gradients of the cells that this cell affects, each times the
/// derivative of that cell with respect to this one. Without terms, nothing depends on the cell.
struct ChainRule {
  std::vector<Operand> upstream;
  std::vector<Operand> operands;    // the cells that the derivatives are computed from
  std::vector<double> derivatives;  // one for each term
  std::vector<double> products;
  std::vector<double> sums;  // running sums of the products
  Index position = 0;        // the place of the cell itself among the operands
  double inner = 0;          // what all derivatives share: 1/σ, n, or 0
};

using Rule = std::variant<DotRule, SoftmaxRule, CopyRule, SelectRule, ElementwiseRule, DropoutRule,
                          SinusoidRule, VisibilityRule, LeafRule, NormaliseRule, FunctionRule,
                          SumRule, MaximumRule, ChoiceRule, ChainRule, RotationRule>;

/// How one cell came about. |recorded − result| ≤ bound, where bound is n·ε times the size of what
/// was added or multiplied.
struct Explanation {
  double result = 0;
  double bound = 0;
  Rule rule;
};

/// An explanation by a rule that is still to be filled in, where it stays.
template <typename Own>
Explanation explained_by() {
  return {.rule = Rule(std::in_place_type<Own>)};
}

/// The rule of an explanation that has this one.
template <typename Own>
Own& rule_of(Explanation& explanation) {
  return *std::get_if<Own>(&explanation.rule);
}

/// 2⁻²³: the distance from 1 to the next float.
inline constexpr double float_epsilon = 1.1920928955078125e-7;

}  // namespace ap
