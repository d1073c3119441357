// Layers computed by the fused kernels equal traced layers, which run step by step.

#include "attention_playground/transformer/layers.hpp"

#include <cmath>

#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/layers.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index sentences = 2;

/// A random model of one layer on given vectors, without the parts that a single layer lacks.
ModelOptions one_layer(int trial, bool decoder) {
  ModelOptions options =
      drawn_model(trial, decoder ? Architecture::encoder_decoder : Architecture::encoder_only);
  options.num_encoder_layers = decoder ? 0 : 1;
  options.num_decoder_layers = 1;
  options.positions = Positions::none;
  options.final_norm = options.tied = false;
  return options;
}

Tensor vectors(const ModelOptions& options, Index length, const std::string& name) {
  return random_tensor({sentences, length, options.layer.d_model}, name, 2);
}

/// Padding hides the last key of every second sentence; the custom mask hides some cells, and all
/// of row 1.
GivenMasks masks_of(int trial, Index queries, Index keys) {
  GivenMasks masks;
  if (trial % 3 == 1) {
    masks.attn_mask = random_tensor({queries, keys}, "mask", 1).clone();
    for (Index key = 0; key < keys; ++key) masks.attn_mask->set({1, key}, -infinity);
  }
  if (trial % 2 == 0) {
    masks.key_padding_mask = Tensor::filled({sentences, keys}, 0);
    masks.key_padding_mask->set({1, keys - 1}, -infinity);
  }
  return masks;
}

/// How much a layer's outputs may differ: the tolerance of compare() for the traced step.
double allowed(Run& run) {
  Run again = by_reference(run);
  return 4 * compare(run, again).back().tolerance;
}

}  // namespace

TEST_CASE("layers: an encoder layer gives what the traced layer gives") {
  for (int trial = 0; trial < 24; ++trial) {
    const ModelOptions options = one_layer(trial, false);
    INFO(text_of(options));
    PassRequest request;
    request.source = SentenceInput{vectors(options, 5, "src"), {}, {}};
    request.src_masks = masks_of(trial, 5, 5);
    const auto run = model_of(options, 0)->trace(request);
    const Tensor output = encoder_layer(*request.source->vectors, layer_of(*run, "encoder"),
                                        options.layer, request.src_masks, false);
    const Tensor traced = run->value(run->plan().count() - 1);
    CHECK(first_difference(output, traced, allowed(*run)) == "");
  }
}

TEST_CASE("layers: a decoder layer gives what the traced layer gives") {
  for (int trial = 0; trial < 24; ++trial) {
    const ModelOptions options = one_layer(trial, true);
    INFO(text_of(options));
    PassRequest request;
    request.source = SentenceInput{vectors(options, 5, "memory"), {}, {}};
    request.target = SentenceInput{vectors(options, 4, "tgt"), {}, {}};
    request.tgt_masks = masks_of(trial, 4, 4);
    request.memory_masks = masks_of(trial + 1, 4, 5);
    request.target_causal = trial % 4 < 2;
    const auto run = model_of(options, 0)->trace(request);
    const Tensor output = decoder_layer(*request.target->vectors, *request.source->vectors,
                                        layer_of(*run, "decoder"), options.layer, request.tgt_masks,
                                        request.memory_masks, request.target_causal, false);
    const Tensor traced = run->value(run->plan().count() - 1);
    CHECK(first_difference(output, traced, allowed(*run)) == "");
  }
}

TEST_CASE("layers: causal hides later keys, in each attention that has the option") {
  const ModelOptions options = one_layer(2, true);
  PassRequest request;
  request.source = SentenceInput{vectors(options, 4, "memory"), {}, {}};
  request.target = SentenceInput{vectors(options, 4, "tgt"), {}, {}};
  const auto run = model_of(options, 0)->trace(request);
  const GivenLayer layer = layer_of(*run, "decoder");
  const Tensor tgt = vectors(options, 4, "tgt");
  const Tensor memory = vectors(options, 4, "memory");
  const Tensor both = decoder_layer(tgt, memory, layer, options.layer, {}, {}, true, true);
  Tensor later = tgt.clone();
  later.set({0, 3, 0}, 100);
  Tensor later_memory = memory.clone();
  later_memory.set({0, 3, 0}, 100);
  const auto first_token = [&](const Tensor& x, const Tensor& m, bool causal, bool memory_causal) {
    return part(decoder_layer(x, m, layer, options.layer, {}, {}, causal, memory_causal), 1, 0, 1);
  };
  CHECK(first_bit_difference(first_token(later, later_memory, true, true), part(both, 1, 0, 1)) ==
        "");
  CHECK(first_bit_difference(first_token(later, memory, false, true),
                             first_token(tgt, memory, false, true)) != "");
  CHECK(first_bit_difference(first_token(tgt, later_memory, true, false),
                             first_token(tgt, memory, true, false)) != "");
}

TEST_CASE("layers: x goes through a pre-norm layer of zeros unchanged") {
  LayerOptions options;
  options.nhead = 2;
  options.norm_first = true;
  const Tensor x = random_tensor({2, 3, 4}, "x");
  const GivenLayer layer = silent_layer(4, 6);
  CHECK(first_bit_difference(encoder_layer(x, layer, options, {}, false), x) == "");
  CHECK(first_bit_difference(decoder_layer(x, x, layer, options, {}, {}, true, false), x) == "");
}

TEST_CASE("layers: in training, each sublayer is dropped out at its rate and scaled") {
  LayerOptions options;
  options.nhead = 2;
  options.norm_first = true;
  const Tensor x = Tensor::filled({4, 25, 40}, 0);
  const auto cells = static_cast<double>(x.count());
  for (const float p : {0.1F, 0.5F, 0.9F}) {
    options.dropout = p;
    const auto share_of_zeros = [&](const GivenLayer& layer, float scale) {
      const Tensor output = encoder_layer(x, layer, options, {}, false);
      double zeros = 0;
      bool scaled = true;
      for (float cell : values_of(output)) {
        zeros += cell == 0 ? 1 : 0;
        scaled = scaled && (cell == 0 || std::fabs(cell - scale) < 1e-5F * scale);
      }
      CHECK(scaled);
      return zeros / cells;
    };
    const double deviation = 5 * std::sqrt(0.25 / cells);
    GivenLayer network = silent_layer(40, 40);
    network.linear2.bias = Tensor::filled({40}, 1);
    CHECK(std::fabs(share_of_zeros(network, 1 / (1 - p)) - static_cast<double>(p)) < deviation);
    GivenLayer attention = silent_layer(40, 40);
    attention.self_attn.bo = Tensor::filled({40}, 1);
    CHECK(std::fabs(share_of_zeros(attention, 1 / (1 - p)) - static_cast<double>(p)) < deviation);
    // Ones between the two linear layers, dropped out there and once more after them.
    GivenLayer inside = silent_layer(40, 40);
    inside.linear1.bias = Tensor::filled({40}, 1);
    for (Index i = 0; i < 40; ++i) inside.linear2.weight.set({i, i}, 1);
    const double twice = 1 - (1.0 - static_cast<double>(p)) * (1.0 - static_cast<double>(p));
    CHECK(std::fabs(share_of_zeros(inside, 1 / ((1 - p) * (1 - p))) - twice) < deviation);
  }
}

TEST_CASE("layers: the weights of both attentions are dropped out independently") {
  LayerOptions options;
  options.nhead = 1;
  options.norm_first = true;
  options.dropout = 0.5F;
  const Tensor x = Tensor::filled({1, 30, 2}, 1);
  const auto weights_kept = [&](bool cross) {
    GivenLayer layer = silent_layer(2, 2);
    GivenProjections& attention = cross ? *layer.multihead_attn : layer.self_attn;
    attention.bv = Tensor::filled({2}, 1);
    attention.wo = identity(2, 2);
    const Tensor output = decoder_layer(x, x, layer, options, {}, {}, false, false);
    std::vector<float> sums;  // of each row's weights, doubled later, unless dropped
    for (float cell : values_of(output)) sums.push_back((cell - 1) / 2);
    return sums;
  };
  const std::vector<float> own = weights_kept(false);
  const std::vector<float> other = weights_kept(true);
  bool differ = false;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool both = std::fabs(own[i]) > 1e-6F && std::fabs(other[i]) > 1e-6F;  // not dropped
    differ = differ || (both && std::fabs(own[i] - other[i]) > 0.01F);
  }
  CHECK(differ);
  for (const auto& sums : {own, other}) {
    double mean = 0;
    double kept = 0;
    bool differs = false;
    for (float sum : sums) {
      if (std::fabs(sum) < 1e-6F) continue;
      mean += static_cast<double>(sum);
      differs = differs || std::fabs(sum - 1) > 0.01F;
      ++kept;
    }
    CHECK(std::fabs(mean / kept - 1) < 0.2);
    CHECK(differs);
  }
}

TEST_CASE("layers: equal seeds give equal outputs in training, in evaluation seeds do not matter") {
  const ModelOptions options = one_layer(4, false);
  PassRequest request;
  request.source = SentenceInput{vectors(options, 5, "src"), {}, {}};
  const auto run = model_of(options, 0)->trace(request);
  const GivenLayer layer = layer_of(*run, "encoder");
  const auto output = [&](float dropout, std::uint32_t seed) {
    LayerOptions with = options.layer;
    with.dropout = dropout;
    with.seed = seed;
    return encoder_layer(*request.source->vectors, layer, with, {}, false);
  };
  CHECK(first_bit_difference(output(0.5F, 1), output(0.5F, 1)) == "");
  CHECK(first_bit_difference(output(0.5F, 1), output(0.5F, 2)) != "");
  CHECK(first_bit_difference(output(0.5F, 1), output(0, 1)) != "");
  CHECK(first_bit_difference(output(0, 1), output(0, 2)) == "");
}

}  // namespace ap::test
