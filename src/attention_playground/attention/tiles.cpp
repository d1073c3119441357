#include "attention_playground/attention/tiles.hpp"

#include <algorithm>

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/reduce.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softcap.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr Axes tile_row_axes = {Axis::batch, Axis::head, Axis::query, Axis::one};
constexpr Axes output_axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v};

/// The rows of a mask for a row of tiles, and their columns for one tile.
struct TileMask {
  Declaration rows, tile;
};

constexpr Declaration tile_mask(const char* symbol, const char* variable) {
  return {.kind = "tile_mask",
          .symbol = symbol,
          .variable = variable,
          .operation = &ops::split,
          .role = Role::mask,
          .axes = score_axes};
}

// In the order of Mask::Kind.
constexpr TileMask tile_masks[] = {
    {tile_mask(R"(M_{\text{causal},{row}})", "causal_i"),
     tile_mask(R"(M_{\text{causal},{row},{column}})", "causal_ij")},
    {tile_mask(R"(M_{\text{pad},{row}})", "padding_i"),
     tile_mask(R"(M_{\text{pad},{row},{column}})", "padding_ij")},
    {tile_mask(R"(M_{\text{given},{row}})", "attn_mask_i"),
     tile_mask(R"(M_{\text{given},{row},{column}})", "attn_mask_ij")},
};

constexpr Declaration running_sum = {.kind = "running_sum",
                                     .symbol = R"(\ell_{row})",
                                     .variable = "l",
                                     .operation = &ops::add,
                                     .role = Role::weights,
                                     .axes = tile_row_axes};
constexpr Declaration running_output = {.kind = "running_output",
                                        .symbol = R"(\tilde{Z}_{row})",
                                        .variable = "o",
                                        .operation = &ops::add,
                                        .role = Role::output,
                                        .axes = output_axes};

/// Used by a fault.
constexpr Declaration unscaled(const Declaration& running) {
  const char* const code = "{0} + {1}  # not alpha * {0}";
  return mistaken(running, {.torch = code, .numpy = code});
}
constexpr Declaration unscaled_sum = unscaled(running_sum);
constexpr Declaration unscaled_output = unscaled(running_output);

// Where a tile updates a value, the symbol of the earlier value says "old".
constexpr auto declared_tiles = kinds({
    {.kind = "tile_q",
     .symbol = "Q_{row}",
     .variable = "q_i",
     .operation = &ops::split,
     .role = Role::query,
     .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_k}},
    {.kind = "tile_k",
     .symbol = "K_{column}",
     .variable = "k_j",
     .operation = &ops::split,
     .role = Role::key,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}},
    {.kind = "tile_v",
     .symbol = "V_{column}",
     .variable = "v_j",
     .operation = &ops::split,
     .role = Role::value,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}},
    {.kind = "tile_scores",
     .symbol = R"(Q_{row}\, K_{column}^{\top})",
     .variable = "s",
     .operation = &ops::matmul_transposed,
     .role = Role::scores,
     .axes = score_axes},
    {.kind = "tile_scaled_scores",
     .symbol = "S_{{row},{column}}",
     .variable = "s",
     .operation = &ops::scale,
     .role = Role::scores,
     .axes = score_axes},
    {.kind = "tile_tempered_scores",
     .symbol = R"(S_{\tau,{row},{column}})",
     .variable = "s",
     .operation = &ops::scale,
     .role = Role::scores,
     .axes = score_axes},
    {.kind = "tile_capped_scores",
     .symbol = R"(S_{\text{cap},{row},{column}})",
     .variable = "s",
     .operation = &ops::softcap,
     .role = Role::scores,
     .axes = score_axes},
    tile_masks[0].rows,
    tile_masks[0].tile,
    tile_masks[1].rows,
    tile_masks[1].tile,
    tile_masks[2].rows,
    tile_masks[2].tile,
    {.kind = "tile_masked_scores",
     .symbol = R"(\tilde{S}_{{row},{column}})",
     .variable = "s",
     .operation = &ops::mask,
     .role = Role::scores,
     .axes = score_axes},
    {.kind = "tile_maximum",
     .symbol = "m_{row}",
     .variable = "m",
     .operation = &ops::row_maximum,
     .role = Role::scores,
     .axes = tile_row_axes,
     .stops = Stop::cancelled},
    {.kind = "tile_exponentials",
     .symbol = R"(\tilde{A}_{{row},{column}})",
     .variable = "p",
     .operation = &ops::exp_difference,
     .role = Role::weights,
     .axes = score_axes},
    {.kind = "tile_sum",
     .symbol = R"(\ell_{{row},{column}})",
     .variable = "l_tile",
     .operation = &ops::row_sum,
     .role = Role::weights,
     .axes = tile_row_axes},
    {.kind = "tile_context",
     .symbol = "Z_{{row},{column}}",
     .variable = "o_tile",
     .operation = &ops::matmul,
     .role = Role::output,
     .axes = output_axes},
    {.kind = "tile_correction",
     .symbol = R"(\alpha_{row})",
     .variable = "alpha",
     .operation = &ops::exp_difference,
     .role = Role::weights,
     .axes = tile_row_axes},
    {.kind = "tile_corrected_sum",
     .symbol = R"(\alpha_{row} \ell_{row}^{\text{old}})",
     .variable = "l_old",
     .operation = &ops::multiply,
     .role = Role::weights,
     .axes = tile_row_axes,
     .texts = {R"(\alpha_{row} \ell_{row}^{\text{old}})", "{1} * {0}", "{1} * {0}"}},
    running_sum,
    unscaled_sum,
    {.kind = "tile_corrected_output",
     .symbol = R"(\alpha_{row} \tilde{Z}_{row}^{\text{old}})",
     .variable = "o_old",
     .operation = &ops::multiply,
     .role = Role::output,
     .axes = output_axes,
     .texts = {R"(\alpha_{row} \tilde{Z}_{row}^{\text{old}})", "{1} * {0}", "{1} * {0}"}},
    running_output,
    unscaled_output,
    {.kind = "tile_output",
     .symbol = "Z_{row}",
     .variable = "o_{row}",
     .operation = &ops::divide,
     .role = Role::output,
     .axes = output_axes,
     .cancels = true},
    {.kind = "tiles_joined",
     .symbol = "Z",
     .variable = "context",
     .operation = &ops::concat,
     .role = Role::output,
     .axes = output_axes},
});

/// The running values of queries after some tiles.
struct RunningTile {
  StepId maximum;  // [..., queries, 1]
  StepId sum;      // [..., queries, 1]
  StepId output;   // [..., queries, d_v], not yet divided by the sum
};

/// One part of an axis.
struct Range {
  Index start, length;
};

class TiledAttention {
 public:
  TiledAttention(PlanBuilder& builder, const Masks& masks, const WeightOptions& options, Index d_k)
      : builder_(builder),
        masks_(masks),
        scaling_(scaling(options, d_k)),
        temperature_(options.temperature),
        softcap_(options.softcap) {}

  /// Scores, weights and output of one tile, combined with those of the tiles before.
  RunningTile add(StepId q, StepId k, StepId v, Range queries, Range keys,
                  const RunningTile* before) {
    const StepId scores = masked(scaled(q, k), queries, keys);
    std::vector<StepId> compared = {scores};
    if (before != nullptr) compared.push_back(before->maximum);
    const StepId maximum = builder_.add(declared_tiles["tile_maximum"], compared);
    const StepId exponentials =
        builder_.add(declared_tiles["tile_exponentials"], {scores, maximum});
    const StepId sum = builder_.add(declared_tiles["tile_sum"], {exponentials});
    const StepId output = builder_.add(declared_tiles["tile_context"], {exponentials, v});
    if (before == nullptr) return {maximum, sum, output};
    return corrected(*before, {maximum, sum, output});
  }

  StepId divided(const RunningTile& row) {
    return builder_.add(declared_tiles["tile_output"], {row.output, row.sum});
  }

  /// Part of the second-last axis.
  StepId part_of(StepId from, Range part, const Declaration& declaration) {
    return builder_.add(declaration, {from}, Window{-2, part.start, part.length});
  }

 private:
  StepId scaled(StepId q, StepId k) {
    const StepId scores = builder_.add(declared_tiles["tile_scores"], {q, k});
    StepId scaled = builder_.add(declared_tiles["tile_scaled_scores"], {scores}, scaling_);
    if (temperature_ != 1) {
      scaled = builder_.add(declared_tiles["tile_tempered_scores"], {scaled},
                            Factor{1 / temperature_, Factor::Name::temperature});
    }
    if (softcap_ == 0) return scaled;
    return builder_.add(declared_tiles["tile_capped_scores"], {scaled}, Capped{softcap_});
  }

  StepId masked(StepId scores, Range queries, Range keys) {
    if (masks_.empty()) return scores;
    std::vector<StepId> inputs = {scores};
    for (const Mask& mask : masks_)
      inputs.push_back(mask_window(mask, &mask - masks_.begin(), queries, keys));
    return builder_.add(declared_tiles["tile_masked_scores"], inputs);
  }

  /// Axes along which the mask is broadcast stay as they are.
  StepId mask_window(const Mask& mask, Index number, Range queries, Range keys) {
    const PlanBuilder::Within scope(builder_, "mask_" + std::to_string(number) + "_", {});
    const Range parts[2] = {queries, keys};
    StepId part = mask.step;
    for (int i = 0; i < 2; ++i) {
      const Dims shape = builder_.shape(part);
      const int axis = shape.rank() - 2 + i;
      if (axis < 0 || shape[axis] == 1) continue;
      const TileMask& kinds = tile_masks[static_cast<int>(mask.kind)];
      part =
          builder_.add(i == 0 ? kinds.rows : kinds.tile, {part},
                       Window{axis, parts[i].start, parts[i].length}, i == 0 ? "rows" : "columns");
    }
    return part;
  }

  /// The running values after one more tile. A fault adds to the earlier ones as they are.
  RunningTile corrected(const RunningTile& before, const RunningTile& own) {
    const Fault fault = builder_.requested(Fault::tile_without_rescale,
                                           {"tile_correction", "tile_corrected_sum", "running_sum",
                                            "tile_corrected_output", "running_output"});
    if (fault != Fault::none) {
      return {own.maximum, builder_.blame(builder_.add(unscaled_sum, {before.sum, own.sum}), fault),
              builder_.blame(builder_.add(unscaled_output, {before.output, own.output}), fault)};
    }
    const StepId correction =
        builder_.add(declared_tiles["tile_correction"], {before.maximum, own.maximum});
    const StepId old_sum =
        builder_.add(declared_tiles["tile_corrected_sum"], {before.sum, correction});
    const StepId sum = builder_.add(declared_tiles["running_sum"], {old_sum, own.sum});
    const StepId old_output =
        builder_.add(declared_tiles["tile_corrected_output"], {before.output, correction});
    const StepId output = builder_.add(declared_tiles["running_output"], {old_output, own.output});
    return {own.maximum, sum, output};
  }

  PlanBuilder& builder_;
  const Masks& masks_;
  Factor scaling_;
  float temperature_;
  float softcap_;
};

std::vector<Range> parts_of(Index length, Index size) {
  std::vector<Range> parts;
  for (Index start = 0; start < length; start += size)
    parts.push_back({start, std::min(size, length - start)});
  return parts;
}

}  // namespace

StepId declare_tiled_attention(PlanBuilder& builder, StepId q, StepId k, StepId v,
                               const Masks& masks, const WeightOptions& options) {
  require(!options.drops(), ErrorCode::conflict, "tile", {"dropout of the weights"},
          {"no dropout: no step holds all weights"});
  const int rank = builder.shape(q).rank();
  TiledAttention tiled(builder, masks, options, builder.shape(q).back());
  const auto query_parts = parts_of(builder.shape(q)[rank - 2], options.tile.queries);
  const auto key_parts = parts_of(builder.shape(k)[rank - 2], options.tile.keys);
  std::vector<StepId> outputs;
  for (std::size_t i = 0; i < query_parts.size(); ++i) {
    const auto row_number = static_cast<Index>(i);
    const PlanBuilder::Within row(builder, "tiles.", row_number, {.tile_row = row_number});
    const StepId q_i = tiled.part_of(q, query_parts[i], declared_tiles["tile_q"]);
    std::optional<RunningTile> running;
    for (std::size_t j = 0; j < key_parts.size(); ++j) {
      const auto column = static_cast<Index>(j);
      const PlanBuilder::Within tile(builder, "", column, {.tile_column = column});
      const StepId k_j = tiled.part_of(k, key_parts[j], declared_tiles["tile_k"]);
      const StepId v_j = tiled.part_of(v, key_parts[j], declared_tiles["tile_v"]);
      running =
          tiled.add(q_i, k_j, v_j, query_parts[i], key_parts[j], running ? &*running : nullptr);
    }
    outputs.push_back(tiled.divided(*running));
  }
  return builder.add(declared_tiles["tiles_joined"], outputs, Along{-2}, "context");
}

std::span<const Declaration> tile_kinds() { return declared_tiles; }

}  // namespace ap
