// Models with options that nn.Transformer lacks against PyTorch, for every case that
// tests/golden/choices.py wrote: forward, loss, and the gradients of all parameters.

#include <cmath>

#include "attention_playground/training/model_gradients.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/golden_model.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

ModelOptions options_of(const GoldenSet& set) {
  const std::string& name = set.name;
  const bool encodes = set.has("source_ids");
  const bool decodes = set.has("target_ids");
  ModelOptions options;
  options.architecture = !decodes  ? Architecture::encoder_only
                         : encodes ? Architecture::encoder_decoder
                                   : Architecture::decoder_only;
  options.layer.d_model = 8;
  options.layer.nhead = set.heads;
  options.layer.dim_feedforward = 12;
  options.layer.norm_first = set.cases[0].is("pre");
  options.positions = name == "rotary" || name == "pointer" ? Positions::rotary : Positions::none;
  if (name == "attention_only") options.layers = {{4, 0, true}, {0, 0, true}};
  if (name == "shapes") options.layers = {{4, 0, false}, {12, 12, true}};
  if (name == "pointer_pre") options.layers = {{4, 12, false}, {4, 0, true}};
  options.raw_values = name == "raw_values";
  options.pointer = !decodes;
  if (name == "smoothing") options.label_smoothing = 0.125F;
  return options;
}

Model golden_model_of(const GoldenSet& set, const ModelOptions& options) {
  Leaves parameters;
  for (const auto& [path, tensor] : set.inputs)
    if (path != "labels" && path != "source_ids" && path != "target_ids")
      parameters.emplace_back(path, tensor);
  return Model(options, vocabulary_of(6), parameters,
               vocabulary_of(set.name == "own_source" ? 7 : 0));
}

PassRequest request_of(const GoldenSet& set) {
  PassRequest request;
  if (set.has("source_ids")) request.source = SentenceInput{{}, set["source_ids"], {}};
  if (set.has("target_ids")) request.target = SentenceInput{{}, set["target_ids"], {}};
  request.labels = set["labels"];
  return request;
}

/// The first result or gradient that is not PyTorch's, or "".
std::string what_is_not_pytorch(const GoldenSet& set, const ModelOptions& options) {
  const GoldenCase& each = set.cases[0];
  const auto run = golden_model_of(set, options).trace(request_of(set));
  for (const auto& [path, expected] : each.results) {
    const double allowed = golden_tolerance(expected);
    if (!first_difference(value(*run, path), expected, allowed).empty()) return path;
  }
  run->backward(run->plan().find("loss"), Tensor::filled({}, 1));
  for (const auto& [of, expected] : each.gradients) {
    const std::string path = "gradient." + of;
    const double allowed = golden_tolerance(largest_gradient(each));
    if (!first_difference(value(*run, path), expected, allowed).empty()) return path;
  }
  return "";
}

}  // namespace

TEST_CASE("golden options: results and gradients are PyTorch's") {
  int models = 0;
  for (const GoldenSet& set : read_goldens("options")) {
    INFO(set.name);
    ++models;
    CHECK(set.cases[0].gradients.size() > 10);
    CHECK(what_is_not_pytorch(set, options_of(set)) == "");
  }
  CHECK(models == 8);
}

TEST_CASE("golden options: without its option a model is not PyTorch's") {
  for (const GoldenSet& set : read_goldens("options")) {
    INFO(set.name);
    ModelOptions options = options_of(set);
    if (set.name == "rotary" || set.name == "pointer") options.positions = Positions::none;
    if (set.name == "raw_values") options.raw_values = false;
    if (set.name == "smoothing") options.label_smoothing = 0;
    if (options == options_of(set)) continue;
    CHECK(what_is_not_pytorch(set, options) != "");
  }
}

TEST_CASE("golden options: training passes by kernels give the same loss and gradients") {
  for (const GoldenSet& set : read_goldens("options")) {
    INFO(set.name);
    const GoldenCase& each = set.cases[0];
    ModelGradients gradients(std::make_shared<Model>(golden_model_of(set, options_of(set))));
    const float loss = gradients.compute(request_of(set));
    CHECK(first_difference(Tensor::filled({}, loss), each.results.at("loss"),
                           golden_tolerance(each.results.at("loss"))) == "");
    CHECK(gradients.gradients().size() + 1 == each.gradients.size());
    for (const auto& [path, gradient] : gradients.gradients()) {
      INFO(path);
      CHECK(first_difference(gradient, each.gradients.at(path),
                             golden_tolerance(largest_gradient(each))) == "");
    }
  }
}

}  // namespace ap::test
