#include "attention_playground/attention/checks.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

void check_matrix(const Tensor& matrix, const char* name, Index rows) {
  require_finite(matrix, name);
  require(matrix.rank() == 2, ErrorCode::rank, name, {matrix.shape()}, {"2 axes: [in, out]"});
  require(matrix.size(0) == rows && matrix.size(1) > 0, ErrorCode::shape, name, {matrix.shape()},
          {"(", rows, ", h·d) with h·d of at least 1"});
}

/// Whether a number that divides scores leaves them finite.
bool in_bounds(float divisor) { return divisor >= 1e-30F && divisor <= 1e30F; }

void check_kept(const Tensor& mask) {
  require_finite(mask, "dropout_mask");
  const Tensor rows = mask.contiguous();
  for (const float cell : std::span(rows.data(), static_cast<std::size_t>(rows.count())))
    require(cell == 0 || cell == 1, ErrorCode::range, "dropout_mask", {cell},
            {"0 (dropped) and 1 (kept)"});
}

bool shifts(const std::optional<Tensor>& mask) {
  if (!mask) return false;
  const Tensor rows = mask->contiguous();
  return std::any_of(rows.data(), rows.data() + rows.count(),
                     [](float cell) { return cell != 0 && std::isfinite(cell); });
}

void check_bias(const std::optional<Tensor>& bias, const char* name, Index width) {
  if (!bias) return;
  require_finite(*bias, name);
  require(bias->shape() == Dims{width}, ErrorCode::shape, name, {bias->shape()}, {Dims{width}});
}

}  // namespace

void check_projected(const Tensor& query, const Tensor& key, const Tensor& value) {
  for (const auto& [tensor, name] :
       {std::pair{&query, "query"}, {&key, "key"}, {&value, "value"}}) {
    require(tensor->rank() == 3, ErrorCode::rank, name, {tensor->shape()},
            {"3 axes: [batch, tokens, width]"});
    require(tensor->size(0) == query.size(0), ErrorCode::shape, name, {tensor->shape()},
            {"batch ", query.size(0), ", as query's"});
  }
  require(value.size(1) == key.size(1), ErrorCode::shape, "value", {value.shape()},
          {key.size(1), " rows, as many as key's"});
}

void require_finite_operands(const Tensor& query, const Tensor& key, const Tensor& value) {
  require_finite(query, "query");
  require_finite(key, "key");
  require_finite(value, "value");
}

void check_weights(const WeightOptions& options) {
  check_scale(options.scale);
  check_temperature(options.temperature);
  require(options.softcap == 0 || in_bounds(options.softcap), ErrorCode::range, "softcap",
          {options.softcap}, {"a number from 1e-30 to 1e30"});
  check_dropout(options.dropout_p);
  require(!options.tile.any() || (options.tile.queries >= 1 && options.tile.keys >= 1),
          ErrorCode::range, "tile", {Dims{options.tile.queries, options.tile.keys}},
          {"[queries, keys] of at least 1 each"});
}

void check_scale(const std::optional<float>& scale) {
  require(std::isfinite(scale.value_or(1)), ErrorCode::not_finite, "scale", {scale.value_or(1)},
          {"a finite number"});
}

void check_faults(const Faults& faults, std::initializer_list<const GivenMasks*> masks) {
  for (const auto& [fault, at] : faults) {
    if (fault != Fault::mask_after_softmax && fault != Fault::mask_inverted) continue;
    for (const GivenMasks* given : masks) {
      require(!shifts(given->attn_mask) && !shifts(given->key_padding_mask), ErrorCode::conflict,
              "faults", {name_of(fault), " with a mask that shifts scores"},
              {"masks of only 0 and −∞ (true and false)"});
    }
  }
}

void check_temperature(float temperature) {
  require(in_bounds(temperature), ErrorCode::range, "temperature", {temperature},
          {"a number from 1e-30 to 1e30"});
}

void check_dropout(float dropout, const char* name) {
  require(dropout >= 0 && dropout < 1, ErrorCode::range, name, {dropout},
          {"a probability from 0 to below 1"});
}

void take_masks(const GivenMasks& masks, Index batch, Index keys, MaskOptions& options,
                const MaskNames& names) {
  if (masks.attn_mask) {
    require_finite(*masks.attn_mask, names.attn_mask, true);
    options.custom = masks.attn_mask->shape();
  }
  if (masks.dropout_mask) {
    check_kept(*masks.dropout_mask);
    options.dropout = masks.dropout_mask->shape();
  }
  if (!masks.key_padding_mask) return;
  require_finite(*masks.key_padding_mask, names.key_padding_mask, true);
  require(masks.key_padding_mask->shape() == Dims{batch, keys}, ErrorCode::shape,
          names.key_padding_mask, {masks.key_padding_mask->shape()},
          {Dims{batch, keys}, ": [batch, keys]"});
  options.key_padding = true;
  options.lengths = false;
}

ProjectionOptions take_projections(const GivenProjections& given, Index num_heads,
                                   Index query_width, Index key_width, Index value_width) {
  check_matrix(given.wq, "wq", query_width);
  check_matrix(given.wk, "wk", key_width);
  require(given.wk.size(1) == given.wq.size(1), ErrorCode::shape, "wk", {given.wk.shape()},
          {given.wq.size(1), " columns, as wq has"});
  check_matrix(given.wv, "wv", value_width);
  if (given.wo) check_matrix(*given.wo, "wo", given.wv.size(1));
  require(given.wo || !given.bo, ErrorCode::missing, "wo", {"nothing"},
          {"a matrix beside its bias bo"});
  check_bias(given.bq, "bq", given.wq.size(1));
  check_bias(given.bk, "bk", given.wk.size(1));
  check_bias(given.bv, "bv", given.wv.size(1));
  if (given.wo) check_bias(given.bo, "bo", given.wo->size(1));
  ProjectionOptions options;
  options.source = Projections::given;
  options.num_heads = num_heads;
  options.query_key_width = given.wq.size(1);
  options.value_width = given.wv.size(1);
  if (given.wo) options.output_width = given.wo->size(1);
  options.query_bias = given.bq.has_value();
  options.key_bias = given.bk.has_value();
  options.value_bias = given.bv.has_value();
  options.output_bias = given.bo.has_value();
  return options;
}

}  // namespace ap
