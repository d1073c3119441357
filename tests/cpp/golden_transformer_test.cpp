// Layers, Transformers and language models against PyTorch, for every case that
// tests/golden/transformer.py and language.py wrote.

#include <cmath>
#include <functional>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/golden_model.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Visit = std::function<void(const GoldenSet&, const GoldenCase&)>;

void each_golden(const Visit& visit) {
  for (const GoldenSet& set : read_goldens("transformer")) {
    for (const GoldenCase& each : set.cases) {
      INFO(set.kind << " " << set.name << ": " << each.name());
      visit(set, each);
    }
  }
}

void check_results(Run& run, const GoldenCase& each) {
  for (const auto& [path, expected] : each.results) {
    if (path == "prediction") continue;  // made only without labels
    INFO(path);
    CHECK(first_difference(value(run, path), expected, golden_tolerance(expected)) == "");
  }
}

/// Runs PyTorch's backward pass. Returns the first gradient that differs, or "".
std::string wrong_gradient_of(Run& run, const GoldenCase& each) {
  run.backward(run.plan().find(each.differentiated), each.gradients.at(each.differentiated));
  for (const auto& [of, expected] : each.gradients) {
    const std::string path = "gradient." + of;
    const double allowed = golden_tolerance(largest_gradient(each));
    const std::string difference = first_difference(value(run, path), expected, allowed);
    if (!difference.empty()) return path + ": " + difference;
  }
  return "";
}

/// Checks that the same pass with one change differs from PyTorch's.
void check_differs(const GoldenSet& set, const GoldenCase& each, const char* what,
                   const std::function<void(GoldenModel&)>& change) {
  const GoldenModel right(set, each);
  GoldenModel wrong(set, each);
  change(wrong);
  const auto wrong_run = wrong.trace();
  const Tensor& expected = each.results.at(right.output());
  INFO(what << " changed");
  CHECK(first_difference(value(*wrong_run, wrong.output()), expected, golden_tolerance(expected)) !=
        "");
}

void check_masks_differ(const GoldenSet& set, const GoldenCase& each) {
  if (each.mask == "none") return;
  check_differs(set, each, "masks", [](GoldenModel& model) { model.without_masks(); });
}

}  // namespace

TEST_CASE("golden: every kind of layer and model is there") {
  std::map<std::string, int> counts;
  each_golden([&](const GoldenSet& set, const GoldenCase&) { ++counts[set.kind]; });
  const int norms_and_activations = 4;
  CHECK(counts == std::map<std::string, int>{{"encoder_layer", 4 * 4 * norms_and_activations},
                                             {"decoder_layer", 3 * 6 * norms_and_activations},
                                             {"transformer", 2 * 3 * norms_and_activations},
                                             {"encoder", 2 * norms_and_activations},
                                             {"decoder_only", 12},
                                             {"encoder_decoder", 2}});
}

TEST_CASE("golden: traced layers, Transformers and language models are PyTorch's") {
  each_golden([](const GoldenSet& set, const GoldenCase& each) {
    check_results(*GoldenModel(set, each).trace(), each);
  });
}

TEST_CASE("golden: traced models by the reference implementation are PyTorch's too") {
  each_golden([](const GoldenSet& set, const GoldenCase& each) {
    check_results(*GoldenModel(set, each).reference(), each);
  });
}

TEST_CASE("golden: gradients of inputs and parameters are PyTorch's") {
  each_golden([](const GoldenSet& set, const GoldenCase& each) {
    CHECK(each.gradients.size() > 1);
    CHECK(wrong_gradient_of(*GoldenModel(set, each).trace(), each) == "");
  });
}

TEST_CASE("golden: gradients under other masks are not within the tolerance") {
  each_golden([](const GoldenSet& set, const GoldenCase& each) {
    if (each.mask == "none") return;
    GoldenModel model(set, each);
    model.without_masks();
    CHECK(wrong_gradient_of(*model.trace(), each) != "");
  });
}

TEST_CASE("golden: layers on the fused kernels are PyTorch's, alone and one after another") {
  each_golden([](const GoldenSet& set, const GoldenCase& each) {
    const GoldenModel model(set, each);
    const auto run = model.trace();
    const NamedTensors outputs = model.direct(*run);
    CHECK(each.results.count(model.output()) == 1);
    for (const auto& [path, output] : outputs) {
      const auto expected = each.results.find(path);
      if (expected == each.results.end()) continue;
      INFO(path);
      CHECK(first_difference(output, expected->second, golden_tolerance(expected->second)) == "");
    }
  });
}

TEST_CASE("golden: the most probable tokens are PyTorch's, and so are the probabilities") {
  each_golden([](const GoldenSet& set, const GoldenCase& each) {
    if (each.results.count("prediction") == 0) return;
    GoldenModel model(set, each);
    model.request.labels.reset();
    const auto run = model.trace();
    CHECK(first_bit_difference(value(*run, "prediction"), each.results.at("prediction")) == "");
    std::vector<double> probabilities;
    for (float log_probability : values_of(each.results.at("log_probabilities")))
      probabilities.push_back(std::exp(static_cast<double>(log_probability)));
    // A logit's error is a relative error of its probability, and again through the sum.
    const double allowed = 2 * golden_tolerance(each.results.at("logits"));
    CHECK(first_difference(value(*run, "probabilities"), probabilities, allowed) == "");
  });
}

TEST_CASE("golden: a changed request is not within the tolerance") {
  each_golden([](const GoldenSet& set, const GoldenCase& each) {
    check_masks_differ(set, each);
    check_differs(set, each, "norm", [](GoldenModel& model) {
      model.options.layer.norm_first = !model.options.layer.norm_first;
    });
    check_differs(set, each, "activation", [](GoldenModel& model) {
      Activation& activation = model.options.layer.activation;
      activation = activation == Activation::relu ? Activation::gelu : Activation::gelu_tanh;
    });
    check_differs(set, each, "epsilon", [](GoldenModel& model) {
      float& epsilon = model.options.layer.layer_norm_eps;
      epsilon = epsilon < 1e-4F ? 1e-3F : 1e-5F;
    });
    check_differs(set, each, "heads", [](GoldenModel& model) {
      Index& heads = model.options.layer.nhead;
      heads = heads == 1 ? 2 : 1;
    });
    if (!set.has("embedding_table")) return;
    check_differs(set, each, "scale", [](GoldenModel& model) {
      model.options.scale_embedding = !model.options.scale_embedding;
    });
  });
}

}  // namespace ap::test
