#include "attention_playground/attention/dropout.hpp"

#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/leaf.hpp"

namespace ap {

namespace {

constexpr auto declared_dropout = kinds({
    {.kind = "dropout_round",
     .symbol = "n",
     .variable = "dropout_round",
     .operation = &ops::given,
     .role = Role::input,
     .axes = {},
     .texts = {R"({out} \in \{0, 1, \dots\})", "torch.tensor({out})", "np.float32({out})"}},
});

}  // namespace

void declare_dropout_round(PlanBuilder& builder) {
  builder.set_dropout_round(builder.add_data(declared_dropout["dropout_round"], {}));
}

StepId declare_dropout(PlanBuilder& builder, const Declaration& declaration, StepId x,
                       float probability, std::uint32_t seed, Words name) {
  const Dropped dropped = {probability, seed,
                           builder.stream_of(*name.text == '\0' ? declaration.kind : name)};
  std::vector<StepId> inputs = {x};
  if (builder.dropout_round()) inputs.push_back(*builder.dropout_round());
  return builder.add(declaration, inputs, dropped, name);
}

std::span<const Declaration> dropout_kinds() { return declared_dropout; }

}  // namespace ap
