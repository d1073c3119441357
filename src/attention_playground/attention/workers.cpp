#include "attention_playground/attention/workers.hpp"

#include "attention_playground/ops/add.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// Each symbol has the number of its worker as a superscript.
struct OutputKinds {
  Declaration weight, partial, sum;
};

constexpr OutputKinds output_kinds = {
    .weight = {.kind = "worker_w_o",
               .symbol = "W_O",
               .variable = "w_o_{worker}",
               .operation = &ops::split,
               .role = Role::output,
               .axes = {Axis::heads_d_v, Axis::d_model}},
    .partial = {.kind = "partial_output",
                .symbol = "O",
                .variable = "o_{worker}",
                .operation = &ops::linear,
                .role = Role::output,
                .axes = {Axis::batch, Axis::query, Axis::d_model}},
    .sum = {.kind = "summed_output",
            .symbol = "O",
            .variable = "output",
            .operation = &ops::add,
            .role = Role::output,
            .axes = {Axis::batch, Axis::query, Axis::d_model},
            .texts = {.torch = "{*: + }  # all_reduce"}}};

/// Of an output that is not as wide as what the queries are made of.
constexpr OutputKinds other_width_kinds = {with_last_axis(output_kinds.weight, Axis::d_out),
                                           with_last_axis(output_kinds.partial, Axis::d_out),
                                           with_last_axis(output_kinds.sum, Axis::d_out)};

constexpr auto declared_workers =
    kinds({output_kinds.weight, output_kinds.partial, output_kinds.sum, other_width_kinds.weight,
           other_width_kinds.partial, other_width_kinds.sum});

/// A worker's columns of one projection's matrix, and that part of its bias.
DeclaredProjection part_of(PlanBuilder& builder, const DeclaredProjection& whole, Index worker,
                           Index workers) {
  const Index width = builder.shape(whole.weight)[1] / workers;
  const Projection& kinds = whole.kinds;
  DeclaredProjection part = whole;
  part.weight = builder.add(kinds.worker_weight, {whole.weight}, Window{1, worker * width, width},
                            kinds.weight.kind);
  if (whole.bias) {
    part.bias = builder.add(kinds.worker_bias, {*whole.bias}, Window{0, worker * width, width},
                            kinds.bias.kind);
  }
  return part;
}

}  // namespace

StepId declare_workers(PlanBuilder& builder, const DeclaredProjection (&parts)[3],
                       const HeadOptions& options, Index workers, StepId output_weight,
                       const std::optional<StepId>& output_bias) {
  require(options.heads % workers == 0, ErrorCode::range, "workers", {workers},
          {"a divisor of ", options.heads, ", the number of heads"});
  HeadOptions own = options;
  own.heads = options.heads / workers;
  const Dims shape = builder.shape(output_weight);
  const Index rows = shape[0] / workers;
  const OutputKinds& kinds = shape[1] == options.whole.width ? output_kinds : other_width_kinds;
  std::vector<StepId> partial;
  for (Index worker = 0; worker < workers; ++worker) {
    const PlanBuilder::Within scope(builder, "workers.", worker, {.worker = worker});
    const DeclaredProjection q = part_of(builder, parts[0], worker, workers);
    const DeclaredProjection k = part_of(builder, parts[1], worker, workers);
    const DeclaredProjection v = part_of(builder, parts[2], worker, workers);
    const JoinedHeads heads = declare_combined_heads(builder, q, &k, &v, own);
    const StepId w_o =
        builder.add(kinds.weight, {output_weight}, Window{0, worker * rows, rows}, "w_o");
    partial.push_back(builder.add(kinds.partial, {heads.joined, w_o}));
  }
  if (output_bias) partial.push_back(*output_bias);
  return builder.add(kinds.sum, partial, {}, "output");
}

std::span<const Declaration> worker_kinds() { return declared_workers; }

}  // namespace ap
