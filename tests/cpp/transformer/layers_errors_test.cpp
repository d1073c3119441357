// A layer that cannot be computed gives an error that names the argument as PyTorch does.

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/layers.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// The arguments of both kinds of layer; width 4, d_ff 6.
struct Call {
  Tensor src = Tensor::filled({2, 3, 4}, 1);
  Tensor memory = Tensor::filled({2, 5, 4}, 1);
  GivenLayer layer = silent_layer(4, 6);
  LayerOptions options;
  GivenMasks masks, memory_masks;
};

template <typename Change>
std::string encoder_error(Change change) {
  Call call;
  call.options.nhead = 2;
  change(call);
  return error_of([&] { encoder_layer(call.src, call.layer, call.options, call.masks, false); });
}

template <typename Change>
std::string decoder_error(Change change) {
  Call call;
  call.options.nhead = 2;
  change(call);
  return error_of([&] {
    decoder_layer(call.src, call.memory, call.layer, call.options, call.masks, call.memory_masks,
                  true, false);
  });
}

Tensor bad_number() { return with_last({2, 3, 4}, not_a_number); }

}  // namespace

TEST_CASE("layers, bad input: sentences") {
  CHECK(encoder_error([](Call&) {}) == "no error");
  CHECK(decoder_error([](Call&) {}) == "no error");
  CHECK(encoder_error([](Call& c) { c.src = Tensor::filled({3, 4}, 1); }) == "rank src");
  CHECK(decoder_error([](Call& c) { c.src = Tensor::filled({3, 4}, 1); }) == "rank tgt");
  CHECK(decoder_error([](Call& c) { c.memory = Tensor::filled({3, 4}, 1); }) == "rank memory");
  CHECK(encoder_error([](Call& c) { c.src = bad_number(); }) == "not_finite src");
  CHECK(decoder_error([](Call& c) { c.src = bad_number(); }) == "not_finite tgt");
  CHECK(decoder_error([](Call& c) { c.memory = bad_number(); }) == "not_finite memory");
  CHECK(decoder_error([](Call& c) { c.memory = Tensor::filled({1, 5, 4}, 1); }) == "shape memory");
  for (const Index width : {0, 2, 5})
    CHECK(decoder_error([&](Call& c) {
            c.memory = Tensor::filled({2, 5, width}, 1);
          }) == "shape memory");
}

TEST_CASE("layers: infinities from a layer's own steps propagate as in PyTorch") {
  Call call;
  call.options.nhead = 2;
  call.options.norm_first = true;
  call.src = Tensor::from({1, 1, 4}, std::vector<float>{3, 0, 0, 0});
  call.layer.norm1.weight = Tensor::filled({4}, 3e38F);
  call.layer.self_attn.wv = Tensor::filled({4, 4}, 1);
  call.layer.self_attn.wo = Tensor::filled({4, 4}, 1);
  const Tensor result = encoder_layer(call.src, call.layer, call.options, {}, false);
  CHECK_FALSE(std::isfinite(result.at({0, 0, 0})));
}

TEST_CASE("layers, bad input: heads and dropout") {
  for (const Index heads : {0, -2, 3, 8}) {
    CHECK(encoder_error([&](Call& c) { c.options.nhead = heads; }) == "heads nhead");
    CHECK(decoder_error([&](Call& c) { c.options.nhead = heads; }) == "heads nhead");
  }
  for (const float dropout : {1.0F, -0.5F, not_a_number})
    CHECK(encoder_error([&](Call& c) { c.options.dropout = dropout; }) == "range dropout");
}

TEST_CASE("layers, bad input: heads must divide the widths of their matrices") {
  const auto narrow = [](Call& c) {
    c.layer.self_attn.wq = c.layer.self_attn.wk = Tensor::filled({4, 3}, 1);
    c.layer.self_attn.bq.reset();
    c.layer.self_attn.bk.reset();
  };
  CHECK(encoder_error(narrow) == "heads nhead");
  CHECK(decoder_error(narrow) == "heads nhead");
}

TEST_CASE("layers, bad input: masks by the layer's own names") {
  const Tensor wrong = Tensor::filled({7, 7}, 0);
  const Tensor nan = Tensor::filled({1}, not_a_number);
  CHECK(encoder_error([&](Call& c) { c.masks.attn_mask = wrong; }) == "shape src_masks.attn_mask");
  CHECK(encoder_error([&](Call& c) { c.masks.attn_mask = nan; }) ==
        "not_finite src_masks.attn_mask");
  CHECK(encoder_error([&](Call& c) { c.masks.key_padding_mask = wrong; }) ==
        "shape src_masks.key_padding_mask");
  CHECK(decoder_error([&](Call& c) { c.masks.attn_mask = wrong; }) == "shape tgt_masks.attn_mask");
  CHECK(decoder_error([&](Call& c) { c.masks.key_padding_mask = wrong; }) ==
        "shape tgt_masks.key_padding_mask");
  CHECK(decoder_error([&](Call& c) { c.memory_masks.attn_mask = wrong; }) ==
        "shape memory_masks.attn_mask");
  CHECK(decoder_error([&](Call& c) { c.memory_masks.attn_mask = nan; }) ==
        "not_finite memory_masks.attn_mask");
  CHECK(decoder_error([&](Call& c) { c.memory_masks.key_padding_mask = wrong; }) ==
        "shape memory_masks.key_padding_mask");
}

TEST_CASE("layers, bad input: linear layers and norms, by the parameter's name") {
  const auto error = [](auto change) {
    const auto in_layer = [&](Call& c) { change(c.layer); };
    const std::string encoder = encoder_error(in_layer);
    CHECK(decoder_error(in_layer) == encoder);
    return encoder;
  };
  const Tensor wrong = Tensor::filled({5}, 1);
  CHECK(error([&](auto& l) { l.linear1.weight = wrong; }) == "shape linear1.weight");
  CHECK(error([&](auto& l) {
          l.linear1.weight = Tensor::filled({5, 6}, 1);
        }) == "shape linear1.weight");
  CHECK(error([&](auto& l) {
          l.linear1 = {Tensor::filled({4, 0}, 1), {}};
          l.linear2.weight = Tensor::filled({0, 4}, 1);
        }) == "shape linear1.weight");
  CHECK(error([&](auto& l) { l.linear1.bias = wrong; }) == "shape linear1.bias");
  CHECK(error([&](auto& l) {
          l.linear2.weight = Tensor::filled({6, 5}, 1);
        }) == "shape linear2.weight");
  CHECK(error([&](auto& l) {
          l.linear2.weight = Tensor::filled({4, 6}, 1);
        }) == "shape linear2.weight");
  CHECK(error([&](auto& l) { l.linear2.bias = wrong; }) == "shape linear2.bias");
  CHECK(error([&](auto& l) { l.norm1.weight = wrong; }) == "shape norm1.weight");
  CHECK(error([&](auto& l) { l.norm2.bias = wrong; }) == "shape norm2.bias");
  CHECK(error([&](auto& l) { l.norm3->bias = wrong; }) == "shape norm3.bias");
  CHECK(error([&](auto& l) { l.norm3->weight = with_last({4}, infinity); }) ==
        "not_finite norm3.weight");
  CHECK(error([&](auto& l) {
          l.linear1.weight = with_last({4, 6}, not_a_number);
        }) == "not_finite linear1.weight");
  CHECK(error([](auto& l) { l.linear1.bias.reset(); }) == "no error");
  CHECK(error([](auto& l) { l.norm1.bias.reset(); }) == "no error");
}

TEST_CASE("layers, bad input: matrices of the self-attention") {
  const auto error = [](auto change) {
    std::string text = encoder_error([&](Call& c) { change(c.layer.self_attn); });
    const std::size_t scope = text.find("self_attn.");
    return scope == std::string::npos ? text : text.erase(scope, 10);
  };
  CHECK(error([](auto& p) { p.wq = Tensor::filled({5, 4}, 1); }) == "shape wq");
  CHECK(error([](auto& p) { p.wk = Tensor::filled({4, 6}, 1); }) == "shape wk");
  CHECK(error([](auto& p) { p.wv = Tensor::filled({4}, 1); }) == "rank wv");
  CHECK(error([](auto& p) { p.wo = Tensor::filled({3, 4}, 1); }) == "shape wo");
  CHECK(error([](auto& p) { p.bq = Tensor::filled({3}, 1); }) == "shape bq");
  CHECK(error([](auto& p) { p.bo = with_last({4}, not_a_number); }) == "not_finite bo");
}

TEST_CASE("layers, bad input: the norms' ε must be finite and not negative") {
  for (const float epsilon : {not_a_number, infinity, -1.0F}) {
    CHECK(encoder_error([&](Call& c) { c.options.layer_norm_eps = epsilon; }) ==
          "range layer_norm_eps");
    CHECK(decoder_error([&](Call& c) { c.options.layer_norm_eps = epsilon; }) ==
          "range layer_norm_eps");
  }
}

TEST_CASE("layers, bad input: an attention's output is as wide as the layer") {
  for (const Index width : {1, 5}) {
    const auto error = [&](GivenProjections& attention) {
      attention.wo = Tensor::filled({4, width}, 1);
      attention.bo.reset();
    };
    CHECK(encoder_error([&](Call& c) { error(c.layer.self_attn); }).substr(0, 5) == "shape");
    CHECK(encoder_error([&](Call& c) { error(c.layer.self_attn); }).ends_with("wo"));
    CHECK(decoder_error([&](Call& c) { error(*c.layer.multihead_attn); }).ends_with("wo"));
  }
}

TEST_CASE("layers, bad input: matrices are named with their attention") {
  const Tensor wrong = Tensor::filled({5, 4}, 1);
  CHECK(decoder_error([&](Call& c) { c.layer.self_attn.wq = wrong; }) == "shape self_attn.wq");
  CHECK(decoder_error([&](Call& c) { c.layer.multihead_attn->wq = wrong; }) ==
        "shape multihead_attn.wq");
  CHECK(decoder_error([&](Call& c) { c.layer.multihead_attn->bo = Tensor::filled({3}, 1); }) ==
        "shape multihead_attn.bo");
}

TEST_CASE("layers: a decoder layer has a second attention and a third norm") {
  CHECK(decoder_error([](Call& call) { call.layer.multihead_attn.reset(); }) ==
        "missing multihead_attn");
  CHECK(decoder_error([](Call& call) { call.layer.norm3.reset(); }) == "missing norm3");
}

TEST_CASE("layers: an output matrix without axes") {
  CHECK(encoder_error([](Call& call) { call.layer.self_attn.wo = Tensor::filled({}, 1); }) ==
        "shape self_attn.wo");
}

}  // namespace ap::test
