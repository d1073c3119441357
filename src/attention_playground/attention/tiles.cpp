#include "attention_playground/attention/tiles.hpp"

#include <algorithm>

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/reduce.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

namespace declared {

constexpr Declaration tile_exponentials = {
    .kind = "tile_exponentials",
    .symbol = R"(\tilde A_{ij})",
    .formula = R"(\tilde A_{ij} = e^{S_{ij} - m_i})",
    .code = "p = torch.exp(s - m)",
    .operation = &ops::exp_difference,
    .role = Role::weights,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration tile_sum = {.kind = "tile_sum",
                                  .symbol = R"(\ell_{ij})",
                                  .formula = R"(\ell_{ij} = \sum_s \tilde A_{ij}[s])",
                                  .code = "l_tile = p.sum(-1, keepdim=True)",
                                  .operation = &ops::row_sum,
                                  .role = Role::weights,
                                  .axes = {Axis::batch, Axis::head, Axis::query, Axis::one}};

constexpr Declaration tile_context = {.kind = "tile_context",
                                      .symbol = "Z_{ij}",
                                      .formula = R"(Z_{ij} = \tilde A_{ij} V_j)",
                                      .code = "o_tile = p @ v_j",
                                      .operation = &ops::matmul,
                                      .role = Role::output,
                                      .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v}};

constexpr Declaration tile_output = {.kind = "tile_output",
                                     .symbol = "Z_i",
                                     .formula = R"(Z_i = \dfrac{\tilde Z_i}{\ell_i})",
                                     .code = "o = o / l",
                                     .operation = &ops::divide,
                                     .role = Role::output,
                                     .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v}};

constexpr Declaration tile_scores = {.kind = "tile_scores",
                                     .symbol = R"(Q_i K_j^{\top})",
                                     .formula = R"(Q_i K_j^{\top})",
                                     .code = "s = q_i @ k_j.transpose(-2, -1)",
                                     .operation = &ops::matmul_transposed,
                                     .role = Role::scores,
                                     .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration tile_scaled_scores = {
    .kind = "tile_scaled_scores",
    .symbol = "S_{ij}",
    .formula = R"(S_{ij} = \dfrac{Q_i K_j^{\top}}{\sqrt{d_k}})",
    .code = "s = s / math.sqrt(d_k)",
    .operation = &ops::scale,
    .role = Role::scores,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};
constexpr Declaration tile_scaled_scores_by_own =
    tile_scaled_scores.with(R"(S_{ij} = Q_i K_j^{\top} \cdot \mathrm{scale})", "s = s * scale");

constexpr Declaration tile_masked_scores = {
    .kind = "tile_masked_scores",
    .symbol = R"(\tilde S_{ij})",
    .formula = R"(\tilde S_{ij} = S_{ij} + M_{ij})",
    .code = "s = s + mask_ij",
    .operation = &ops::mask,
    .role = Role::scores,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration tile_mask = {.kind = "tile_mask",
                                   .symbol = "M_{ij}",
                                   .formula = "M_{ij}",
                                   .code = "mask_ij = mask[..., i0:i1, j0:j1]",
                                   .operation = &ops::split,
                                   .role = Role::mask,
                                   .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration tile_maximum = {.kind = "tile_maximum",
                                      .symbol = "m_i",
                                      .formula = R"(m_i = \max_s S_{ij}[s])",
                                      .code = "m = s.amax(-1, keepdim=True)",
                                      .operation = &ops::row_maximum,
                                      .role = Role::scores,
                                      .axes = {Axis::batch, Axis::head, Axis::query, Axis::one}};
constexpr Declaration tile_running_maximum =
    tile_maximum.with(R"(m_i = \max(m_i^{\text{old}},\; \max_s S_{ij}[s]))",
                      "m = torch.maximum(m_old, s.amax(-1, keepdim=True))");

constexpr Declaration tile_correction = {.kind = "tile_correction",
                                         .symbol = R"(\alpha_i)",
                                         .formula = R"(\alpha_i = e^{m_i^{\text{old}} - m_i})",
                                         .code = "alpha = torch.exp(m_old - m)",
                                         .operation = &ops::exp_difference,
                                         .role = Role::weights,
                                         .axes = {Axis::batch, Axis::head, Axis::query, Axis::one}};

constexpr Declaration tile_corrected_sum = {
    .kind = "tile_corrected_sum",
    .symbol = R"(\alpha_i \ell_i^{\text{old}})",
    .formula = R"(\alpha_i \cdot \ell_i^{\text{old}})",
    .code = "l_old = alpha * l_old",
    .operation = &ops::multiply,
    .role = Role::weights,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::one}};

constexpr Declaration running_sum = {
    .kind = "running_sum",
    .symbol = R"(\ell_i)",
    .formula = R"(\ell_i = \alpha_i \ell_i^{\text{old}} + \ell_{ij})",
    .code = "l = l_old + l_tile",
    .operation = &ops::add,
    .role = Role::weights,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::one}};

constexpr Declaration tile_corrected_output = {
    .kind = "tile_corrected_output",
    .symbol = R"(\alpha_i \tilde Z_i^{\text{old}})",
    .formula = R"(\alpha_i \cdot \tilde Z_i^{\text{old}})",
    .code = "o_old = alpha * o_old",
    .operation = &ops::multiply,
    .role = Role::output,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v}};

constexpr Declaration running_output = {
    .kind = "running_output",
    .symbol = R"(\tilde Z_i)",
    .formula = R"(\tilde Z_i = \alpha_i \tilde Z_i^{\text{old}} + Z_{ij})",
    .code = "o = o_old + o_tile",
    .operation = &ops::add,
    .role = Role::output,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v}};

constexpr Declaration tile_q = {.kind = "tile_q",
                                .symbol = "Q_i",
                                .formula = "Q_i = Q[i_0 : i_1]",
                                .code = "q_i = q[..., i0:i1, :]",
                                .operation = &ops::split,
                                .role = Role::query,
                                .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_k}};

constexpr Declaration tile_k = {.kind = "tile_k",
                                .symbol = "K_j",
                                .formula = "K_j = K[j_0 : j_1]",
                                .code = "k_j = k[..., j0:j1, :]",
                                .operation = &ops::split,
                                .role = Role::key,
                                .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}};

constexpr Declaration tile_v = {.kind = "tile_v",
                                .symbol = "V_j",
                                .formula = "V_j = V[j_0 : j_1]",
                                .code = "v_j = v[..., j0:j1, :]",
                                .operation = &ops::split,
                                .role = Role::value,
                                .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}};

constexpr Declaration tiles_joined = {.kind = "tiles_joined",
                                      .symbol = "Z",
                                      .formula = R"(Z = [Z_1; \dots; Z_n])",
                                      .code = "context = torch.cat(rows, dim=-2)",
                                      .operation = &ops::concat,
                                      .role = Role::output,
                                      .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v}};

}  // namespace declared

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
  TiledAttention(PlanBuilder& builder, const Masks& masks, const WeightOptions& options, Index d_k)
      : builder_(builder),
        masks_(masks),
        scaling_(scaling(options, d_k)),
        own_scale_(options.scale.has_value()) {
    scaling_.factor /= options.temperature;
    if (options.temperature != 1) scaling_.factor_name = "scale/τ";
  }

  /// Scores, weights and output of one tile, joined to those of the tiles before.
  Running add(StepId q, StepId k, StepId v, Part queries, Part keys, const Running* before) {
    const StepId scores = masked(scaled(q, k), queries, keys);
    const StepId maximum =
        before == nullptr ? builder_.add(declared::tile_maximum, {scores})
                          : builder_.add(declared::tile_running_maximum, {scores, before->maximum});
    const StepId exponentials = builder_.add(declared::tile_exponentials, {scores, maximum});
    const StepId sum = builder_.add(declared::tile_sum, {exponentials});
    const StepId output = builder_.add(declared::tile_context, {exponentials, v});
    if (before == nullptr) return {maximum, sum, output};
    return corrected(*before, {maximum, sum, output});
  }

  StepId divided(const Running& row) {
    return builder_.add(declared::tile_output, {row.output, row.sum});
  }

  /// Part of the second-last axis.
  StepId part_of(StepId from, Part part, const Declaration& declaration) {
    return builder_.add(declaration, {from}, window(-2, part.start, part.length));
  }

 private:
  StepId scaled(StepId q, StepId k) {
    const StepId scores = builder_.add(declared::tile_scores, {q, k});
    return builder_.add(
        own_scale_ ? declared::tile_scaled_scores_by_own : declared::tile_scaled_scores, {scores},
        scaling_);
  }

  StepId masked(StepId scores, Part queries, Part keys) {
    if (masks_.steps.empty()) return scores;
    std::vector<StepId> inputs = {scores};
    for (std::size_t i = 0; i < masks_.steps.size(); ++i)
      inputs.push_back(mask_window(masks_.steps[i], i, queries, keys));
    return builder_.add(declared::tile_masked_scores, inputs);
  }

  /// Axes along which the mask is broadcast stay as they are.
  StepId mask_window(StepId mask, std::size_t number, Part queries, Part keys) {
    const PlanBuilder::Scope scope(builder_, "mask_" + std::to_string(number), "_");
    const Part parts[2] = {queries, keys};
    for (int i = 0; i < 2; ++i) {
      const Dims shape = builder_.shape(mask);
      const int axis = shape.rank() - 2 + i;
      if (axis < 0 || shape[axis] == 1) continue;
      mask =
          builder_.add(declared::tile_mask, {mask}, window(axis, parts[i].start, parts[i].length),
                       i == 0 ? "rows" : "columns");
    }
    return mask;
  }

  Running corrected(const Running& before, const Running& own) {
    const StepId correction =
        builder_.add(declared::tile_correction, {before.maximum, own.maximum});
    const StepId old_sum = builder_.add(declared::tile_corrected_sum, {before.sum, correction});
    const StepId sum = builder_.add(declared::running_sum, {old_sum, own.sum});
    const StepId old_output =
        builder_.add(declared::tile_corrected_output, {before.output, correction});
    const StepId output = builder_.add(declared::running_output, {old_output, own.output});
    return {own.maximum, sum, output};
  }

  PlanBuilder& builder_;
  const Masks& masks_;
  Attributes scaling_;
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
  require(options.dropout_p == 0, ErrorCode::conflict, "tile", {"dropout of the weights"},
          {"no dropout: no step holds all weights"});
  const int rank = builder.shape(q).rank();
  TiledAttention tiled(builder, masks, options, builder.shape(q).back());
  const auto query_parts = parts_of(builder.shape(q)[rank - 2], options.tile.queries);
  const auto key_parts = parts_of(builder.shape(k)[rank - 2], options.tile.keys);
  std::vector<StepId> outputs;
  for (std::size_t i = 0; i < query_parts.size(); ++i) {
    const PlanBuilder::Scope row(builder, "tiles.", static_cast<Index>(i));
    const StepId q_i = tiled.part_of(q, query_parts[i], declared::tile_q);
    std::optional<Running> running;
    for (std::size_t j = 0; j < key_parts.size(); ++j) {
      const PlanBuilder::Scope tile(builder, "", static_cast<Index>(j));
      const StepId k_j = tiled.part_of(k, key_parts[j], declared::tile_k);
      const StepId v_j = tiled.part_of(v, key_parts[j], declared::tile_v);
      running =
          tiled.add(q_i, k_j, v_j, query_parts[i], key_parts[j], running ? &*running : nullptr);
    }
    outputs.push_back(tiled.divided(*running));
  }
  return builder.add(declared::tiles_joined, outputs, along(-2), "context");
}

}  // namespace ap
