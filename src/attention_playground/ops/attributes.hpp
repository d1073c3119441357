#pragma once

#include <cstdint>
#include <variant>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

// What an operation needs beside its inputs: each operation reads one of these structs, or none.

/// view: the result's shape.
struct ToShape {
  Dims shape = {};
};

/// softmax, log_softmax, their backwards, concat.
struct Along {
  Index axis = -1;
};

/// transpose.
struct Swapped {
  Index axis = -1, other_axis = -2;
};

/// split: `length` elements of an axis.
struct Window {
  Index axis = -1, start = 0, length = 0;
};

/// pad: zeros before and after an axis.
struct Padding {
  Index axis = -1, before = 0, after = 0;
};

/// sum_to: the result's shape; the axes that it lacks, and those that stay with size 1, counted
/// from the end.
struct Summed {
  Dims shape = {};
  Dims removed = {}, kept = {};
};

/// embedding_backward: the table's rows.
struct Entries {
  Index count = 0;
};

/// cross_entropy and its backward: how much of each label's probability is spread over all entries,
/// and how many there are.
struct Labelled {
  float smoothing = 0;
  Index entries = 0;
};

/// scale: the factor and its name.
struct Factor {
  enum class Name {
    factor,
    sqrt_d_k,
    scale,
    temperature,
    sqrt_d,
    // Faults.
    unscaled,
    sqrt_d_model,
    sqrt_h,
  };
  float value = 1;
  Name name = Name::factor;
};

/// layer_norm, layer_norm_backward: the sizes of the last axes, over which it normalises.
struct Normalised {
  Dims shape = {};
  float epsilon = 1e-5F;
};

/// dropout. Equal streams of one seed drop the same cells.
struct Dropped {
  float probability = 0;
  std::uint32_t seed = 0;
  std::uint64_t stream = 0;
};

/// masked_dropout: the weights that the mask keeps are divided by 1 − probability.
struct DropoutRate {
  float probability = 0;
};

/// sample: `first` is the number of draws that earlier calls took from the stream.
struct Drawn {
  Index first = 0;
  std::uint32_t seed = 0;
  std::uint64_t stream = 0;
};

/// top_k: how many numbers it keeps.
struct Largest {
  Index count = 0;
};

/// maximum_backward: whether its cells are the largest only if they exceed all others, or also if
/// they equal them.
struct Tie {
  bool loses = false;
};

/// threshold_backward: where the gradient passes.
struct Above {
  float threshold = 0;
};

/// softcap, softcap_backward: the bound that results approach.
struct Capped {
  float cap = 1;
};

/// positional_encoding: [length, d_model], from position `first` on.
struct FromPosition {
  Dims shape = {};
  Index first = 0;
};

/// rotate: the position of the first row, and whether it rotates back.
struct Rotated {
  Index first = 0;
  bool back = false;
};

/// causal_mask and padding_mask: the result's shape; `past` keys come before the first query.
struct Visible {
  Dims shape = {};
  Index past = 0;
};

/// How a parameter starts, by seed and path.
enum class Initialiser {
  xavier_uniform,  // Glorot & Bengio 2010
  xavier_normal,   // the same variance
  bias_uniform,    // in ±1/√width
  normal,          // standard normal; each row has its own stream
  narrow_normal,   // such rows, divided by √width
  ones,
  zeros,
  identity
};

/// A leaf: its shape, and where its numbers come from.
struct Leaf {
  enum class Source { data, parameter, cache, constant };
  Dims shape = {};
  Source source = Source::data;
  Initialiser initialiser = Initialiser::xavier_uniform;  // for a parameter or a constant
  /// The caller gives this parameter; the initialiser is not used.
  bool given = false;
  /// The stream of a normal row is named by `rows` and the row's number; if null, by the token's
  /// text.
  const char* rows = nullptr;
  /// cache: how many tokens axis 2 has room for; 0: only for the current ones.
  Index capacity = 0;
};

using Attributes = std::variant<std::monostate, ToShape, Along, Swapped, Window, Padding, Summed,
                                Entries, Labelled, Factor, Normalised, Dropped, DropoutRate, Drawn,
                                Largest, Tie, Above, Capped, FromPosition, Rotated, Visible, Leaf>;

inline constexpr Attributes no_attributes;

/// The attributes of the type that an operation reads, or their defaults if none were given.
template <typename Own>
const Own& as(const Attributes& attributes) {
  static constexpr Own defaults;
  const Own* const found = std::get_if<Own>(&attributes);
  return found == nullptr ? defaults : *found;
}

}  // namespace ap
