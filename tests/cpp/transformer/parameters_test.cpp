// Parameters belong to the model: its passes share them, by path.

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

bool is_parameter(const Step& step) {
  return step.is_supplied() && step.path.find("ids") == std::string::npos;
}

std::string error_with(Leaves given, const ModelOptions& options = small_model()) {
  return error_of([&] { small_trace(options, std::move(given)); });
}

}  // namespace

TEST_CASE("parameters: passes of one model share them, storage and all") {
  const auto model = model_of(small_model());
  const auto first = model->trace(small_request(model->options()));
  PassRequest longer;
  longer.source = sentence({{1, 1, 1, 1}, {2, 3, 4, 5}});
  longer.target = sentence({{4, 5, 6}, {1, 2, 3}});
  const auto second = model->trace(longer);
  for (StepId id = 0; id < first->plan().count(); ++id) {
    const Step& step = first->plan()[id];
    if (!is_parameter(step)) continue;
    INFO(step.path);
    const Tensor other = second->loan(second->plan().find(step.path));
    CHECK(other.storage() == first->loan(id).storage());
    CHECK(model->parameter(step.path).storage() == other.storage());
  }
}

TEST_CASE("parameters: equal seeds make equal models, even if another pass came first") {
  const ModelOptions options = small_model();
  const auto first = small_trace(options);
  const auto model = model_of(options);
  NextTokenRequest request;
  request.source = {6, 5};
  request.tokens = {1};
  run_without_cache(*model, request);
  const auto second = model->trace(small_request(options));
  for (StepId id = 0; id < first->plan().count(); ++id)
    CHECK(first_bit_difference(second->value(id), first->value(id)) == "");
}

TEST_CASE("parameters: a row of the table depends only on its word, layers on their path") {
  const ModelOptions options = small_model();
  Model model(options, {"w4", "w1", "w2", "w3", "other"}, {});
  PassRequest request;
  request.source = sentence({{1, 2, 3}});
  request.target = sentence({{0, 4}});
  const auto run = model.trace(request);
  const auto usual = small_trace(options);
  CHECK(first_bit_difference(value(*run, "encoder.1.norm_2"), value(*usual, "encoder.1.norm_2")) ==
        "");
  CHECK(first_bit_difference(part(value(*run, "target.x"), 1, 0, 1),
                             part(value(*usual, "target.x"), 1, 0, 1)) == "");
}

TEST_CASE("parameters: norms begin with γ = 1 and β = 0, matrices within Xavier's limit") {
  const auto run = small_trace(small_model());
  const Tensor gamma = value(*run, "encoder.0.norm_1_weight");
  const Tensor beta = value(*run, "decoder.1.norm_3_bias");
  CHECK(first_bit_difference(gamma, Tensor::filled({6}, 1)) == "");
  CHECK(first_bit_difference(beta, Tensor::filled({6}, 0)) == "");
  CHECK(largest_magnitude(value(*run, "decoder.0.cross_attention.w_k")) <= 0.70711);
  CHECK(largest_magnitude(value(*run, "decoder.0.feed_forward.w_1")) <= 0.73855);
  CHECK(largest_magnitude(value(*run, "decoder.0.feed_forward.b_1")) <= 0.44722);
}

TEST_CASE("parameters: given ones are found by path, the others are generated as before") {
  const ModelOptions options = small_model();
  const Tensor matrix = random_tensor({6, 6}, "given");
  const std::string path = "encoder.1.self_attention.w_k";
  const auto run =
      small_trace(options, {{path, matrix}, {"decoder.0.norm_2_weight", Tensor::filled({6}, 2)}});
  const auto made = small_trace(options);
  CHECK(first_bit_difference(value(*run, path), matrix) == "");
  CHECK(first_bit_difference(value(*run, "decoder.0.norm_2_weight"), Tensor::filled({6}, 2)) == "");
  const auto& leaf = as<Leaf>(run->plan()[run->plan().find(path)].attributes);
  CHECK(leaf.given);
  CHECK(leaf.source == Leaf::Source::parameter);
  for (const Step& step : made->plan().steps()) {
    if (!is_parameter(step) || step.path == path || step.path == "decoder.0.norm_2_weight")
      continue;
    CHECK(first_bit_difference(value(*run, step.path), value(*made, step.path)) == "");
  }
}

TEST_CASE("parameters: a model given all of another's gives the same numbers, whatever its seed") {
  for (int trial = 0; trial < 6; ++trial) {
    ModelOptions options = drawn_model(trial, static_cast<Architecture>(trial % 3));
    INFO(text_of(options));
    const auto run = small_trace(options);
    Leaves given;
    for (const Step& step : run->plan().steps())
      if (is_parameter(step)) given.emplace_back(step.path, value(*run, step.path));
    options.layer.seed += 100;
    const auto other = small_trace(options, given);
    for (StepId id = 0; id < run->plan().count(); ++id)
      CHECK(first_bit_difference(other->value(id), run->value(id)) == "");
  }
}

TEST_CASE("parameters: a given one may be a view of other memory") {
  const Tensor matrix = random_tensor({6, 6}, "given");
  const std::string path = "decoder.1.cross_attention.w_o";
  const auto expected = small_trace(small_model(), {{path, matrix}});
  for (const Arrangement arrangement : arrangements) {
    const auto run = small_trace(small_model(), {{path, arranged(matrix, arrangement)}});
    CHECK(first_bit_difference(value(*run, "logits"), value(*expected, "logits")) == "");
  }
}

TEST_CASE("parameters: unknown paths, wrong shapes and bad numbers are errors") {
  const Tensor matrix = Tensor::filled({6, 6}, 1);
  CHECK(error_with({{"encoder.0.self_attention.w_q", matrix}}) == "no error");
  CHECK(error_with({{"encoder.2.self_attention.w_q", matrix}}) == "step parameters");
  CHECK(error_with({{"nothing", matrix}}) == "step parameters");
  CHECK(error_with({{"", matrix}}) == "step parameters");
  CHECK(error_with({{"encoder.0.self_attention.q", matrix}}) == "step parameters");
  CHECK(error_with({{"position_table", matrix}}) == "step parameters");
  CHECK(error_with({{"encoder.0.self_attention.w_q", Tensor::filled({6, 5}, 1)}}) ==
        "shape encoder.0.self_attention.w_q");
  CHECK(error_with({{"encoder.0.norm_1_bias", Tensor::filled({1, 6}, 1)}}) ==
        "shape encoder.0.norm_1_bias");
  CHECK(error_with({{"logits", matrix}}) == "step parameters");
  CHECK(error_with({{"w_vocabulary", with_last({6, 7}, not_a_number)}}) ==
        "not_finite w_vocabulary");
  ModelOptions tied = small_model();
  tied.tied = true;
  CHECK(error_with({{"w_vocabulary", Tensor::filled({6, 7}, 1)}}, tied) == "step parameters");
}

TEST_CASE("parameters: one that is set is read by later passes, not by earlier ones") {
  const auto model = model_of(small_model());
  const PassRequest request = small_request(model->options());
  const auto before = model->trace(request);
  const std::string path = "decoder.0.self_attention.w_v";
  const Tensor matrix = value(*before, path);
  model->set(path, 7, 3);
  CHECK(model->parameter(path).at({1, 1}) == 3);
  CHECK(first_bit_difference(value(*before, path), matrix) == "");
  const auto after = model->trace(request);
  edit(*before, path, {1, 1}, 3);
  CHECK(first_bit_difference(value(*after, "logits"), value(*before, "logits")) == "");
}

TEST_CASE("parameters: a given one can be set; the caller's tensor does not change") {
  const Tensor bias = Tensor::filled({6}, 1);
  const std::string path = "encoder.0.norm_1_bias";
  const auto model = model_of(small_model(), 7, {{path, bias}});
  model->set(path, 2, 5);
  CHECK(value(*model->trace(small_request(model->options())), path).at({2}) == 5);
  CHECK(bias.at({2}) == 1);
  CHECK(model->parameter(path).at({2}) == 5);
}

TEST_CASE("parameters: one that no pass has used has no value yet") {
  const auto model = model_of(small_model());
  CHECK(error_of([&] { model->parameter("w_vocabulary"); }) == "step path");
  CHECK(error_of([&] { model->set("w_vocabulary", 0, 1); }) == "step path");
}

TEST_CASE("parameters: all of them by path, drawn or not") {
  for (int trial = 0; trial < 9; ++trial) {
    const Architecture architectures[] = {Architecture::encoder_decoder, Architecture::encoder_only,
                                          Architecture::decoder_only};
    const ModelOptions options = drawn_model(trial, architectures[trial % 3]);
    INFO(text_of(options));
    const auto model = model_of(options);
    const Leaves all = model->parameters();
    const auto run = model_of(options)->trace(small_request(options));
    std::size_t read = 0;
    for (const Step& step : run->plan().steps()) {
      if (!is_parameter(step) || as<Leaf>(step.attributes).source != Leaf::Source::parameter)
        continue;
      ++read;
      const Tensor* const own = find_leaf(all, step.path);
      REQUIRE(own != nullptr);
      CHECK(first_bit_difference(*own, value(*run, step.path)) == "");
    }
    CHECK(all.size() >= read);
  }
}

TEST_CASE("parameters: assigned ones are read by later passes, and are known by path and shape") {
  const auto model = model_of(small_model());
  const std::string path = "encoder.0.self_attention.w_q";
  const Tensor matrix = random_tensor({6, 6}, "assigned");
  CHECK(error_of([&] { model->assign({{path, matrix}}); }) == "step path");
  const auto before = model->trace(small_request(model->options()));
  model->assign({{path, matrix}});
  CHECK(model->assigned() == 1);
  CHECK(first_bit_difference(value(*model->trace(small_request(model->options())), path), matrix) ==
        "");
  CHECK(first_bit_difference(value(*before, path), matrix) != "");
  CHECK(error_of([&] { model->assign({{path, Tensor::filled({6}, 1)}}); }) == "shape " + path);
  CHECK(model->assigned() == 1);
}

}  // namespace ap::test
