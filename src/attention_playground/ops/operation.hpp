#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>

#include "attention_playground/ops/explanation.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// What an operation needs to know beside its inputs; each operation says which of these it reads.
struct Attributes {
  Dims shape = {};        // view, given: the result's shape; layer_norm: what is normalised over
  Index axis = -1;        // softmax, transpose, split, concat
  Index other_axis = -2;  // transpose
  Index start = 0;        // split: first element along `axis`; sample: draws before this one
  Index length = 0;       // split: how many; top_k: k
  Index offset = 0;  // causal_mask: keys before the first query; positional_encoding: positions
  float factor = 1;  // scale
  const char* factor_name = "factor";
  float epsilon = 1e-5F;     // layer_norm
  float probability = 0;     // dropout
  std::uint32_t seed = 0;    // dropout, sample
  std::uint64_t stream = 0;  // dropout, sample: of the step's path

  bool operator==(const Attributes&) const = default;
};

inline constexpr Attributes default_attributes;

/// The attributes that most steps have. Functions, because to write out all fields takes a page of
/// code wherever it is done.
Attributes shaped(const Dims& shape);
Attributes along(Index axis);
Attributes swapping(Index axis, Index other_axis);
Attributes window(Index axis, Index start, Index length);
Attributes scaled_by(float value, const char* name = "factor");
Attributes dropping(float probability, std::uint32_t seed);

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

/// One operation: its contract, a plain reference, a SIMD version and the explanation of one cell.
/// Each has a file pair of its own that defines one constant of this type.
struct Operation {
  const char* name;  // as `OperationName` in web/engine/types.ts
  Arity arity;

  /// Shape and strides of the result; throws Error where the inputs do not fit, naming the
  /// argument.
  Layout (*layout)(InputLayouts inputs, const Attributes& attributes);

  /// Both write every element of `out`, which has the layout above. Null where the result shares
  /// its input's memory (`aliases`) or is supplied from outside (`is_leaf` without a formula).
  void (*run)(Inputs inputs, const Attributes& attributes, Tensor& out);
  void (*reference)(Inputs inputs, const Attributes& attributes, Tensor& out);

  /// The operands of the cell at `index`, and the cell again in double precision.
  Explanation (*explain)(Inputs inputs, const Attributes& attributes, const Dims& index);

  /// Roundings that one cell of the result accumulates: the n of n·ε.
  Index (*roundings)(InputLayouts inputs);

  bool aliases = false;

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
             const Attributes& attributes = default_attributes, const Tensor* out = nullptr);

/// A new tensor of this shape, or `out` where it is given: then it has to be one whole storage of
/// that shape and none of the inputs. Throws Error(shape, conflict) naming `out`.
Tensor result_tensor(const Dims& shape, std::span<const Tensor* const> inputs, const Tensor* out);

}  // namespace ap
