#pragma once

#include <initializer_list>
#include <limits>
#include <span>

#include "attention_playground/ops/attributes.hpp"
#include "attention_playground/ops/explanation.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// The tensors that an operation reads, and their layouts; none is null.
using Inputs = std::span<const Tensor* const>;
using InputLayouts = std::span<const Layout* const>;

/// How many inputs an operation takes.
struct Arity {
  constexpr Arity(int exactly) : least(exactly), most(exactly) {}
  constexpr Arity(int at_least, int at_most) : least(at_least), most(at_most) {}

  int least, most;
};
/// No upper limit.
inline constexpr int many = std::numeric_limits<int>::max();

/// Templates for an operation's notation: `{0}` is the symbol (or the variable) of the first input,
/// `{?2: + {2}}` appears only if there is a third input, `{*: + }` lists all inputs. A text that
/// names its result, `{out}`, gets no left-hand side. web/engine/notation/template.ts has the whole
/// syntax.
struct Texts {
  const char* formula = nullptr;  // TeX
  const char* torch = nullptr;    // one line of PyTorch
  const char* numpy = nullptr;    // one line of NumPy
};

/// Why no gradient passes a step.
enum class Stop : std::uint8_t {
  none,
  leaf,       // nothing comes before it
  choice,     // its result is a place in a list, which jumps or stays
  rule,       // positions, lengths or ids alone decide its result
  cancelled,  // what it would pass on sums to 0 in a later step: see Declaration::cancels
  gradient,   // it belongs to a backward pass: gradients of gradients are not taken
};

/// "leaf" …; "" for none.
const char* name_of(Stop stop);

class Gradient;

/// The inputs of an operation that a gradient passes on to, as bits.
inline constexpr unsigned every_input = ~0U;
inline constexpr unsigned first_input = 1U;
inline constexpr unsigned second_input = 2U;

/// One operation: its contract, a plain reference, a SIMD version, its gradient, the explanation of
/// one cell, its texts and the facts about it. A file pair defines a constant of this type for
/// each. The first line of its source says how it is compiled: see CMakeLists.txt.
struct Operation {
  const char* name;  // as `OperationName` in web/engine/types/traces.ts
  Arity arity = 1;
  Texts texts = {};

  /// Shape and strides of the result; throws an Error that names the argument if the inputs do not
  /// fit.
  Layout (*layout)(InputLayouts inputs, const Attributes& attributes);

  /// Both write every element of `out`, which has the layout above. Null if the result shares its
  /// input's memory (`aliases`) or comes from outside (a leaf).
  void (*run)(Inputs inputs, const Attributes& attributes, Tensor& out) = nullptr;
  void (*reference)(Inputs inputs, const Attributes& attributes, Tensor& out) = nullptr;

  /// The operands of the cell at `index`, and the cell recomputed in double precision.
  Explanation (*explain)(Inputs inputs, const Attributes& attributes, const Dims& index);

  /// Roundings that one cell of the result accumulates: the n of n·ε.
  Index (*roundings)(InputLayouts inputs);

  /// Declares the steps of its inputs' gradients, see ops/gradient.hpp. Null if `stops` says why no
  /// gradient passes it.
  void (*gradient)(Gradient& gradient) = nullptr;
  Stop stops = Stop::none;
  /// Inputs that its gradient passes on to; the others are ids or masks that decide, not add.
  unsigned passes_to = every_input;

  // Facts.

  /// It only adds or moves numbers: where they cancel, their errors stay.
  bool only_adds = false;
  /// The result lies in the first input's memory.
  bool aliases = false;
  /// The result extends the first input in the same memory if its layout says so; else it has its
  /// own memory.
  bool appends = false;
  /// It turns an absolute error of its first input into a relative error of its result.
  bool exponentiates = false;
  /// The input that is read in packed form if its storage stays, and whether its transpose is read;
  /// −1: none.
  int packs = -1;
  bool packs_transposed = false;
  /// Number of fully masked rows of its first input; null if masks do not concern the operation.
  Index (*hidden_rows)(const Tensor& input, const Attributes& attributes) = nullptr;
  /// Number of multiply-adds in one run, including those with zeros; null if the operation is not a
  /// product.
  double (*multiply_adds)(InputLayouts inputs) = nullptr;
};

/// Whether the program has references. The module that pages load has none: nothing there calls
/// them.
extern const bool has_references;

/// A reference, or an empty function where there are none.
template <auto reference>
void tested(Inputs inputs, const Attributes& attributes, Tensor& out) {
  if (has_references) reference(inputs, attributes, out);
}

/// For Operation::roundings.
inline Index one_rounding(InputLayouts) { return 1; }
inline Index no_rounding(InputLayouts) { return 0; }

/// Throws Error(size) naming `inputs` unless the operation takes `count` inputs.
void require_inputs(const Operation& operation, std::size_t count);

/// Runs one operation outside any graph. Trailing null inputs are left out. The result goes into
/// `out` if it is given (see result_tensor). Throws what the operation's layout throws;
/// Error(missing) naming `inputs` for a null tensor or one without storage, Error(size) for too few
/// or too many, and Error(conflict) naming `operation` if it computes nothing (leaves, and views,
/// which are methods of Tensor).
Tensor apply(const Operation& operation, std::initializer_list<const Tensor*> inputs,
             const Attributes& attributes = no_attributes, const Tensor* out = nullptr);

/// A new tensor of this shape, or `out` if it is given: it must have that shape, cover its whole
/// storage and share no storage with an input. Throws Error(shape, conflict) naming `out`.
Tensor result_tensor(const Dims& shape, std::span<const Tensor* const> inputs, const Tensor* out);

}  // namespace ap
