// Attention in tiles gives the results of whole attention, and running values are those of the
// prefix.

#include <cmath>

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Attention of random q, k, v, whole or in tiles depending on the options.
Run attention_run(const Shapes& s, const GivenMasks& masks, WeightOptions options) {
  take_masks(masks, s.batch, s.keys, options.mask);
  const Tensor q = drawn(s, {s.batch, s.heads, s.queries, s.d_k}, "q");
  const Tensor k = drawn(s, {s.batch, s.heads, s.keys, s.d_k}, "k");
  const Tensor v = drawn(s, {s.batch, s.heads, s.keys, s.d_v}, "v");
  const auto plan = std::make_shared<const Plan>(
      plan_scaled_dot_product(q.shape(), k.shape(), v.shape(), options, {}));
  Supply supply;
  supply.given = {{"query", q}, {"key", k}, {"value", v}};
  if (masks.attn_mask) supply.given.emplace_back("custom_mask", *masks.attn_mask);
  if (masks.key_padding_mask)
    supply.given.emplace_back("padding_mask",
                              masks.key_padding_mask->view({s.batch, 1, 1, s.keys}));
  return {plan, supply_leaves(*plan, supply)};
}

/// A mask with one of the shapes that broadcast to scores; it hides about a third.
Tensor custom_mask(const Shapes& s) {
  const Dims shapes[] = {{s.keys},
                         {s.queries, s.keys},
                         {1, s.keys},
                         {s.queries, 1},
                         {s.heads, 1, s.keys},
                         {s.batch, 1, s.queries, s.keys},
                         {s.batch, s.heads, s.queries, s.keys}};
  Tensor mask = drawn(s, shapes[s.trial % 7], "mask", 1).clone();
  for (Index i = 0; i < mask.count(); ++i)
    if (mask.data()[i] < -0.33F) mask.mutable_data()[i] = -infinity;
  return mask;
}

GivenMasks masks_of(const Shapes& s) {
  GivenMasks masks;
  if (s.trial % 3 == 1) masks.attn_mask = custom_mask(s);
  if (s.trial % 4 != 1) return masks;
  masks.key_padding_mask = Tensor::filled({s.batch, s.keys}, 0);
  for (Index key = s.keys / 2; key < s.keys; ++key)
    masks.key_padding_mask->set({s.batch - 1, key}, -infinity);
  return masks;
}

WeightOptions options_of(const Shapes& s) {
  WeightOptions options;
  options.mask.causal = s.trial % 2 == 0;
  if (s.trial % 5 == 2) options.scale = 0.7F;
  if (s.trial % 5 >= 3) options.temperature = 0.6F;
  return options;
}

WeightOptions tiled(WeightOptions options, Index queries, Index keys) {
  options.tile = {queries, keys};
  return options;
}

std::string tile(Index i, Index j) {
  return "tiles." + std::to_string(i) + "." + std::to_string(j) + ".";
}

}  // namespace

TEST_CASE("tiles: random shapes, masks, scales and temperatures give what whole attention gives") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    const GivenMasks masks = masks_of(s);
    Run plain = attention_run(s, masks, options_of(s));
    for (const auto& [queries, keys] :
         {std::pair<Index, Index>{1, 1}, {2, 3}, {4, 4}, {s.queries, 2}, {3, s.keys}, {50, 50}}) {
      INFO(s.text() + ", tile " + to_text(Dims{queries, keys}));
      Run run = attention_run(s, masks, tiled(options_of(s), queries, keys));
      CHECK(what_differs(plain, run) == "");
      CHECK(run.plan().steps().back().path == "context");
    }
  }
}

TEST_CASE("tiles: every size of a tile, from one cell to more than all") {
  const Shapes s{2, 2, 5, 7, 3, 4, 0};
  Run plain = attention_run(s, {}, {});
  for (Index queries = 1; queries <= s.queries + 1; ++queries) {
    for (Index keys = 1; keys <= s.keys + 1; ++keys) {
      INFO("tile " + to_text(Dims{queries, keys}));
      Run run = attention_run(s, {}, tiled({}, queries, keys));
      CHECK(what_differs(plain, run) == "");
      const Index rows = (s.queries + queries - 1) / queries;
      const Index columns = (s.keys + keys - 1) / keys;
      CHECK(has_step(run, tile(rows - 1, columns - 1) + "tile_scores"));
      CHECK_FALSE(has_step(run, tile(rows - 1, columns) + "tile_scores"));
      CHECK_FALSE(has_step(run, tile(rows, 0) + "tile_scores"));
    }
  }
}

TEST_CASE("tiles: the running maximum and sum are those of the keys so far") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    INFO(s.text());
    const GivenMasks masks = masks_of(s);
    Run plain = attention_run(s, masks, options_of(s));
    Run run = attention_run(s, masks, tiled(options_of(s), s.queries, 2));
    const bool masked = has_step(plain, "masked_scores");
    const bool tempered = has_step(plain, "tempered_scores");
    const Tensor scores = value(plain, masked     ? "masked_scores"
                                       : tempered ? "tempered_scores"
                                                  : "scaled_scores");
    const double score_error =
        tolerance(4 * (s.d_k + 3), static_cast<double>(s.d_k) * largest_magnitude(scores) + 4);
    for (Index j = 0; 2 * j < s.keys; ++j) {
      const Index seen = std::min(2 * j + 2, s.keys);
      const Tensor maximum = value(run, tile(0, j) + "tile_maximum");
      const Tensor sum = value(run, tile(0, j) + (j == 0 ? "tile_sum" : "running_sum"));
      std::string wrong;
      for (Index row = 0; row < maximum.count(); ++row) {
        const Dims at = index_at(row, maximum.shape());
        double most = -HUGE_VAL;
        for (Index key = 0; key < seen; ++key)
          most = std::fmax(most, static_cast<double>(scores.at({at[0], at[1], at[2], key})));
        double expected = 0;
        for (Index key = 0; key < seen && std::isfinite(most); ++key)
          expected += std::exp(static_cast<double>(scores.at({at[0], at[1], at[2], key})) - most);
        const double m = maximum.at(at);
        const double l = sum.at(at);
        if (m != most && !(std::fabs(m - most) <= score_error)) wrong = "maximum " + to_text(at);
        if (!(std::fabs(l - expected) <=
              (tolerance(2 * seen + 16, 1) + 2 * score_error) * expected))
          wrong = "sum " + to_text(at);
      }
      CHECK(wrong == "");
    }
  }
}

TEST_CASE("tiles: a row that may see no key is zero, whichever tiles hide it") {
  const Shapes s{1, 2, 4, 6, 3, 3, 0};
  GivenMasks masks;
  masks.attn_mask = Tensor::filled({4, 6}, 0);
  for (Index key = 0; key < 6; ++key) masks.attn_mask->set({2, key}, -infinity);
  for (Index key = 0; key < 4; ++key) masks.attn_mask->set({1, key}, -infinity);  // its first tiles
  for (Index key = 2; key < 6; ++key) masks.attn_mask->set({3, key}, -infinity);  // its last tiles
  Run plain = attention_run(s, masks, {});
  Run run = attention_run(s, masks, tiled({}, 2, 2));
  CHECK(what_differs(plain, run) == "");
  const Tensor row = part(value(run, "context"), 2, 2, 1);
  CHECK(first_bit_difference(row, Tensor::filled({1, 2, 1, 3}, 0)) == "");
  for (const Step& step : run.plan().steps()) {
    INFO(step.path);
    for (float cell : values_of(value(run, step.path))) CHECK_FALSE(std::isnan(cell));
  }
}

TEST_CASE("tiles: every cell of every tile is explained, and both implementations agree") {
  for (int trial = 0; trial < 6; ++trial) {
    Shapes s = draw(trial);
    s.heads = std::min<Index>(s.heads, 2);
    INFO(s.text());
    Run run = attention_run(s, masks_of(s), tiled(options_of(s), 3, 2));
    CHECK(what_is_wrong_with_explanations(run) == "");
    Run reference = by_reference(run);
    CHECK(what_differs(run, reference) == "");
  }
}

TEST_CASE("tiles: an edited score changes the later tiles in its row of tiles, and the output") {
  const Shapes s{1, 1, 4, 6, 3, 3, 0};
  Run run = attention_run(s, {}, tiled({}, 2, 2));
  const auto changed = edit(run, tile(1, 1) + "tile_scaled_scores", {0, 0, 0, 0}, 9);
  for (const std::string& path : changed) {
    INFO(path);
    const bool behind = path.rfind(tile(1, 1), 0) == 0 || path.rfind(tile(1, 2), 0) == 0;
    CHECK((behind || path == "tiles.1.tile_output" || path == "context"));
  }
  CHECK(changed.back() == "context");
}

TEST_CASE("tiles: in traces of layers, with combined heads, separate heads or workers") {
  for (const int way : {0, 1, 2}) {
    TraceRequest request =
        request_for({{"a", "b", "c", "d", "e"}, {"f", "g", "a", "b", "c"}}, 8, 4);
    request.separate = way == 1;
    request.workers = way == 2 ? 2 : 1;
    request.weights.mask.causal = true;
    const auto plain = trace_attention(request);
    request.weights.tile = {2, 2};
    const auto run = trace_attention(request);
    CHECK(what_differs(*plain, *run) == "");
    CHECK_FALSE(has_step(*run, "weights"));
  }
}

TEST_CASE("tiles: dropout of the weights and tiles without cells are errors that name the tile") {
  TraceRequest request = request_for(words("a b c"), 8, 2);
  const auto error = [&](Index queries, Index keys, float dropout) {
    request.weights.tile = {queries, keys};
    request.weights.dropout_p = dropout;
    return error_of([&] { trace_attention(request); });
  };
  CHECK(error(2, 2, 0) == "no error");
  CHECK(error(2, 2, 0.1F) == "conflict tile");
  CHECK(error(2, 0, 0) == "range tile");
  CHECK(error(2, -1, 0) == "range tile");
  CHECK(error(largest_index, largest_index, 0) == "no error");
}

}  // namespace ap::test
