#include "attention_playground/attention/rotation.hpp"

#include "attention_playground/ops/rotate.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

// If heads have separate steps, each symbol has the number of its head.
constexpr auto declared_rotation = kinds({
    {.kind = "rotated_queries",
     .symbol = R"(Q_{\text{rotated}{?head:,{head}}})",
     .variable = "q{?head:_{head}}",
     .operation = &ops::rotate,
     .role = Role::query,
     .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_k}},
    {.kind = "rotated_keys",
     .symbol = R"(K_{\text{rotated}{?head:,{head}}})",
     .variable = "k{?head:_{head}}",
     .operation = &ops::rotate,
     .role = Role::key,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}},
});

}  // namespace

void declare_rotation(PlanBuilder& builder, StepId& q, StepId& k, Index first) {
  q = builder.add(declared_rotation["rotated_queries"], {q}, Rotated{first});
  k = builder.add(declared_rotation["rotated_keys"], {k}, Rotated{first});
}

void require_pairs(Index d_k) {
  require(d_k % 2 == 0, ErrorCode::conflict, "positions", {"rotary, with heads ", d_k, " wide"},
          {"heads of an even width, whose cells form pairs"});
}

std::span<const Declaration> rotation_kinds() { return declared_rotation; }

}  // namespace ap
