#include "attention_playground/steps/faults.hpp"

namespace ap {

namespace {

struct FaultText {
  const char* name;
  const char* needs;
};

constexpr const char* a_scale =
    "scores that are divided by √d_k: no scale of their own, no tiles, no other fault of the scale";

// In the order of Fault.
constexpr FaultText fault_texts[] = {
    {"", ""},
    {"softmax_axis", "attention that is not cut into tiles"},
    {"no_scale", a_scale},
    {"scale_by_sqrt_d", a_scale},
    {"scale_by_sqrt_h", a_scale},
    {"mask_after_softmax", "attention with a mask, not cut into tiles"},
    {"padding_on_queries", "a padding mask, as many queries as keys, no tiles"},
    {"mask_inverted", "attention with a mask, not cut into tiles"},
    {"view_without_transpose", "heads that share one matrix"},
    {"dropout_in_evaluation", "a dropout probability above 0, training: false, no tiles"},
    {"finite_mask", "attention with a mask, not cut into tiles"},
    {"key_value_swapped", "values as wide as keys, no tiles"},
    {"positions_twice", "positions that are added: sinusoidal or learned"},
    {"values_of_queries", "projected values of another sentence, as many queries as keys"},
    {"norm_axis", "a model with layer norms"},
    {"no_causal_mask", "a causal mask, no tiles"},
    {"tile_without_rescale", "several tiles of keys"},
};

}  // namespace

const char* name_of(Fault fault) { return fault_texts[static_cast<int>(fault)].name; }

const char* needs_of(Fault fault) { return fault_texts[static_cast<int>(fault)].needs; }

bool is_within(const std::string& path, const std::string& at) {
  if (path.compare(0, at.size(), at) != 0) return false;
  return at.empty() || at.back() == '.' || path.size() == at.size() || path[at.size()] == '.';
}

}  // namespace ap
