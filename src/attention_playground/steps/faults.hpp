#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ap {

/// Common mistakes in attention, which a trace can make on purpose. In the order of
/// web/engine/options/tables.ts.
enum class Fault : std::uint8_t {
  none,
  softmax_axis,            // over the queries instead of the keys
  no_scale,                // no factor instead of 1/√d_k
  scale_by_sqrt_d,         // the width of the model instead of a head's
  scale_by_sqrt_h,         // the number of heads instead of their width
  mask_after_softmax,      // weights times 0 instead of scores plus −∞
  padding_on_queries,      // the padding mask along the axis of queries
  mask_inverted,           // hides what should be visible
  view_without_transpose,  // h·d directly to heads, or back
  dropout_in_evaluation,   // on the weights
  finite_mask,             // −1e9 instead of −∞
  key_value_swapped,       // keys as values, and values as keys
  positions_twice,         // added to the embeddings, and again to the sum
  values_of_queries,       // cross-attention to keys of one sentence, values of the other
  norm_axis,               // layer norm over the tokens instead of the features
  no_causal_mask,          // a mask that hides nothing instead
  tile_without_rescale,    // running sum and output keep the factor of an earlier maximum
};

/// A fault, and the beginning of the paths where it is made. Only whole names match: "encoder.1"
/// does not match "encoder.10"; "" matches every path.
struct FaultAt {
  Fault fault;
  std::string at;

  bool operator==(const FaultAt&) const = default;
};
using Faults = std::vector<FaultAt>;

/// "softmax_axis" …; "" for none.
const char* name_of(Fault fault);

/// What a fault requires: "a padding mask …".
const char* needs_of(Fault fault);

/// Whether `path` begins with the names in `at`.
bool is_within(const std::string& path, const std::string& at);

}  // namespace ap
