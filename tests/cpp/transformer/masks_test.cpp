// What a mask hides in a Transformer does not affect the positions that it is hidden from.

#include <cmath>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Whether the weights [B, h, T, S] of one attention are all 0 at (b, ·, ·, s).
bool is_hidden(Run& run, const std::string& attention, Index batch, Index key) {
  const Tensor weights = value(run, attention + ".weights");
  for (Index head = 0; head < weights.size(1); ++head)
    for (Index query = 0; query < weights.size(2); ++query)
      if (weights.at({batch, head, query, key}) != 0) return false;
  return true;
}

std::string trace_error(const PassRequest& request) {
  return error_of([&] { model_of(small_model())->trace(request); });
}

}  // namespace

TEST_CASE("model masks: the source's padding is hidden in the encoder and in cross-attention") {
  PassRequest request;
  request.source = sentence({{1, 2, 3}, {4}});
  request.target = sentence({{4, 5}, {6, 1}});
  const auto run = model_of(small_model())->trace(request);
  for (const char* attention : {"encoder.0.self_attention", "encoder.1.self_attention",
                                "decoder.0.cross_attention", "decoder.1.cross_attention"}) {
    INFO(attention);
    CHECK_FALSE(is_hidden(*run, attention, 0, 2));
    CHECK_FALSE(is_hidden(*run, attention, 1, 0));
    CHECK(is_hidden(*run, attention, 1, 1));
    CHECK(is_hidden(*run, attention, 1, 2));
  }
  request.mask_padding = false;
  const auto open = model_of(small_model())->trace(request);
  CHECK_FALSE(is_hidden(*open, "encoder.0.self_attention", 1, 2));
  CHECK_FALSE(is_hidden(*open, "decoder.0.cross_attention", 1, 2));
}

TEST_CASE("model masks: a padded batch gives each sentence what it gives alone") {
  for (int trial = 0; trial < 12; ++trial) {
    const ModelOptions options = drawn_model(trial, Architecture::encoder_decoder);
    INFO(text_of(options));
    const auto model = model_of(options);
    PassRequest together;
    together.source = sentence({{1, 2, 3, 4, 5}, {6, 5}});
    together.target = sentence({{4, 5}, {1, 2, 3}});
    PassRequest first, second;
    first.source = sentence({{1, 2, 3, 4, 5}});
    first.target = sentence({{4, 5}});
    second.source = sentence({{6, 5}});
    second.target = sentence({{1, 2, 3}});
    const Tensor both = value(*model->trace(together), "logits");
    const Tensor row = part(both, 0, 0, 1);
    CHECK(first_bit_difference(part(row, 1, 0, 2), value(*model->trace(first), "logits")) == "");
    CHECK(first_bit_difference(part(both, 0, 1, 1), value(*model->trace(second), "logits")) == "");
  }
}

TEST_CASE("model masks: the decoder is causal, to the last bit, unless that is turned off") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::decoder_only}) {
    for (int trial = 0; trial < 8; ++trial) {
      const ModelOptions options = drawn_model(trial, architecture);
      INFO(text_of(options));
      const auto model = model_of(options);
      PassRequest request = small_request(options);
      request.target = sentence({{1, 2, 3, 4}});
      const Tensor logits = value(*model->trace(request), "logits");
      request.target = sentence({{1, 2, 6, 5}});
      const Tensor other = value(*model->trace(request), "logits");
      CHECK(first_bit_difference(part(other, 1, 0, 2), part(logits, 1, 0, 2)) == "");
      request.target = sentence({{1, 2}});
      const Tensor shorter = value(*model->trace(request), "logits");
      CHECK(first_bit_difference(shorter, part(logits, 1, 0, 2)) == "");
      request.target_causal = false;
      CHECK_FALSE(has_step(*model->trace(request), "decoder.causal_mask"));
    }
  }
}

TEST_CASE("model masks: a given mask affects only its attention") {
  const ModelOptions options = small_model();
  const auto traced = [&](auto change) {
    PassRequest request = small_request(options);
    request.target_causal = false;
    change(request);
    return model_of(options)->trace(request);
  };
  const auto hides_first = [](Index keys) {
    Tensor mask = Tensor::filled({1, keys}, 0);
    mask.set({0, 0}, -infinity);
    return mask;
  };
  const auto hidden = [&](Run& run) {
    return std::string(is_hidden(run, "encoder.0.self_attention", 0, 0) ? "source " : "") +
           (is_hidden(run, "decoder.0.self_attention", 0, 0) ? "target " : "") +
           (is_hidden(run, "decoder.1.cross_attention", 0, 0) ? "memory" : "");
  };
  CHECK(hidden(*traced([&](auto& r) { r.src_masks.attn_mask = hides_first(3); })) == "source ");
  CHECK(hidden(*traced([&](auto& r) { r.src_masks.key_padding_mask = hides_first(3); })) ==
        "source ");
  CHECK(hidden(*traced([&](auto& r) { r.tgt_masks.attn_mask = hides_first(2); })) == "target ");
  CHECK(hidden(*traced([&](auto& r) { r.tgt_masks.key_padding_mask = hides_first(2); })) ==
        "target ");
  CHECK(hidden(*traced([&](auto& r) { r.memory_masks.attn_mask = hides_first(3); })) == "memory");
  CHECK(hidden(*traced([&](auto& r) { r.memory_masks.key_padding_mask = hides_first(3); })) ==
        "memory");
  CHECK(hidden(*traced([](auto&) {})) == "");
}

TEST_CASE("model masks: queries that may see no key get zeros, and the pass goes on") {
  PassRequest request = small_request(small_model());
  request.memory_masks.attn_mask = Tensor::filled({2, 3}, -infinity);
  const auto run = model_of(small_model())->trace(request);
  CHECK(largest_magnitude(value(*run, "decoder.0.cross_attention.context")) == 0);
  for (float logit : values_of(value(*run, "logits"))) CHECK(std::isfinite(logit));
}

TEST_CASE("model masks: bad ones are errors that name them") {
  const auto error = [](auto change) {
    PassRequest request = small_request(small_model());
    change(request);
    return trace_error(request);
  };
  const Tensor wrong = Tensor::filled({4, 4}, 0);
  const Tensor nan = Tensor::filled({1, 1}, not_a_number);
  CHECK(error([&](auto& r) { r.src_masks.attn_mask = wrong; }) == "shape src_masks.attn_mask");
  CHECK(error([&](auto& r) { r.tgt_masks.attn_mask = wrong; }) == "shape tgt_masks.attn_mask");
  CHECK(error([&](auto& r) { r.memory_masks.attn_mask = wrong; }) ==
        "shape memory_masks.attn_mask");
  CHECK(error([&](auto& r) { r.src_masks.attn_mask = nan; }) == "not_finite src_masks.attn_mask");
  CHECK(error([&](auto& r) { r.tgt_masks.attn_mask = nan; }) == "not_finite tgt_masks.attn_mask");
  CHECK(error([&](auto& r) { r.memory_masks.attn_mask = nan; }) ==
        "not_finite memory_masks.attn_mask");
  CHECK(error([&](auto& r) { r.src_masks.key_padding_mask = wrong; }) ==
        "shape src_masks.key_padding_mask");
  CHECK(error([&](auto& r) { r.tgt_masks.key_padding_mask = wrong; }) ==
        "shape tgt_masks.key_padding_mask");
  CHECK(error([&](auto& r) { r.memory_masks.key_padding_mask = wrong; }) ==
        "shape memory_masks.key_padding_mask");
  CHECK(error([&](auto& r) { r.labels = wrong; }) == "shape labels");
  CHECK(error([&](auto& r) { r.source.reset(); }) == "missing source");
  CHECK(error([&](auto& r) { r.target.reset(); }) == "missing target");
  CHECK(error([&](auto& r) { r.target = sentence({{1}, {2}}); }) == "shape target");
}

}  // namespace ap::test
