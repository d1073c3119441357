#include "attention_playground/attention/cut.hpp"

#include <algorithm>

#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// Of a context [batch, head, query, d_v], or of one head's [query, d_v] or [batch, query, d_v].
Index heads_in(const Dims& context) { return context.rank() > 3 ? context[1] : 1; }

}  // namespace

std::vector<HeadPlace> heads_of(const Plan& plan) {
  constexpr std::string_view end = ".context";
  std::vector<HeadPlace> heads;
  for (const Step& step : plan.steps()) {
    if (step.name != "context") continue;
    const std::size_t length = std::max(step.path.size(), end.size()) - end.size();
    for (Index head = 0; head < heads_in(step.layout.shape); ++head)
      heads.push_back({step.path.substr(0, length), head});
  }
  return heads;
}

std::vector<StepId> cut_head(Run& run, const HeadPlace& place) {
  const std::string scope = place.attention.empty() ? "" : place.attention + ".";
  const StepId context = run.plan().find(scope + "context");
  Tensor values = run.value(context);
  const Index heads = heads_in(values.shape());
  require(place.head >= 0 && place.head < heads, ErrorCode::index, "head", {place.head},
          {"0 to ", heads - 1});
  const Index batch = values.rank() > 2 ? values.size(0) : 1;
  const Index cells = values.count() / (batch * heads);
  for (Index sentence = 0; sentence < batch; ++sentence)
    std::fill_n(values.mutable_data() + (sentence * heads + place.head) * cells, cells, 0.0F);
  return run.edit(context, run.differing_cells(context, values));
}

}  // namespace ap
