// Loss and gradients in one plan, by kernels: equal to the backward steps of a trace.

#include <algorithm>

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

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
  request.labels = labels_for(options.has_decoder() ? *request.target : *request.source, vocabulary);
  return request;
}

/// The error of the roundings before a gradient, in numbers as large as the largest of the way back:
/// gradients that are small are sums in which such numbers cancel.
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
  const TrainingPass pass(checked.options, nullptr);
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
    const std::string difference = first_difference(
        fused.value(fused.plan().find(step.path)), trace->value(id), gradient_tolerance(*trace, step));
    if (difference != "") wrong += step.path + ": " + difference;
  }
  CHECK(parameters == static_cast<Index>(pass.parameters().size()));
  // The same numbers, in memory of their own, from a second pass too.
  ModelGradients gradients(std::make_shared<Model>(model));
  for (int time = 0; time < 2; ++time) {
    const float loss = gradients.compute(request);
    if (loss != fused.loan(fused.plan().find("loss")).data()[0]) wrong += " another loss";
    for (const auto& [path, gradient] : gradients.gradients())
      wrong += first_bit_difference(gradient, fused.value(fused.plan().find("gradient." + path)));
  }
  return wrong;
}

}  // namespace

TEST_CASE("gradients of a model: equal to those of its trace, whatever the options") {
  for (int trial = 0; trial < 36; ++trial) {
    const Architecture architectures[] = {
        Architecture::encoder_decoder, Architecture::encoder_only, Architecture::decoder_only};
    ModelOptions options = drawn_model(trial, architectures[trial % 3]);
    options.layer.dropout = trial % 4 == 0 ? 0.25F : 0;
    // A norm of two numbers is a step: what differs by roundings before it differs by all after it.
    if (options.layer.d_model < 4) options.layer.d_model = 4 * options.layer.nhead;
    INFO(text_of(options));
    const auto model = model_of(options);
    PassRequest request = labelled_request(options);
    request.target_causal = trial % 5 != 0;
    request.mask_padding = trial % 7 != 0;
    CHECK(wrong_gradients(*model, request) == "");
  }
}

}  // namespace ap::test
