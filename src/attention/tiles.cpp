#include "attention/tiles.hpp"

#include <algorithm>

#include "ops/add.hpp"
#include "ops/arithmetic.hpp"
#include "ops/matmul.hpp"
#include "ops/movement.hpp"
#include "ops/reduce.hpp"
#include "ops/scale.hpp"
#include "tensor/error.hpp"

namespace ap {

namespace {

/// What one query's row has come to after some tiles.
struct Running {
  StepId maximum;  // [..., queries, 1]
  StepId sum;      // [..., queries, 1]
  StepId output;   // [..., queries, d_v], not yet divided by the sum
};

/// One part of an axis.
struct Part {
  Index start, length;
};

class TiledAttention {
 public:
  TiledAttention(PlanBuilder& builder, const Masks& masks, const WeightOptions& options, Index d_k,
                 int rank)
      : builder_(builder),
        masks_(masks),
        scaling_(scaling(options, d_k)),
        scores_axes_(axes_of(rank, Axis::query, Axis::key)),
        row_axes_(axes_of(rank, Axis::query, Axis::one)),
        output_axes_(axes_of(rank, Axis::query, Axis::d_v)),
        own_scale_(options.scale.has_value()) {
    scaling_.factor /= options.temperature;
    if (options.temperature != 1) scaling_.factor_name = "scale/τ";
  }

  /// Scores, weights and output of one tile, joined to those of the tiles before.
  Running add(StepId q, StepId k, StepId v, Part queries, Part keys, const Running* before) {
    const StepId scores = masked(scaled(q, k), queries, keys);
    const StepId maximum = declare_maximum(scores, before);
    const StepId exponentials = builder_.add({.kind = "tile_exponentials",
                                              .symbol = R"(\tilde A_{ij})",
                                              .formula = R"(\tilde A_{ij} = e^{S_{ij} - m_i})",
                                              .code = "p = torch.exp(s - m)",
                                              .operation = &ops::exp_difference,
                                              .role = Role::weights,
                                              .axes = scores_axes_},
                                             {scores, maximum});
    const StepId sum = builder_.add({.kind = "tile_sum",
                                     .symbol = R"(\ell_{ij})",
                                     .formula = R"(\ell_{ij} = \sum_s \tilde A_{ij}[s])",
                                     .code = "l_tile = p.sum(-1, keepdim=True)",
                                     .operation = &ops::row_sum,
                                     .role = Role::weights,
                                     .axes = row_axes_},
                                    {exponentials});
    const StepId output = builder_.add({.kind = "tile_context",
                                        .symbol = "Z_{ij}",
                                        .formula = R"(Z_{ij} = \tilde A_{ij} V_j)",
                                        .code = "o_tile = p @ v_j",
                                        .operation = &ops::matmul,
                                        .role = Role::output,
                                        .axes = output_axes_},
                                       {exponentials, v});
    if (before == nullptr) return {maximum, sum, output};
    return corrected(*before, {maximum, sum, output});
  }

  StepId divided(const Running& row) {
    return builder_.add({.kind = "tile_output",
                         .symbol = "Z_i",
                         .formula = R"(Z_i = \dfrac{\tilde Z_i}{\ell_i})",
                         .code = "o = o / l",
                         .operation = &ops::divide,
                         .role = Role::output,
                         .axes = output_axes_},
                        {row.output, row.sum});
  }

  /// Part of the second-last axis.
  StepId window(StepId from, Part part, const Declaration& declaration) {
    return builder_.add(declaration, {from},
                        {.axis = -2, .start = part.start, .length = part.length});
  }

 private:
  StepId scaled(StepId q, StepId k) {
    const StepId scores = builder_.add({.kind = "tile_scores",
                                        .symbol = R"(Q_i K_j^{\top})",
                                        .formula = R"(Q_i K_j^{\top})",
                                        .code = "s = q_i @ k_j.transpose(-2, -1)",
                                        .operation = &ops::matmul_transposed,
                                        .role = Role::scores,
                                        .axes = scores_axes_},
                                       {q, k});
    return builder_.add({.kind = "tile_scaled_scores",
                         .symbol = "S_{ij}",
                         .formula = own_scale_ ? R"(S_{ij} = Q_i K_j^{\top} \cdot \mathrm{scale})"
                                               : R"(S_{ij} = \dfrac{Q_i K_j^{\top}}{\sqrt{d_k}})",
                         .code = own_scale_ ? "s = s * scale" : "s = s / math.sqrt(d_k)",
                         .operation = &ops::scale,
                         .role = Role::scores,
                         .axes = scores_axes_},
                        {scores}, scaling_);
  }

  StepId masked(StepId scores, Part queries, Part keys) {
    if (masks_.steps.empty()) return scores;
    std::vector<StepId> inputs = {scores};
    for (std::size_t i = 0; i < masks_.steps.size(); ++i)
      inputs.push_back(mask_window(masks_.steps[i], i, queries, keys));
    return builder_.add({.kind = "tile_masked_scores",
                         .symbol = R"(\tilde S_{ij})",
                         .formula = R"(\tilde S_{ij} = S_{ij} + M_{ij})",
                         .code = "s = s + mask_ij",
                         .operation = &ops::mask,
                         .role = Role::scores,
                         .axes = scores_axes_},
                        inputs);
  }

  /// Axes along which the mask is broadcast stay as they are.
  StepId mask_window(StepId mask, std::size_t number, Part queries, Part keys) {
    const std::string name = "mask_" + std::to_string(number);
    const Part parts[2] = {queries, keys};
    for (int i = 0; i < 2; ++i) {
      const Dims shape = builder_.shape(mask);
      const int axis = shape.rank() - 2 + i;
      if (axis < 0 || shape[axis] == 1) continue;
      mask =
          builder_.add({.kind = "tile_mask",
                        .symbol = "M_{ij}",
                        .formula = "M_{ij}",
                        .code = "mask_ij = mask[..., i0:i1, j0:j1]",
                        .operation = &ops::split,
                        .role = Role::mask,
                        .axes = axes_of(shape.rank(), Axis::query, Axis::key)},
                       {mask}, {.axis = axis, .start = parts[i].start, .length = parts[i].length},
                       name + (i == 0 ? "_rows" : "_columns"));
    }
    return mask;
  }

  StepId declare_maximum(StepId scores, const Running* before) {
    std::vector<StepId> inputs = {scores};
    if (before != nullptr) inputs.push_back(before->maximum);
    return builder_.add(
        {.kind = "tile_maximum",
         .symbol = "m_i",
         .formula = before != nullptr ? R"(m_i = \max(m_i^{\text{old}},\; \max_s S_{ij}[s]))"
                                      : R"(m_i = \max_s S_{ij}[s])",
         .code = before != nullptr ? "m = torch.maximum(m_old, s.amax(-1, keepdim=True))"
                                   : "m = s.amax(-1, keepdim=True)",
         .operation = &ops::row_maximum,
         .role = Role::scores,
         .axes = row_axes_},
        inputs);
  }

  Running corrected(const Running& before, const Running& own) {
    const StepId correction = builder_.add({.kind = "tile_correction",
                                            .symbol = R"(\alpha_i)",
                                            .formula = R"(\alpha_i = e^{m_i^{\text{old}} - m_i})",
                                            .code = "alpha = torch.exp(m_old - m)",
                                            .operation = &ops::exp_difference,
                                            .role = Role::weights,
                                            .axes = row_axes_},
                                           {before.maximum, own.maximum});
    const StepId old_sum = builder_.add({.kind = "tile_corrected_sum",
                                         .symbol = R"(\alpha_i \ell_i^{\text{old}})",
                                         .formula = R"(\alpha_i \cdot \ell_i^{\text{old}})",
                                         .code = "l_old = alpha * l_old",
                                         .operation = &ops::multiply,
                                         .role = Role::weights,
                                         .axes = row_axes_},
                                        {before.sum, correction});
    const StepId sum =
        builder_.add({.kind = "running_sum",
                      .symbol = R"(\ell_i)",
                      .formula = R"(\ell_i = \alpha_i \ell_i^{\text{old}} + \ell_{ij})",
                      .code = "l = l_old + l_tile",
                      .operation = &ops::add,
                      .role = Role::weights,
                      .axes = row_axes_},
                     {old_sum, own.sum});
    const StepId old_output = builder_.add({.kind = "tile_corrected_output",
                                            .symbol = R"(\alpha_i \tilde Z_i^{\text{old}})",
                                            .formula = R"(\alpha_i \cdot \tilde Z_i^{\text{old}})",
                                            .code = "o_old = alpha * o_old",
                                            .operation = &ops::multiply,
                                            .role = Role::output,
                                            .axes = output_axes_},
                                           {before.output, correction});
    const StepId output =
        builder_.add({.kind = "running_output",
                      .symbol = R"(\tilde Z_i)",
                      .formula = R"(\tilde Z_i = \alpha_i \tilde Z_i^{\text{old}} + Z_{ij})",
                      .code = "o = o_old + o_tile",
                      .operation = &ops::add,
                      .role = Role::output,
                      .axes = output_axes_},
                     {old_output, own.output});
    return {own.maximum, sum, output};
  }

  PlanBuilder& builder_;
  const Masks& masks_;
  Attributes scaling_;
  Axes scores_axes_, row_axes_, output_axes_;
  bool own_scale_;
};

std::vector<Part> parts_of(Index length, Index size) {
  std::vector<Part> parts;
  for (Index start = 0; start < length; start += size)
    parts.push_back({start, std::min(size, length - start)});
  return parts;
}

}  // namespace

StepId declare_tiled_attention(PlanBuilder& builder, StepId q, StepId k, StepId v,
                               const Masks& masks, const WeightOptions& options) {
  require(options.dropout == 0, ErrorCode::conflict, "tile", {"dropout of the weights"},
          {"no dropout: no step holds all weights"});
  const int rank = builder.shape(q).rank();
  TiledAttention tiled(builder, masks, options, builder.shape(q).back(), rank);
  const auto query_parts = parts_of(builder.shape(q)[rank - 2], options.tile.queries);
  const auto key_parts = parts_of(builder.shape(k)[rank - 2], options.tile.keys);
  std::vector<StepId> outputs;
  for (std::size_t i = 0; i < query_parts.size(); ++i) {
    const PlanBuilder::Scope row(builder, "tiles." + std::to_string(i));
    const StepId q_i = tiled.window(q, query_parts[i],
                                    {.kind = "tile_q",
                                     .symbol = "Q_i",
                                     .formula = "Q_i = Q[i_0 : i_1]",
                                     .code = "q_i = q[..., i0:i1, :]",
                                     .operation = &ops::split,
                                     .role = Role::query,
                                     .axes = axes_of(rank, Axis::query, Axis::d_k)});
    std::optional<Running> running;
    for (std::size_t j = 0; j < key_parts.size(); ++j) {
      const PlanBuilder::Scope tile(builder, std::to_string(j));
      const StepId k_j = tiled.window(k, key_parts[j],
                                      {.kind = "tile_k",
                                       .symbol = "K_j",
                                       .formula = "K_j = K[j_0 : j_1]",
                                       .code = "k_j = k[..., j0:j1, :]",
                                       .operation = &ops::split,
                                       .role = Role::key,
                                       .axes = axes_of(rank, Axis::key, Axis::d_k)});
      const StepId v_j = tiled.window(v, key_parts[j],
                                      {.kind = "tile_v",
                                       .symbol = "V_j",
                                       .formula = "V_j = V[j_0 : j_1]",
                                       .code = "v_j = v[..., j0:j1, :]",
                                       .operation = &ops::split,
                                       .role = Role::value,
                                       .axes = axes_of(rank, Axis::key, Axis::d_v)});
      running =
          tiled.add(q_i, k_j, v_j, query_parts[i], key_parts[j], running ? &*running : nullptr);
    }
    outputs.push_back(tiled.divided(*running));
  }
  return builder.add({.kind = "tiles_joined",
                      .symbol = "Z",
                      .formula = R"(Z = [Z_1; \dots; Z_n])",
                      .code = "context = torch.cat(rows, dim=-2)",
                      .operation = &ops::concat,
                      .role = Role::output,
                      .axes = axes_of(rank, Axis::query, Axis::d_v)},
                     outputs, {.axis = -2}, "context");
}

}  // namespace ap
