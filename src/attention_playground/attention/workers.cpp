#include "attention_playground/attention/workers.hpp"

#include "attention_playground/ops/add.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

namespace declared {

constexpr Declaration partial_output = {.kind = "partial_output",
                                        .symbol = "O_r",
                                        .formula = R"(O_r = [Z_1 \dots Z_{h/n}]\, W_{O,r})",
                                        .code = "o_r = concat @ w_o_r",
                                        .operation = &ops::linear,
                                        .role = Role::output,
                                        .axes = {Axis::batch, Axis::query, Axis::d_model}};

constexpr Declaration summed_output = {.kind = "summed_output",
                                       .symbol = "O",
                                       .formula = R"(O = \sum_r O_r)",
                                       .code = "output = all_reduce(o_r)",
                                       .operation = &ops::add,
                                       .role = Role::output,
                                       .axes = {Axis::batch, Axis::query, Axis::d_model}};
constexpr Declaration biased_summed_output =
    summed_output.with(R"(O = \sum_r O_r + b_O)", "output = all_reduce(o_r) + b_o");

}  // namespace declared

/// A worker's columns of one projection's matrix, and that part of its bias.
struct WorkerTexts {
  Declaration weight, bias;
};

constexpr Declaration part(const char* kind, const char* symbol, const char* formula,
                           const char* code, Role role, Axes axes) {
  return {kind, symbol, formula, code, &ops::split, role, axes};
}

constexpr WorkerTexts worker_texts[3] = {
    {part("worker_w_q", "W_{Q,r}", R"(W_{Q,r} = W_Q[:,\; c_0 : c_1])",
          "w_q_r = w_q.chunk(n_workers, dim=1)[rank]", Role::query,
          {Axis::d_model, Axis::heads_d_k}),
     part("worker_b_q", "b_{Q,r}", "b_{Q,r} = b_Q[c_0 : c_1]", "b_q_r = b_q.chunk(n_workers)[rank]",
          Role::query, {Axis::heads_d_k})},
    {part("worker_w_k", "W_{K,r}", R"(W_{K,r} = W_K[:,\; c_0 : c_1])",
          "w_k_r = w_k.chunk(n_workers, dim=1)[rank]", Role::key, {Axis::d_model, Axis::heads_d_k}),
     part("worker_b_k", "b_{K,r}", "b_{K,r} = b_K[c_0 : c_1]", "b_k_r = b_k.chunk(n_workers)[rank]",
          Role::key, {Axis::heads_d_k})},
    {part("worker_w_v", "W_{V,r}", R"(W_{V,r} = W_V[:,\; c_0 : c_1])",
          "w_v_r = w_v.chunk(n_workers, dim=1)[rank]", Role::value,
          {Axis::d_model, Axis::heads_d_v}),
     part("worker_b_v", "b_{V,r}", "b_{V,r} = b_V[c_0 : c_1]", "b_v_r = b_v.chunk(n_workers)[rank]",
          Role::value, {Axis::heads_d_v})}};

constexpr Declaration worker_w_o = part("worker_w_o", "W_{O,r}", R"(W_{O,r} = W_O[r_0 : r_1,\; :])",
                                        "w_o_r = w_o.chunk(n_workers, dim=0)[rank]", Role::output,
                                        {Axis::heads_d_v, Axis::d_model});

DeclaredProjection part_of(PlanBuilder& builder, const DeclaredProjection& whole,
                           const WorkerTexts& texts, Index worker, Index workers) {
  const Index width = builder.shape(whole.weight)[1] / workers;
  DeclaredProjection part = whole;
  part.weight = builder.add(texts.weight, {whole.weight}, window(1, worker * width, width),
                            whole.texts.weight.kind);
  if (whole.bias) {
    part.bias = builder.add(texts.bias, {*whole.bias}, window(0, worker * width, width),
                            whole.texts.bias.kind);
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
  const Index rows = builder.shape(output_weight)[0] / workers;
  std::vector<StepId> partial;
  for (Index worker = 0; worker < workers; ++worker) {
    const PlanBuilder::Scope scope(builder, "workers.", worker);
    const DeclaredProjection q = part_of(builder, parts[0], worker_texts[0], worker, workers);
    const DeclaredProjection k = part_of(builder, parts[1], worker_texts[1], worker, workers);
    const DeclaredProjection v = part_of(builder, parts[2], worker_texts[2], worker, workers);
    const JoinedHeads heads = declare_combined_heads(builder, q, &k, &v, own);
    const StepId w_o =
        builder.add(worker_w_o, {output_weight}, window(0, worker * rows, rows), "w_o");
    partial.push_back(builder.add(declared::partial_output, {heads.joined, w_o}));
  }
  if (output_bias) partial.push_back(*output_bias);
  return builder.add(output_bias ? declared::biased_summed_output : declared::summed_output,
                     partial, {}, "output");
}

}  // namespace ap
