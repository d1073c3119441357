// Four threads at a time share what attention_playground.hpp allows. Built with ThreadSanitizer,
// which detects a race even if no number is wrong.

#include <atomic>
#include <cmath>
#include <functional>
#include <thread>

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"

namespace ap::test {

namespace {

constexpr int threads = 4;

/// Runs body(thread) in all threads, which start at the same moment; each returns what is wrong, or
/// "".
std::string together(const std::function<std::string(int)>& body) {
  std::vector<std::string> found(threads);
  std::atomic<int> waiting{threads};
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&, thread] {
      for (--waiting; waiting > 0;) std::this_thread::yield();
      try {
        found[static_cast<std::size_t>(thread)] = body(thread);
      } catch (const Error& error) {
        found[static_cast<std::size_t>(thread)] = error.what();
      }
    });
  }
  for (std::thread& each : running) each.join();
  std::string all;
  for (const std::string& text : found) all += text;
  return all;
}

Tensor drawn(const Dims& shape, const char* name) {
  return uniform_tensor(shape, 1, 7, stream_of(name));
}

/// Sums of numbers below 10 in another order differ by far less.
std::string difference(const Tensor& a, const Tensor& b) {
  constexpr float enough = 1e-4F;
  if (a.shape() != b.shape()) return "another shape ";
  for (Index i = 0; i < a.count(); ++i)
    if (!(std::fabs(a.data()[i] - b.data()[i]) <= enough)) return "another number ";
  return "";
}

GivenProjections projections() {
  return {drawn({8, 8}, "wq"), drawn({8, 8}, "wk"), drawn({8, 8}, "wv"), drawn({8, 8}, "wo"),
          drawn({8}, "bq"),    std::nullopt,        std::nullopt,        drawn({8}, "bo")};
}

TraceRequest sentence() {
  TraceRequest request;
  request.vocabulary = {"the", "cat", "sat"};
  const float ids[] = {0, 1, 2, 0};
  request.x.ids = Tensor::from({1, 4}, ids);
  request.d_model = 8;
  request.num_heads = 2;
  return request;
}

std::shared_ptr<Model> small_model() {
  ModelOptions options;
  options.layer.d_model = 8;
  options.layer.nhead = 2;
  options.layer.dim_feedforward = 12;
  options.num_encoder_layers = options.num_decoder_layers = 1;
  const std::vector<std::string> vocabulary = {"the", "cat", "sat", "on", "mat"};
  return std::make_shared<Model>(options, vocabulary, Leaves{});
}

/// Four tokens after the first, as text.
std::string generated(std::shared_ptr<Model> model) {
  Generation generation(std::move(model));
  NextTokenRequest request;
  request.source = {0, 1, 2};
  request.tokens = {3};
  std::string text;
  for (int i = 0; i < 4; ++i) {
    request.tokens.push_back(generation.next(request).id);
    text += std::to_string(request.tokens.back()) + " ";
  }
  return text;
}

}  // namespace

TEST_CASE("threads: share what they only read, and cache facts about it at the same time") {
  const Tensor x = drawn({1, 5, 8}, "x");
  const GivenProjections given = projections();
  for (const Tensor* each : {&x, &given.wq, &given.wk, &given.wv, &*given.wo})
    each->storage()->knowledge().set_stays(true);
  const auto attend = [&] { return multi_head_attention(x, x, x, given, 2, {}, {}, true); };
  const AttentionResult alone = attend();
  for (const Tensor* each : {&x, &given.wq, &given.wk, &given.wv, &*given.wo})
    each->storage()->changed();
  CHECK(together([&](int) {
          std::string found;
          for (int turn = 0; turn < 20; ++turn) {
            for (const Tensor* weight : {&given.wq, &given.wk, &given.wv, &*given.wo})
              keep_packed(*weight);
            const AttentionResult result = attend();
            found += difference(result.output, alone.output);
            found += difference(result.weights, alone.weights);
          }
          return found;
        }) == "");
}

TEST_CASE("threads: each writes into its own tensor") {
  const Tensor x = drawn({6, 8}, "x");
  const Tensor weight = drawn({8, 8}, "wq");
  const Tensor alone = apply(ops::linear, {&x, &weight});
  CHECK(together([&](int) {
          Tensor own = weight.clone();
          const Tensor out(Dims{6, 8});
          own.set({0, 0}, own.at({0, 0}));
          keep_packed(own);
          apply(ops::linear, {&x, &own}, no_attributes, &out);
          return difference(out, alone);
        }) == "");
}

TEST_CASE("threads: runs of one plan read the same leaves; each edits its own") {
  const auto plan = std::make_shared<const Plan>(
      plan_scaled_dot_product({2, 4, 8}, {2, 6, 8}, {2, 6, 8}, {}, {}));
  const std::vector<Tensor> leaves = {drawn({2, 4, 8}, "q"), drawn({2, 6, 8}, "k"),
                                      drawn({2, 6, 8}, "v")};
  const StepId key = plan->find("key");
  const StepId context = plan->find("context");
  const Tensor alone = Run(plan, leaves).value(context);
  CHECK(together([&](int thread) {
          Run run(plan, leaves);
          std::string found = difference(run.value(context), alone);
          run.edit(key, {{key, thread, 1}});
          if (difference(run.value(context), alone).empty()) found += "an edit without effect ";
          run.explain(context, {0, 1, 2});
          found += difference(run.baseline(context), alone);
          run.undo();
          return found + difference(run.value(context), alone);
        }) == "");
}

TEST_CASE("threads: trace the same request, each with a plan that its thread keeps") {
  const Tensor alone = trace_attention(sentence())->value(0);
  CHECK(together([&](int thread) {
          std::string found;
          for (int turn = 0; turn < 5; ++turn) {
            TraceRequest request = sentence();
            request.weights.temperature = 1 + static_cast<float>((turn + thread) % 3);
            const auto run = trace_attention(request);
            run->explain(run->plan().find("weights"), {0, 1, 2, 3});
            found += difference(run->value(0), alone);
            trace_study({8, 4, 4, static_cast<std::uint32_t>(turn)});
          }
          return found;
        }) == "");
}

TEST_CASE("threads: copies of a model share its parameters, and each generates and is edited") {
  const auto model = small_model();
  const std::string alone = generated(model);
  CHECK(together([&](int thread) {
          const auto own = std::make_shared<Model>(*model);
          std::string found = generated(own) == alone ? "" : "other tokens ";
          own->set("decoder.0.self_attention.w_q", thread, 5);
          PassRequest request;
          request.source = sentence().x;
          request.target = sentence().x;
          const auto run = own->trace(request);
          run->explain(run->plan().find("logits"), {0, 1, 2});
          return found;
        }) == "");
  CHECK(generated(model) == alone);
}

TEST_CASE("threads: an error in one does not affect another") {
  const Tensor x = drawn({3, 4}, "x");
  const Tensor wrong = drawn({3, 5}, "wrong");
  CHECK(together([&](int thread) -> std::string {
          for (int turn = 0; turn < 20; ++turn) {
            try {
              scaled_dot_product_attention(x, thread % 2 == 0 ? x : wrong, x, {}, {}, false);
              if (thread % 2 != 0) return "no error ";
            } catch (const Error& error) {
              if (error.argument != "key") return error.what();
            }
          }
          return "";
        }) == "");
}

}  // namespace ap::test
