// Gradients of whole Transformers against central differences in double precision.

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/exact.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index words_known = 9;

/// Two sentences on each side, of different lengths, with labels, one of them padding.
PassRequest request_with_labels(const ModelOptions& options) {
  PassRequest request;
  if (options.has_encoder()) request.source = sentence({{1, 2, 3, 1}, {4, 5}});
  if (options.has_decoder()) request.target = sentence({{6, 7, 8}, {1, 2}});
  const bool decodes = options.has_decoder();
  request.labels =
      decodes ? tensor({2, 3}, {7, 8, 0, 2, 3, -1}) : tensor({2, 4}, {7, 8, 0, 2, 3, 1, -1, -1});
  request.target_causal = true;
  return request;
}

std::unique_ptr<Run> labelled_trace(const ModelOptions& options) {
  return model_of(options, words_known)->trace(request_with_labels(options));
}

std::string wrong(Run& run, Index most = 3) {
  return wrong_gradient(run, run.plan().find("loss"), {}, most);
}

constexpr Architecture architectures[] = {Architecture::encoder_decoder, Architecture::encoder_only,
                                          Architecture::decoder_only};

}  // namespace

TEST_CASE("gradient: of the loss of every architecture equals central differences", "[long]") {
  for (const Architecture architecture : architectures) {
    for (int trial = 0; trial < 3; ++trial) {
      const ModelOptions options = drawn_model(trial, architecture);
      const auto run = labelled_trace(options);
      INFO(text_of(options));
      CHECK(wrong(*run) == "");
    }
  }
}

TEST_CASE("gradient: with dropout in every place, each as it was drawn") {
  for (const Architecture architecture : architectures) {
    ModelOptions options = small_model(architecture);
    options.layer.dropout = 0.3F;
    options.positions = Positions::learned;
    const auto run = labelled_trace(options);
    CHECK(wrong(*run) == "");
  }
}

TEST_CASE("gradient: every cell of every step of a model's backward pass is explained") {
  for (const Architecture architecture : architectures) {
    ModelOptions options = small_model(architecture);
    options.num_encoder_layers = options.num_decoder_layers = 1;
    options.layer.activation = Activation::gelu;
    options.tied = true;
    const auto run = labelled_trace(options);
    run->backward(run->plan().find("loss"));
    CHECK(what_is_wrong_with_explanations(*run) == "");
  }
}

TEST_CASE("gradient: of a tied table is what its rows and the logits contribute") {
  ModelOptions options = small_model();
  options.tied = true;
  const auto run = labelled_trace(options);
  run->backward(run->plan().find("loss"));
  const Step& sum = run->plan()[run->plan().find("gradient.embedding_table")];
  std::vector<std::string> operations;
  for (const StepId input : sum.inputs)
    operations.push_back(run->plan()[input].declaration.operation->name);
  CHECK(operations ==
        std::vector<std::string>{"embedding_backward", "embedding_backward", "rows_matmul"});
}

TEST_CASE("gradient: of every parameter of a model is declared, but for unread ones") {
  for (const Architecture architecture : architectures) {
    const auto run = labelled_trace(small_model(architecture));
    run->backward(run->plan().find("loss"));
    for (StepId id = 0; id < run->forward_count(); ++id) {
      const Step& step = run->plan()[id];
      if (!step.is_leaf() || as<Leaf>(step.attributes).source != Leaf::Source::parameter) continue;
      INFO(step.path);
      CHECK(has_step(*run, "gradient." + step.path));
      CHECK(run->plan()[run->plan().find("gradient." + step.path)].layout.shape ==
            step.layout.shape);
    }
  }
}

TEST_CASE("gradient: edits in a model are constants", "[long]") {
  const auto run = labelled_trace(small_model());
  for (const auto& [path, index] :
       {std::pair<const char*, Dims>{"encoder.1.self_attention.scores", {0, 1, 2, 0}},
        {"decoder.0.cross_attention.weights", {1, 0, 0, 1}},
        {"decoder.1.norm_2", {0, 1, 3}},
        {"embedding_table", {2, 2}},
        {"logits", {0, 0, 4}},
        {"decoder.0.cross_attention.k_transposed", {0, 1, 2, 1}}}) {
    edit(*run, path, index, 0.5F);
    INFO(path);
    CHECK(wrong(*run, 2) == "");
  }
}

TEST_CASE("gradient: of the choice of a token and of its probability") {
  const ModelOptions options = small_model(Architecture::decoder_only);
  Generation generation(model_of(options));
  NextTokenRequest request;
  request.tokens = {1, 2, 3};
  request.choice.temperature = 1.5F;
  request.choice.top_k = 3;
  request.choice.sampled = true;
  generation.next(request);
  request.tokens.push_back(4);
  const NextToken token = generation.next(request);
  Run& run = *token.run;
  const StepId probabilities = run.plan().find("next.probabilities");
  CHECK(wrong_gradient(run, probabilities, random_tensor({1, 7}, "seed"), 5) == "");
  CHECK(has_step(run, "gradient.decoder.0.self_attention.cached_k"));
  // No number leads to a token's id.
  CHECK(error_of([&] { run.backward(run.plan().find("next.token")); }) == "conflict of");
}

TEST_CASE("gradient: an encoder alone has a loss if it is given labels") {
  const ModelOptions options = small_model(Architecture::encoder_only);
  const auto model = model_of(options, words_known);
  PassRequest request = request_with_labels(options);
  const auto run = model->trace(request);
  CHECK(run->plan()[run->plan().find("logits")].layout.shape == Dims{2, 4, 9});
  CHECK(run->plan()[run->plan().find("logits")].scope.sentence == Sentence::source);
  request.labels = tensor({2, 3}, {0, 0, 0, 0, 0, 0});
  CHECK(error_of([&] { model->trace(request); }) == "shape labels");
  request.labels.reset();
  CHECK(!has_step(*model->trace(request), "logits"));
}

}  // namespace ap::test
