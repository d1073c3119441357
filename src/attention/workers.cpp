#include "attention/workers.hpp"

#include "ops/add.hpp"
#include "tensor/error.hpp"

namespace ap {

namespace {

/// A worker's columns of one projection's matrix, and that part of its bias.
struct WorkerTexts {
  Declaration weight, bias;
};

constexpr Declaration window(const char* kind, const char* symbol, const char* formula,
                             const char* code, Role role, Axes axes) {
  return {kind, symbol, formula, code, &ops::split, role, axes};
}

constexpr WorkerTexts worker_texts[3] = {
    {window("worker_w_q", "W_{Q,r}", R"(W_{Q,r} = W_Q[:,\; c_0 : c_1])",
            "w_q_r = w_q.chunk(n_workers, dim=1)[rank]", Role::query,
            {Axis::d_model, Axis::heads_d_k}),
     window("worker_b_q", "b_{Q,r}", "b_{Q,r} = b_Q[c_0 : c_1]",
            "b_q_r = b_q.chunk(n_workers)[rank]", Role::query, {Axis::heads_d_k})},
    {window("worker_w_k", "W_{K,r}", R"(W_{K,r} = W_K[:,\; c_0 : c_1])",
            "w_k_r = w_k.chunk(n_workers, dim=1)[rank]", Role::key,
            {Axis::d_model, Axis::heads_d_k}),
     window("worker_b_k", "b_{K,r}", "b_{K,r} = b_K[c_0 : c_1]",
            "b_k_r = b_k.chunk(n_workers)[rank]", Role::key, {Axis::heads_d_k})},
    {window("worker_w_v", "W_{V,r}", R"(W_{V,r} = W_V[:,\; c_0 : c_1])",
            "w_v_r = w_v.chunk(n_workers, dim=1)[rank]", Role::value,
            {Axis::d_model, Axis::heads_d_v}),
     window("worker_b_v", "b_{V,r}", "b_{V,r} = b_V[c_0 : c_1]",
            "b_v_r = b_v.chunk(n_workers)[rank]", Role::value, {Axis::heads_d_v})}};

DeclaredProjection part_of(PlanBuilder& builder, const DeclaredProjection& whole,
                           const WorkerTexts& texts, Index worker, Index workers) {
  const Index width = builder.shape(whole.weight)[1] / workers;
  DeclaredProjection part = whole;
  part.weight =
      builder.add(texts.weight, {whole.weight},
                  {.axis = 1, .start = worker * width, .length = width}, whole.texts.weight.kind);
  if (whole.bias) {
    part.bias =
        builder.add(texts.bias, {*whole.bias},
                    {.axis = 0, .start = worker * width, .length = width}, whole.texts.bias.kind);
  }
  return part;
}

}  // namespace

StepId declare_workers(PlanBuilder& builder, const DeclaredProjection (&parts)[3],
                       const HeadOptions& options, Index workers, StepId output_weight,
                       const std::optional<StepId>& output_bias) {
  require(options.heads % workers == 0, ErrorCode::range, "workers", {workers},
          {"a divisor of ", options.heads, ", the number of heads"});
  const std::optional<Dims>& custom = options.weights.mask.custom;
  require(!custom || custom->rank() < 4 || (*custom)[1] == 1, ErrorCode::shape, "attnMask",
          {custom.value_or(Dims{})}, {"one mask for all heads, where workers have some each"});
  HeadOptions own = options;
  own.heads = options.heads / workers;
  const Index rows = builder.shape(output_weight)[0] / workers;
  std::vector<StepId> partial;
  for (Index worker = 0; worker < workers; ++worker) {
    const PlanBuilder::Scope scope(builder, "workers." + std::to_string(worker));
    const DeclaredProjection q = part_of(builder, parts[0], worker_texts[0], worker, workers);
    const DeclaredProjection k = part_of(builder, parts[1], worker_texts[1], worker, workers);
    const DeclaredProjection v = part_of(builder, parts[2], worker_texts[2], worker, workers);
    const JoinedHeads heads = declare_combined_heads(builder, q, &k, &v, own);
    const StepId w_o =
        builder.add(window("worker_w_o", "W_{O,r}", R"(W_{O,r} = W_O[r_0 : r_1,\; :])",
                           "w_o_r = w_o.chunk(n_workers, dim=0)[rank]", Role::output,
                           {Axis::heads_d_v, Axis::d_model}),
                    {output_weight}, {.axis = 0, .start = worker * rows, .length = rows}, "w_o");
    partial.push_back(builder.add({.kind = "partial_output",
                                   .symbol = "O_r",
                                   .formula = R"(O_r = [Z_1 \dots Z_{h/n}]\, W_{O,r})",
                                   .code = "o_r = concat @ w_o_r",
                                   .operation = &ops::linear,
                                   .role = Role::output,
                                   .axes = {Axis::batch, Axis::query, Axis::d_model}},
                                  {heads.joined, w_o}));
  }
  if (output_bias) partial.push_back(*output_bias);
  return builder.add(
      {.kind = "summed_output",
       .symbol = "O",
       .formula = output_bias ? R"(O = \sum_r O_r + b_O)" : R"(O = \sum_r O_r)",
       .code = output_bias ? "output = all_reduce(o_r) + b_o" : "output = all_reduce(o_r)",
       .operation = &ops::add,
       .role = Role::output,
       .axes = {Axis::batch, Axis::query, Axis::d_model}},
      partial, {}, "output");
}

}  // namespace ap
