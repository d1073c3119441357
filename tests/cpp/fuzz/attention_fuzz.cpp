// The fused calls, valid and invalid, against the sequence of operations; and layers.

#include <cmath>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softcap.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/transformer/layers.hpp"
#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/comparison.hpp"
#include "support/steps.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

struct AttentionCall {
  Tensor query, key, value;
  GivenMasks masks;
  WeightOptions options;
  bool need_weights = true;
};

/// An additive mask in which some cells are −∞.
Tensor mask_of(Draw& draw, const Dims& shape) {
  Tensor mask = draw.plain(shape);
  for (Index i = 0; i < mask.count(); ++i)
    if (draw.chance(0.2)) mask.mutable_data()[i] = -test::infinity;
  return mask;
}

/// A mask of dropout.
Tensor kept_of(Draw& draw, const Dims& shape) {
  Tensor kept = Tensor::filled(shape, 1);
  for (Index i = 0; i < kept.count(); ++i)
    if (draw.chance(0.3)) kept.mutable_data()[i] = 0;
  return kept;
}

WeightOptions some_options(Draw& draw) {
  WeightOptions options;
  options.mask.causal = draw.chance(0.4);
  options.mask.causal_offset = draw.whole(-2, 3);
  if (draw.chance(0.5)) options.scale = draw.number();
  if (draw.chance(0.3)) options.temperature = 2;
  if (draw.chance(0.2)) options.softcap = draw.chance(0.5) ? 1.5F : 1e30F;
  if (draw.chance(0.2)) options.dropout_p = 0.3F;
  options.seed = static_cast<std::uint32_t>(draw.bits());
  return options;
}

AttentionCall some_call(Draw& draw) {
  const Index queries = draw.size(), keys = draw.size(), d_k = draw.whole(1, 20), d_v = draw.size();
  const Dims leading = draw.shape(0, 2, 3);
  const auto with = [&](Index rows, Index columns) {
    Dims shape = leading;
    shape.push_back(rows);
    shape.push_back(columns);
    return shape;
  };
  AttentionCall call;
  call.query = draw.tensor(with(queries, d_k));
  call.key = draw.tensor(with(keys, d_k));
  call.value = draw.tensor(with(keys, d_v));
  if (draw.chance(0.4))
    call.masks.attn_mask = mask_of(draw, draw.chance(0.5) ? with(queries, keys) : Dims{1, keys});
  if (draw.chance(0.2)) call.masks.dropout_mask = kept_of(draw, Dims{queries, keys});
  call.options = some_options(draw);
  call.need_weights = draw.chance(0.5);
  return call;
}

void spoil_options(Draw& draw, WeightOptions& options) {
  const Index way = draw.whole(0, 4);
  if (way == 4) options.softcap = draw.wrong_number();
  if (way == 0) options.scale = draw.wrong_number();
  if (way == 1) options.temperature = draw.wrong_number();
  if (way == 2) options.dropout_p = draw.wrong_number();
  if (way == 3) options.mask.causal_offset = draw.wrong_whole();
}

void spoil(Draw& draw, AttentionCall& call) {
  Tensor* const tensors[] = {&call.query, &call.key, &call.value};
  if (draw.chance(0.5)) {
    Tensor& one = *draw.pick(tensors);
    one = draw.wrong_tensor(one.shape());
  } else if (draw.chance(0.5)) {
    std::optional<Tensor>& mask = draw.chance(0.5) ? call.masks.attn_mask : call.masks.dropout_mask;
    mask = draw.wrong_tensor({call.query.size(-2), call.key.size(-2)});
  } else {
    spoil_options(draw, call.options);
  }
}

/// The definition computed by operations, without padding masks and drawn dropout.
Tensor weights_of(const AttentionCall& call) {
  Tensor scores = apply(ops::matmul_transposed, {&call.query, &call.key});
  const float scale =
      call.options.scale.value_or(1 / std::sqrt(static_cast<float>(call.query.size(-1))));
  scores = apply(ops::scale, {&scores}, Factor{scale / call.options.temperature});
  if (call.options.softcap > 0)
    scores = apply(ops::softcap, {&scores}, Capped{call.options.softcap});
  if (call.masks.attn_mask) scores = apply(ops::mask, {&scores, &*call.masks.attn_mask});
  if (call.options.mask.causal) {
    Tensor causal(Dims{scores.size(-2), scores.size(-1)});
    for (Index i = 0; i < causal.count(); ++i) {
      const Dims at = index_at(i, causal.shape());
      causal.mutable_data()[i] =
          at[1] <= at[0] + call.options.mask.causal_offset ? 0 : -test::infinity;
    }
    scores = apply(ops::mask, {&scores, &causal});
  }
  const Tensor weights = apply(ops::softmax, {&scores}, Along{-1});
  if (!call.masks.dropout_mask) return weights;
  return apply(ops::masked_dropout, {&weights, &*call.masks.dropout_mask},
               DropoutRate{call.options.dropout_p});
}

/// What rounding can make of the weights of a call without dropout.
double weights_tolerance(const AttentionCall& call) {
  const double scale = static_cast<double>(
      call.options.scale.value_or(1 / std::sqrt(static_cast<float>(call.query.size(-1)))) /
      call.options.temperature);
  double added = 0;
  if (call.masks.attn_mask)
    for (float each : test::values_of(*call.masks.attn_mask))
      if (std::isfinite(each)) added = std::fmax(added, std::fabs(static_cast<double>(each)));
  const double scores =
      std::fabs(scale) * test::longest_row(call.query) * test::longest_row(call.key) + added;
  // A kept weight is divided by 1 − p; tanh adds 10 roundings.
  return test::weights_tolerance(call.key.size(-2), call.query.size(-1) + 16, scores) /
         static_cast<double>(1 - call.options.dropout_p);
}

std::vector<Held> inputs_of(const AttentionCall& call) {
  std::vector<Held> held = {hold(call.query), hold(call.key), hold(call.value)};
  if (call.masks.attn_mask) held.push_back(hold(*call.masks.attn_mask));
  return held;
}

GivenProjections some_projections(Draw& draw, Index width, Index inner, Index values) {
  GivenProjections given{draw.tensor({width, inner}),
                         draw.tensor({width, inner}),
                         draw.tensor({width, values}),
                         draw.tensor({values, width}),
                         {},
                         {},
                         {},
                         {}};
  if (draw.chance(0.4)) given.bq = draw.tensor({inner});
  if (draw.chance(0.4)) given.bv = draw.tensor({values});
  if (draw.chance(0.4)) given.bo = draw.tensor({width});
  return given;
}

void spoil(Draw& draw, GivenProjections& given) {
  Tensor* const matrices[] = {&given.wq, &given.wk, &given.wv, given.wo ? &*given.wo : &given.wv};
  std::optional<Tensor>* const biases[] = {&given.bq, &given.bk, &given.bv, &given.bo};
  if (draw.chance(0.6)) {
    Tensor& matrix = *draw.pick(matrices);
    matrix = draw.wrong_tensor(matrix.shape());
  } else {
    *draw.pick(biases) = draw.wrong_tensor(draw.shape(0, 2));
  }
}

GivenLayer some_layer(Draw& draw, Index width, bool decoder) {
  const Index hidden = draw.whole(1, 9);
  GivenLayer layer{some_projections(draw, width, width, width),
                   {},
                   {draw.tensor({width, hidden}), {}},
                   {draw.tensor({hidden, width}), draw.tensor({width})},
                   {draw.tensor({width}), {}},
                   {draw.tensor({width}), draw.tensor({width})},
                   {}};
  if (!decoder) return layer;
  layer.multihead_attn = some_projections(draw, width, width, width);
  layer.norm3 = GivenNorm{draw.tensor({width}), {}};
  return layer;
}

void spoil(Draw& draw, GivenLayer& layer, LayerOptions& options) {
  Tensor* const tensors[] = {&layer.linear1.weight, &layer.linear2.weight, &layer.norm1.weight,
                             &layer.norm2.weight};
  const Index way = draw.whole(0, 5);
  if (way == 0) spoil(draw, layer.self_attn);
  if (way == 1) *draw.pick(tensors) = draw.wrong_tensor(draw.shape(0, 3));
  if (way == 2) options.nhead = draw.chance(0.5) ? draw.wrong_whole() : 0;
  if (way == 3) options.layer_norm_eps = draw.wrong_number();
  if (way == 4) options.dropout = draw.wrong_number();
  if (way == 5) layer.multihead_attn.reset();
}

}  // namespace

TEST_CASE("attention: fused calls give what the operations give, or an Error") {
  const int count = static_cast<int>(20000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("attention", round);
    AttentionCall call = some_call(draw);
    const bool spoiled = draw.chance(0.4);
    if (spoiled) spoil(draw, call);
    INFO(draw.again());
    const std::vector<Held> inputs = inputs_of(call);
    AttentionResult result;
    const auto run = [&](const Tensor* out) {
      result = scaled_dot_product_attention(call.query, call.key, call.value, call.masks,
                                            call.options, call.need_weights, out);
    };
    const bool done = goes_through([&] { run(nullptr); });
    REQUIRE(what_changed(inputs) == "");
    REQUIRE((done || spoiled));
    if (!done) continue;
    const Held first = hold(result.output);
    const Tensor places[] = {Tensor(result.output.shape()), call.value, call.query, Tensor(),
                             draw.tensor(result.output.shape())};
    const Tensor place = draw.pick(places);
    if (goes_through([&] { run(&place); })) REQUIRE(what_changed({{place, first.numbers}}) == "");
    REQUIRE(what_changed(inputs) == "");
    if (spoiled || (call.options.dropout_p > 0 && !call.masks.dropout_mask)) continue;
    const Tensor weights = weights_of(call);
    const Tensor output = apply(ops::matmul, {&weights, &call.value});
    const double allowed = weights_tolerance(call);
    REQUIRE(test::first_difference(
                first.tensor, output,
                test::output_tolerance(call.key.size(-2), allowed, call.value)) == "");
    if (result.weights) REQUIRE(test::first_difference(result.weights, weights, allowed) == "");
  }
}

TEST_CASE("attention: valid and invalid calls with many heads do not change their inputs") {
  const int count = static_cast<int>(12000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("heads", round);
    INFO(draw.again());
    Index heads = draw.whole(1, 3);
    const Index batch = draw.whole(1, 2), width = draw.whole(1, 5);
    GivenProjections given =
        some_projections(draw, width, heads * draw.whole(1, 4), heads * draw.whole(1, 3));
    if (draw.chance(0.3)) given.wo.reset(), given.bo.reset();
    Tensor query = draw.tensor({batch, draw.size(), width});
    Tensor memory = draw.tensor({batch, draw.size(), width});
    GivenMasks masks;
    if (draw.chance(0.3)) masks.key_padding_mask = mask_of(draw, {batch, memory.size(1)});
    WeightOptions options = some_options(draw);
    const bool spoiled = draw.chance(0.4);
    if (spoiled) {
      const Index way = draw.whole(0, 4);
      if (way == 0) heads = draw.chance(0.5) ? draw.wrong_whole() : 0;
      if (way == 1) spoil(draw, given);
      if (way == 2) query = draw.wrong_tensor(query.shape());
      if (way == 3) masks.key_padding_mask = draw.wrong_tensor({batch, memory.size(1)});
      if (way == 4) spoil_options(draw, options);
    }
    const std::vector<Held> inputs = {hold(query), hold(memory), hold(given.wq), hold(given.wv)};
    const Tensor places[] = {given.wq, query, memory, given.wv};
    const Tensor place = draw.pick(places);
    AttentionResult whole, lean;
    const auto run = [&](bool weights, const Tensor* out) {
      return multi_head_attention(query, memory, memory, given, heads, masks, options, weights,
                                  out);
    };
    const bool done = goes_through([&] { whole = run(true, nullptr); });
    REQUIRE((done || spoiled));
    // Writing into an input is refused, and nothing is written.
    CHECK_FALSE(goes_through([&] { run(false, &place); }));
    REQUIRE(what_changed(inputs) == "");
    if (!done) continue;
    const Tensor out(whole.output.shape());
    lean = run(false, &out);
    REQUIRE(lean.output.storage() == out.storage());
    // One block of keys: with and without weights the same numbers are added in the same order.
    if (!spoiled) REQUIRE(test::first_bit_difference(out, whole.output) == "");
  }
}

TEST_CASE("layers: valid and invalid calls give finite numbers or an Error") {
  const int count = static_cast<int>(6000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("layers", round);
    INFO(draw.again());
    LayerOptions options;
    options.nhead = draw.whole(1, 2);
    const Index width = options.nhead * draw.whole(1, 4);
    options.activation = static_cast<Activation>(draw.whole(0, 2));
    options.norm_first = draw.chance(0.5);
    options.dropout = draw.chance(0.3) ? 0.2F : 0;
    const bool decoder = draw.chance(0.5);
    GivenLayer layer = some_layer(draw, width, decoder);
    Tensor x = draw.tensor({draw.whole(1, 2), draw.whole(1, 4), width});
    Tensor memory = draw.tensor({x.size(0), draw.whole(1, 4), width});
    const bool spoiled = draw.chance(0.4);
    if (spoiled) {
      if (draw.chance(0.7))
        spoil(draw, layer, options);
      else
        (draw.chance(0.5) ? x : memory) = draw.wrong_tensor(x.shape());
    }
    const std::vector<Held> inputs = {hold(x), hold(memory), hold(layer.linear1.weight)};
    Tensor result;
    const bool done = goes_through([&] {
      result = decoder ? decoder_layer(x, memory, layer, options, {}, {}, true, false)
                       : encoder_layer(x, layer, options, {}, draw.chance(0.5));
    });
    REQUIRE(what_changed(inputs) == "");
    if (spoiled) continue;
    REQUIRE(done);
    for (float number : test::values_of(result)) REQUIRE(std::isfinite(number));
  }
}

}  // namespace ap::fuzz
