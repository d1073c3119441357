// Loss and gradients in one plan, by kernels: equal to the backward steps of a trace.

#include <algorithm>

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"
#include "support/training.hpp"

namespace ap::test {

namespace {

Tensor labels_for(const SentenceInput& words, Index vocabulary) {
  Tensor labels(words.ids->shape());
  for (Index i = 0; i < labels.count(); ++i)
    labels.mutable_data()[i] = static_cast<float>(i % 4 == 3 ? -1 : (3 * i + 1) % vocabulary);
  return labels;
}

/// Two sentences for each stack, of which one is padded, with labels.
PassRequest labelled_request(const ModelOptions& options, Index vocabulary = 7) {
  PassRequest request;
  if (options.has_encoder()) request.source = sentence({{1, 2, 3, 0, 6}, {4, 5, 2}});
  if (options.has_decoder()) request.target = sentence({{3, 3, 1}, {6, 0, 2}});
  request.labels =
      labels_for(options.has_decoder() ? *request.target : *request.source, vocabulary);
  return request;
}

/// The error of the roundings before a gradient, in numbers as large as the largest of the way
/// back: gradients that are small are sums in which such numbers cancel.
double gradient_tolerance(Run& trace, const Step& gradient) {
  double largest = 0;
  for (StepId id = trace.forward_count(); id < trace.plan().count(); ++id)
    largest = std::max(largest, largest_magnitude(trace.loan(id)));
  return tolerance(gradient.roundings, largest);
}

/// What is wrong with the gradients of a pass; "" if nothing is.
std::string wrong_gradients(Model& model, const PassRequest& request) {
  const auto trace = model.trace(request);
  trace->backward(trace->plan().find("loss"));
  CheckedPass checked = model.check(request);
  const TrainingPass pass(checked.options, nullptr, {}, Fusing::where_it_holds);
  add_leaf(checked.given, "gradient.loss", Tensor::filled({}, 1));
  Run fused(std::make_shared<const Plan>(pass.plan()), model.supply(pass.plan(), checked.given));
  std::string wrong;
  Index parameters = 0;
  for (StepId id = 0; id < trace->plan().count(); ++id) {
    const Step& step = trace->plan()[id];
    const bool is_parameter =
        step.backward && !step.backward->is_share && step.backward->of >= 0 &&
        trace->plan()[step.backward->of].is_supplied() &&
        as<Leaf>(trace->plan()[step.backward->of].attributes).source == Leaf::Source::parameter;
    if (!is_parameter) continue;
    ++parameters;
    const std::string difference =
        first_difference(fused.value(fused.plan().find(step.path)), trace->value(id),
                         gradient_tolerance(*trace, step));
    if (difference != "") wrong += step.path + ": " + difference;
  }
  CHECK(parameters == static_cast<Index>(pass.parameters().size()));
  // Without attention's kernel the same bits, in memory of their own, from a second pass too.
  ModelGradients gradients(std::make_shared<Model>(model));
  for (int time = 0; time < 2; ++time) {
    const float loss = gradients.compute(request);
    if (loss != trace->loan(trace->plan().find("loss")).data()[0]) wrong += " another loss";
    for (const auto& [path, gradient] : gradients.gradients())
      wrong += first_bit_difference(gradient, trace->value(trace->plan().find("gradient." + path)));
  }
  return wrong;
}

}  // namespace

TEST_CASE("gradients of a model: equal to those of its trace, whatever the options") {
  for (int trial = 0; trial < 36; ++trial) {
    const Architecture architectures[] = {Architecture::encoder_decoder, Architecture::encoder_only,
                                          Architecture::decoder_only};
    ModelOptions options = drawn_model(trial, architectures[trial % 3]);
    options.layer.dropout = trial % 4 == 0 ? 0.25F : 0;
    // A norm of two numbers is a step: what differs by roundings before it differs by all after it.
    if (options.layer.d_model < 4) options.layer.d_model = 4 * options.layer.nhead;
    INFO(text_of(options));
    const auto model = model_of(options);
    PassRequest request = labelled_request(options);
    if (trial % 8 == 0) request.round = trial;
    request.target_causal = trial % 5 != 0;
    request.mask_padding = trial % 7 != 0;
    CHECK(wrong_gradients(*model, request) == "");
  }
}

TEST_CASE("gradients of a model: with masks of every kind, vectors, given parameters, one token") {
  ModelOptions options = small_model();
  options.final_norm = true;
  const auto model = model_of(options);
  PassRequest request = labelled_request(options);
  request.src_masks.attn_mask = random_tensor({1, 2, 5, 5}, "src");
  request.tgt_masks.attn_mask = random_tensor({2, 1, 3, 3}, "tgt");
  request.memory_masks.attn_mask = tensor({3, 1}, {0, 0.5F, -1});
  request.tgt_masks.key_padding_mask = tensor({2, 3}, {0, 0, -infinity, 0, -infinity, 0});
  request.memory_masks.key_padding_mask = tensor({2, 5}, {0, 0, 0, 0, -infinity, 0, 0, 0, 0, 0});
  request.mask_padding = false;
  CHECK(wrong_gradients(*model, request) == "");
  // A query without any visible key.
  request.tgt_masks.attn_mask = tensor({3, 1}, {-infinity, 0, 0});
  CHECK(wrong_gradients(*model, request) == "");

  PassRequest vectors = labelled_request(options);
  vectors.source->vectors = random_tensor({2, 5, 6}, "source");
  CHECK(wrong_gradients(*model, vectors) == "");
  const Tensor w = random_tensor({6, 6}, "w");
  CHECK(wrong_gradients(*model_of(options, 7, {{"encoder.0.self_attention.w_q", w}}), request) ==
        "");

  PassRequest one;
  one.source = sentence({{1}});
  one.target = sentence({{2}});
  one.labels = tensor({1, 1}, {3});
  for (const Index heads : {1, 2}) {
    options.layer.nhead = heads;
    CHECK(wrong_gradients(*model_of(options), one) == "");
  }
}

TEST_CASE("gradients of a model: without kernels they are those of the trace, to the last bit") {
  const ModelOptions options = small_model();
  const auto model = model_of(options);
  const PassRequest request = labelled_request(options);
  const auto trace = model->trace(request);
  trace->backward(trace->plan().find("loss"));
  PreparedPass prepared = prepared_pass(*model, request, {}, Fusing::none);
  CHECK(prepared.pass.plan().fusions().empty());
  const float loss = prepared.run();
  CHECK(same_bits(loss, trace->value(trace->plan().find("loss")).data()[0]));
  for (const auto& [path, gradient] : prepared.gradients)
    CHECK(first_bit_difference(gradient, trace->value(trace->plan().find("gradient." + path))) ==
          "");
}

TEST_CASE("gradients of a model: kernels replace all of attention, every layer and every norm") {
  for (const float dropout : {0.0F, 0.1F}) {
    ModelOptions options = small_model();
    options.layer.dropout = dropout;
    const auto model = model_of(options);
    const TrainingPass pass(model->check(labelled_request(options)).options, nullptr, {},
                            Fusing::where_it_holds);
    std::string computed;
    for (const StepId id : pass.plan().computed()) {
      const Step& step = pass.plan()[id];
      const std::string name = step.declaration.operation->name;
      const bool is_replaced = name.find("softmax_backward") == 0 ||
                               name.find("layer_norm_") == 0 || name == "rows_matmul" ||
                               name == "matmul" || name == "softmax";
      if (step.fusion < 0 && is_replaced) computed += " " + step.path;
    }
    CHECK(computed == "");
  }
}

TEST_CASE("gradients of a model: memory grows with the tokens, not with their square") {
  const ModelOptions options = small_model();
  const auto floats = [&](Index tokens) {
    PassOptions pass;
    pass.model = options;
    pass.model.vocabulary = 7;
    pass.labels = true;
    pass.source = pass.target = WordVectors{1, tokens, 6, true};
    return TrainingPass(pass, nullptr).plan().peak_floats();
  };
  const double once = floats(512) - floats(256);
  const double again = floats(1024) - floats(512);
  CHECK(again < 2.1 * once);
}

TEST_CASE("gradients of a model: needs labels, refuses faults, and serves the next request") {
  const ModelOptions options = small_model();
  ModelGradients gradients(model_of(options));
  PassRequest request = labelled_request(options);
  const float loss = gradients.compute(request);
  const int listed = gradients.listed();
  const auto error = [&](const PassRequest& wrong) {
    return error_of([&] { gradients.compute(wrong); });
  };
  PassRequest wrong = request;
  wrong.labels.reset();
  CHECK(error(wrong) == "missing labels");
  wrong = request;
  wrong.faults = {{Fault::no_scale, ""}};
  CHECK(error(wrong) == "conflict faults");
  wrong = request;
  wrong.labels = Tensor::filled({2, 3}, 7);
  CHECK(error(wrong) == "range labels");
  wrong = request;
  wrong.source.reset();
  CHECK(error(wrong) == "missing source");
  CHECK(same_bits(gradients.compute(request), loss));
  CHECK(gradients.listed() == listed);
  // Vectors read no table of their own, and other lengths the same parameters.
  request.target = sentence({{1, 2}, {3, 4}});
  request.labels = Tensor::filled({2, 2}, 3);
  gradients.compute(request);
  CHECK(gradients.listed() == listed);
  request.source->vectors = random_tensor({2, 5, 6}, "source");
  request.target->vectors = random_tensor({2, 2, 6}, "target");
  gradients.compute(request);
  CHECK(gradients.listed() == listed + 1);
  CHECK(find_leaf(gradients.gradients(), "embedding_table") == nullptr);
}

TEST_CASE("gradients of a model: one plan serves every round of dropout, each as its trace") {
  ModelOptions options = small_model();
  options.layer.dropout = 0.3F;
  const auto model = model_of(options);
  PassRequest request = labelled_request(options);
  ModelGradients gradients(model);
  std::vector<float> losses;
  for (const Index round : {0, 1, 2, 1}) {
    request.round = round;
    losses.push_back(gradients.compute(request));
    CHECK(gradients.listed() == 1);
    const auto trace = model->trace(request);
    CHECK(same_bits(losses.back(), trace->value(trace->plan().find("loss")).data()[0]));
    CHECK(wrong_gradients(*model, request) == "");
  }
  CHECK(losses[0] != losses[1]);
  CHECK(losses[1] != losses[2]);
  CHECK(losses[1] == losses[3]);
  request.round = -1;
  CHECK(error_of([&] { gradients.compute(request); }) == "range round");
  request.round = 1 << 24;
  CHECK(error_of([&] { gradients.compute(request); }) == "range round");
}

}  // namespace ap::test
