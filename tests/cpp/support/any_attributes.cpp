#include "support/any_attributes.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ap::test {

Attributes AnyAttributes::of(const Operation& operation) const {
  const std::string_view name = operation.name;
  if (name == "view") return ToShape{shape};
  if (name == "softmax" || name == "log_softmax" || name == "concat") return Along{axis};
  if (name == "softmax_backward" || name == "log_softmax_backward") return Along{axis};
  if (name == "transpose") return Swapped{axis, start};
  if (name == "split") return Window{axis, start, length};
  if (name == "pad") return Padding{axis, start, length};
  if (name == "sum_to") return Summed{shape, {}, {}};
  if (name == "embedding_backward") return Entries{length};
  if (name == "cross_entropy" || name == "cross_entropy_backward")
    return Labelled{probability, length};
  if (name == "rotate") return Rotated{start, seed % 2 == 1};
  if (name == "threshold_backward" || name == "clip_factor") return Above{number};
  if (name == "scale") return Factor{number};
  if (name == "layer_norm" || name == "layer_norm_backward") return Normalised{shape, number};
  if (name == "dropout") return Dropped{probability, seed, stream};
  if (name == "masked_dropout") return DropoutRate{probability};
  if (name == "softcap" || name == "softcap_backward")
    return Capped{std::clamp(std::fabs(number), 1e-30F, 1e30F)};
  if (name == "sample") return Drawn{start, seed, stream};
  if (name == "top_k") return Largest{length};
  if (name == "positional_encoding") return FromPosition{shape, start};
  if (name == "causal_mask" || name == "padding_mask") return Visible{shape, start};
  if (operation.arity.most == 0) return Leaf{shape};
  return {};
}

}  // namespace ap::test
