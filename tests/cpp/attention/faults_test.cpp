// Faults, as C++ programs request them. tests/node/engine/faults.test.mjs tests what each computes.

#include "attention_playground/attention/attention.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/rules.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Fault all_faults[] = {
    Fault::softmax_axis,          Fault::no_scale,
    Fault::scale_by_sqrt_d,       Fault::scale_by_sqrt_h,
    Fault::mask_after_softmax,    Fault::padding_on_queries,
    Fault::mask_inverted,         Fault::view_without_transpose,
    Fault::dropout_in_evaluation, Fault::finite_mask,
    Fault::key_value_swapped,     Fault::positions_twice,
    Fault::values_of_queries,     Fault::no_causal_mask,
    Fault::tile_without_rescale,
};

TraceRequest padded_request() {
  TraceRequest request;
  request.x = sentence({{1, 2, 3, 4}, {5, 6}});
  request.vocabulary = vocabulary_of(7);
  request.d_model = 12;
  request.num_heads = 3;
  request.weights.mask.causal = true;
  request.weights.idle_dropout_p = 0.25F;
  return request;
}

/// One in which the fault can be made.
TraceRequest request_with(Fault fault) {
  TraceRequest request = padded_request();
  request.faults = {{fault, ""}};
  if (fault == Fault::positions_twice) request.positions = Positions::sinusoidal;
  if (fault == Fault::values_of_queries) request.memory = sentence({{6, 5, 4}, {3, 2, 1, 0}});
  if (fault == Fault::tile_without_rescale) request.weights.tile = {2, 2};
  return request;
}

std::string error_with(const FaultAt& fault, TraceRequest request = padded_request()) {
  request.faults = {fault};
  return error_of([&] { trace_attention(request); });
}

std::vector<std::string> blamed(const Run& run) {
  std::vector<std::string> paths;
  for (const Step& step : run.plan().steps())
    if (step.fault != Fault::none) paths.push_back(step.path);
  return paths;
}

}  // namespace

TEST_CASE("faults: each marks its step, whose result equals its reference's") {
  for (const Fault fault : all_faults) {
    INFO(name_of(fault));
    TraceRequest request = request_with(fault);
    const auto run = trace_attention(request);
    CHECK_FALSE(blamed(*run).empty());
    Run reference = by_reference(*run);
    CHECK(what_differs(*run, reference) == "");
    // A later request without the fault does not get it.
    request.faults = {};
    CHECK(blamed(*trace_attention(request)).empty());
  }
}

TEST_CASE("faults: a path matches only whole names") {
  CHECK(is_within("encoder.1.weights", "encoder.1"));
  CHECK(is_within("encoder.1.weights", "encoder.1."));
  CHECK(is_within("encoder.1.weights", ""));
  CHECK(is_within("weights", "weights"));
  CHECK_FALSE(is_within("encoder.10.weights", "encoder.1"));
  CHECK_FALSE(is_within("encoder", "encoder.1"));
}

TEST_CASE("faults: one that cannot be made is refused, with what it needs") {
  CHECK(error_with({Fault::no_scale, "encoder"}) == "conflict faults");
  TraceRequest open = padded_request();
  open.weights.mask.causal = false;
  open.mask_padding = false;
  for (const Fault fault : {Fault::mask_after_softmax, Fault::padding_on_queries,
                            Fault::mask_inverted, Fault::finite_mask}) {
    INFO(name_of(fault));
    CHECK(error_with({fault, ""}, open) == "conflict faults");
    CHECK(std::string(needs_of(fault)).find("mask") != std::string::npos);
  }
  for (const Fault fault : {Fault::positions_twice, Fault::values_of_queries,
                            Fault::tile_without_rescale, Fault::norm_axis}) {
    INFO(name_of(fault));
    CHECK(error_with({fault, ""}) == "conflict faults");
  }
  CHECK(error_with({Fault::no_causal_mask, ""}, open) == "conflict faults");
  TraceRequest wide = padded_request();
  wide.sizes.d_v = 5;
  CHECK(error_with({Fault::key_value_swapped, ""}, wide) == "conflict faults");
  TraceRequest longer = request_with(Fault::values_of_queries);
  longer.memory = sentence({{1, 2, 3, 4, 5}, {6, 5}});
  CHECK(error_with({Fault::values_of_queries, ""}, longer) == "conflict faults");
  TraceRequest tiled = request_with(Fault::tile_without_rescale);
  tiled.weights.tile = {1, 4};
  CHECK(error_with({Fault::tile_without_rescale, ""}, tiled) == "conflict faults");
  TraceRequest trained = padded_request();
  trained.weights.idle_dropout_p = 0;
  CHECK(error_with({Fault::dropout_in_evaluation, ""}, trained) == "conflict faults");
  TraceRequest shifted = padded_request();
  shifted.masks.attn_mask = tensor({1, 4}, {0, 1, 0, 0});
  CHECK(error_with({Fault::mask_inverted, ""}, shifted) == "conflict faults");
  CHECK(error_with({Fault::finite_mask, ""}, shifted) == "no error");
}

TEST_CASE("faults: a pass of a model makes them where they are requested") {
  const auto model = model_of(small_model());
  PassRequest request = small_request(small_model());
  request.faults = {{Fault::softmax_axis, "decoder.1"}};
  const auto run = model->trace(request);
  CHECK(blamed(*run) == std::vector<std::string>{"decoder.1.self_attention.weights",
                                                 "decoder.1.cross_attention.weights"});
}

TEST_CASE("faults: a norm over the tokens, with and without a bias") {
  for (const bool bias : {true, false}) {
    ModelOptions options = small_model();
    options.layer.bias = bias;
    const auto model = model_of(options);
    PassRequest request = small_request(options);
    request.faults = {{Fault::norm_axis, "encoder.1"}};
    const auto run = model->trace(request);
    CHECK(blamed(*run) == std::vector<std::string>{"encoder.1.norm_1", "encoder.1.norm_2"});
    CHECK(has_step(*run, "encoder.1.norm_1_tokens_scaled") == bias);
    CHECK_FALSE(has_step(*run, "encoder.0.norm_1_tokens_swapped"));
    Run reference = by_reference(*run);
    CHECK(what_differs(*run, reference) == "");
  }
  ModelOptions plain = small_model();
  plain.layer.norm = Norm::none;
  PassRequest request = small_request(plain);
  request.faults = {{Fault::norm_axis, ""}};
  CHECK(error_of([&] { model_of(plain)->trace(request); }) == "conflict faults");
}

}  // namespace ap::test
