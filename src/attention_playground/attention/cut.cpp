#include "attention_playground/attention/cut.hpp"

#include <algorithm>

#include "attention_playground/tensor/error.hpp"

namespace ap {

std::vector<HeadPlace> heads_of(const Plan& plan) {
  constexpr std::string_view end = ".context";
  std::vector<HeadPlace> heads;
  for (const Step& step : plan.steps()) {
    if (step.name != "context") continue;
    const std::size_t length = std::max(step.path.size(), end.size()) - end.size();
    for (Index head = 0; head < step.layout.shape[1]; ++head)
      heads.push_back({step.path.substr(0, length), head});
  }
  return heads;
}

std::vector<StepId> cut_head(Run& run, const HeadPlace& place) {
  const std::string scope = place.attention.empty() ? "" : place.attention + ".";
  const StepId context = run.plan().find(scope + "context");
  Tensor values = run.value(context);  // [batch, head, query, d_v]
  const Index heads = values.size(1);
  require(place.head >= 0 && place.head < heads, ErrorCode::index, "head", {place.head},
          {"0 to ", heads - 1});
  const Index cells = values.size(2) * values.size(3);
  for (Index batch = 0; batch < values.size(0); ++batch)
    std::fill_n(values.mutable_data() + (batch * heads + place.head) * cells, cells, 0.0F);
  return run.edit(context, run.differing_cells(context, values));
}

}  // namespace ap
