// A run that has run before allocates no memory.

#include "support/allocations.hpp"

#include "attention_playground/attention/backward_kernel.hpp"
#include "attention_playground/attention/fusion.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/ops/linear_backward.hpp"
#include "attention_playground/steps/run.hpp"
#include "attention_playground/training/training_pass.hpp"
#include "catch.hpp"
#include "support/models.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"
#include "support/training.hpp"

namespace ap::test {

namespace {

/// The number of allocations and storages in a second pass in the memory of the first.
long allocations_of_second_run(const std::shared_ptr<const Plan>& plan,
                               const std::vector<Tensor>& leaves) {
  Run run(plan, Implementation::simd, std::make_shared<Arena>());
  run.supply(leaves);
  run.run();
  const auto newest = [] { return Tensor::filled({1}, 0).storage()->id(); };
  const unsigned storages = newest();
  const long before = allocations();
  run.supply(leaves);
  run.run();
  const long news = allocations() - before;
  return news + static_cast<long>(newest() - storages) - 1;
}

/// Keys or values as in a cache, with room for more.
Tensor kept_leaf(const Layout& layout) {
  return {Tensor::filled({layout.shape[0] * layout.strides[0]}, 0.5F).storage(), layout};
}

}  // namespace

TEST_CASE("allocations: they are counted") {
  const long before = allocations();
  std::make_unique<Tensor>(Dims{2});
  CHECK(allocations() - before == (counts_allocations ? 2 : 0));
}

TEST_CASE("allocations: a second pass through a graph makes none") {
  const std::vector<std::string> keep = {"weights"};
  CHECK(allocations_of_second_run(small_plan(&keep), small_leaves()) == 0);
  CHECK(allocations_of_second_run(small_plan(), small_leaves()) == 0);
}

TEST_CASE("allocations: a token's arithmetic makes none, with and without a cache, drawn or not") {
  for (int trial = 0; trial < 12; ++trial) {
    const auto architecture =
        trial % 2 == 0 ? Architecture::encoder_decoder : Architecture::decoder_only;
    ModelOptions options = drawn_model(trial, architecture);
    options.layer.dropout = 0;
    options.vocabulary = 7;
    INFO(text_of(options));
    Model model(options, vocabulary_of(7), {});
    NextTokenRequest request;
    if (options.has_encoder()) request.source = {1, 2, 3};
    request.tokens = {4, 5};
    request.choice.sampled = trial % 3 == 0;
    request.choice.top_k = trial % 3 == 1 ? 2 : 0;
    request.choice.temperature = 2;
    for (const bool cached : {false, true}) {
      PassOptions pass_options = without_cache(model.options(), request);
      Leaves ids = {{"target.ids", tensor({1, 2}, {4, 5})}};
      if (options.has_encoder()) ids.emplace_back("source.ids", tensor({1, 3}, {1, 2, 3}));
      if (cached) {
        pass_options.past = 1;
        pass_options.decoder_mask.causal_offset = 1;
        pass_options.target->length = 1;
        ids[0].second = tensor({1, 1}, {5});
      }
      const auto pass = std::make_shared<const Pass>(declare_pass(pass_options, false));
      for (const Step& step : pass->plan.steps())
        if (as<Leaf>(step.attributes).source == Leaf::Source::cache)
          ids.emplace_back(step.path, kept_leaf(step.layout));
      const std::vector<Tensor> leaves = model.supply(pass->plan, ids);
      CHECK(allocations_of_second_run(plan_of(pass), leaves) == 0);
    }
  }
}

TEST_CASE("allocations: a second pass with loss and gradients makes none") {
  for (int trial = 0; trial < 12; ++trial) {
    const Architecture architectures[] = {Architecture::encoder_decoder, Architecture::encoder_only,
                                          Architecture::decoder_only};
    ModelOptions options = drawn_model(trial, architectures[trial % 3]);
    options.layer.dropout = trial % 2 == 0 ? 0.1F : 0;
    INFO(text_of(options));
    Model model(options, vocabulary_of(7), {});
    PassRequest request = small_request(model.options());
    const bool decodes = options.has_decoder();
    request.labels = Tensor::filled((decodes ? request.target : request.source)->ids->shape(), 2);
    PreparedPass pass = prepared_pass(model, request);
    pass.run();
    const auto newest = [] { return Tensor::filled({1}, 0).storage()->id(); };
    const unsigned storages = newest();
    const long before = allocations();
    pass.run();
    CHECK(allocations() - before == 0);
    CHECK(newest() - storages == 1);
  }
}

TEST_CASE("allocations: a second backward pass of attention or of a linear layer makes none") {
  const Tensor x = random_tensor({2, 3, 7, 4}, "x");
  const Plan plan = plan_scaled_dot_product(x.shape(), x.shape(), x.shape(), {}, {nullptr, true});
  const auto backward = attention_backward(*attention_of(*plan.fusions()[0].kernel));
  const Tensor* const inputs[] = {&x, &x, &x, &x};
  Tensor results[] = {Tensor(x.shape()), Tensor(x.shape()), Tensor(x.shape())};
  Tensor* const outputs[] = {&results[0], &results[1], &results[2]};
  const Tensor w = random_tensor({4, 5}, "w");
  const Tensor d_y = random_tensor({2, 3, 7, 5}, "d_y");
  Tensor d_x(x.shape()), d_w(w.shape()), d_b({5});
  const auto run = [&] {
    backward->run(inputs, outputs);
    linear_backward(x, w, d_y, &d_x, &d_w, &d_b);
  };
  run();
  const long before = allocations();
  run();
  CHECK(allocations() == before);
}

}  // namespace ap::test
