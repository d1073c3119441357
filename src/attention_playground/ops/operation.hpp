#pragma once

#include <initializer_list>
#include <limits>
#include <span>

#include "attention_playground/ops/attributes.hpp"
#include "attention_playground/ops/explanation.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// What an operation reads, and how that lies in memory; none is null.
using Inputs = std::span<const Tensor* const>;
using InputLayouts = std::span<const Layout* const>;

/// How many inputs an operation takes.
struct Arity {
  constexpr Arity(int exactly) : least(exactly), most(exactly) {}
  constexpr Arity(int least, int most) : least(least), most(most) {}

  int least, most;
};
/// No upper limit.
inline constexpr int many = std::numeric_limits<int>::max();

/// How an operation is written, as templates: `{0}` is the symbol (or the variable) of the first
/// input, `{?2: + {2}}` is there where there is a third one, `{*: + }` are all of them. Where a
/// text names its result, `{out}`, nothing is put before it. web/engine/notation.ts has the rest.
struct Texts {
  const char* formula = nullptr;  // TeX
  const char* torch = nullptr;    // one line of PyTorch
  const char* numpy = nullptr;    // one line of NumPy
};

/// One operation: its contract, a plain reference, a SIMD version, the explanation of one cell, its
/// texts and the facts about it. Each has a file pair of its own that defines one constant of this
/// type. How it is compiled is said in the first line of its source: see CMakeLists.txt.
struct Operation {
  const char* name;  // as `OperationName` in web/engine/trace-types.ts
  Arity arity = 1;
  Texts texts = {};

  /// Shape and strides of the result; throws Error where the inputs do not fit, naming the
  /// argument.
  Layout (*layout)(InputLayouts inputs, const Attributes& attributes);

  /// Both write every element of `out`, which has the layout above. Null where the result shares
  /// its input's memory (`aliases`) or is supplied from outside: a leaf that nothing computes.
  void (*run)(Inputs inputs, const Attributes& attributes, Tensor& out) = nullptr;
  void (*reference)(Inputs inputs, const Attributes& attributes, Tensor& out) = nullptr;

  /// The operands of the cell at `index`, and the cell again in double precision.
  Explanation (*explain)(Inputs inputs, const Attributes& attributes, const Dims& index);

  /// Roundings that one cell of the result accumulates: the n of n·ε.
  Index (*roundings)(InputLayouts inputs);

  // Facts.

  /// The result lies in the first input's memory.
  bool aliases = false;
  /// The result lies there too, behind it, where its layout says so; else in memory of its own.
  bool appends = false;
  /// Makes of an absolute error of its first input a relative one of its result.
  bool exponentiates = false;
  /// Which input is a matrix that products read packed, where it stays, and whether they read its
  /// transpose; −1: none.
  int packs = -1;
  bool packs_transposed = false;
  /// Rows of its first input in which nothing may be seen; null where that means nothing.
  Index (*hidden_rows)(const Tensor& input, const Attributes& attributes) = nullptr;
  /// Multiplications with an addition that one run takes, as written, zeros included; null where
  /// the operation is no product.
  double (*multiply_adds)(InputLayouts inputs) = nullptr;
};

/// For Operation::roundings.
inline Index one_rounding(InputLayouts) { return 1; }
inline Index no_rounding(InputLayouts) { return 0; }

/// Throws Error(size) naming `inputs` unless the operation takes so many.
void require_inputs(const Operation& operation, std::size_t count);

/// One operation by itself, outside any graph. Null inputs at the end are left out. The result goes
/// into `out` where that is given (see result_tensor). Throws what the operation's layout throws;
/// Error(missing) naming `inputs` for a null or an empty tensor, Error(size) for too few or too
/// many, and Error(conflict) naming `operation` where it computes nothing: leaves, and views, which
/// are methods of Tensor.
Tensor apply(const Operation& operation, std::initializer_list<const Tensor*> inputs,
             const Attributes& attributes = no_attributes, const Tensor* out = nullptr);

/// A new tensor of this shape, or `out` where it is given: then it has to be one whole storage of
/// that shape and none of the inputs. Throws Error(shape, conflict) naming `out`.
Tensor result_tensor(const Dims& shape, std::span<const Tensor* const> inputs, const Tensor* out);

}  // namespace ap
