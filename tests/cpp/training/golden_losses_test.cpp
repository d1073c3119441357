// Fifty updates from PyTorch's parameters, on its batches: the losses are PyTorch's.

#include <cmath>
#include <cstring>

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/golden.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr int batches = 4;

bool is_data(const std::string& name) {
  return name.find("_ids_") != std::string::npos || name.find("labels_") == 0;
}

ModelOptions trained_options_of(const GoldenSet& set) {
  const bool decodes_alone = set.name == "decoder_only";
  ModelOptions options;
  options.architecture = decodes_alone ? Architecture::decoder_only : Architecture::encoder_decoder;
  options.num_encoder_layers = 1;
  options.num_decoder_layers = decodes_alone ? 2 : 1;
  options.layer.d_model = set["embedding_table"].size(1);
  options.layer.nhead = set.heads;
  options.layer.dim_feedforward = set["decoder.0.feed_forward.w_1"].size(1);
  options.layer.norm_first = decodes_alone;
  options.layer.activation = decodes_alone ? Activation::gelu : Activation::relu;
  options.final_norm = true;
  options.tied = !decodes_alone;
  options.positions = decodes_alone ? Positions::learned : Positions::sinusoidal;
  if (decodes_alone) options.max_length = set["position_table"].size(0);
  return options;
}

std::shared_ptr<Model> trained_model_of(const GoldenSet& set) {
  Leaves parameters;
  for (const auto& [name, tensor] : set.inputs)
    if (!is_data(name)) add_leaf(parameters, name, tensor);
  return model_of(trained_options_of(set), set["embedding_table"].size(0), parameters);
}

PassRequest batch_of(const GoldenSet& set, int number) {
  const std::string ending = "_" + std::to_string(number);
  PassRequest request;
  if (set.has("source_ids" + ending)) request.source = {{}, set["source_ids" + ending], {}};
  request.target = {{}, set["target_ids" + ending], {}};
  request.labels = set["labels" + ending];
  return request;
}

TrainerOptions settings_of(const GoldenCase& each, Index updates) {
  const bool adam = each.is("adamw");
  TrainerOptions settings;
  settings.optimizer.kind = adam ? OptimizerKind::adamw : OptimizerKind::sgd;
  settings.optimizer.momentum = adam ? 0 : 0.9;
  settings.schedule = {.kind = ScheduleKind::cosine,
                       .rate = adam ? 0.01 : 0.05,
                       .warmup = 5,
                       .steps = updates,
                       .floor = 0.1};
  return settings;
}

/// The largest difference from PyTorch's losses in double precision, as a share of what is allowed:
/// four times what PyTorch's own losses in single precision have differed so far.
double worst_share(const GoldenSet& set, const GoldenCase& each, const TrainerOptions& settings) {
  const Tensor& exact = each.results.at("losses");
  const Tensor& rounded = each.results.at("losses_of_floats");
  Trainer trainer(trained_model_of(set), settings);
  double allowed = 0;
  double worst = 0;
  for (Index update = 0; update < exact.count(); ++update) {
    const PassRequest batch = batch_of(set, static_cast<int>(update) % batches);
    const auto loss = static_cast<double>(trainer.step({&batch, 1}).loss);
    const auto expected = static_cast<double>(exact.data()[update]);
    const double own = std::fabs(static_cast<double>(rounded.data()[update]) - expected);
    // No less than the rounding of a loss.
    allowed = std::max({allowed, 4 * own, 4 * float_epsilon * expected});
    worst = std::max(worst, std::fabs(loss - expected) / allowed);
  }
  return worst;
}

/// FNV-1a of the bits of all trained parameters.
std::uint64_t bits_after(const GoldenSet& set, const GoldenCase& each) {
  Trainer trainer(trained_model_of(set), settings_of(each, 50));
  for (int update = 0; update < 50; ++update) {
    const PassRequest batch = batch_of(set, update % batches);
    trainer.step({&batch, 1});
  }
  std::uint64_t hash = 14695981039346656037U;
  for (const auto& [path, tensor] : trainer.state().parameters) {
    for (Index i = 0; i < tensor.count(); ++i) {
      std::uint32_t bits = 0;
      std::memcpy(&bits, tensor.data() + i, sizeof bits);
      hash = (hash ^ bits) * 1099511628211U;
    }
  }
  return hash;
}

}  // namespace

TEST_CASE("golden: the losses of fifty updates are PyTorch's") {
  int cases = 0;
  for (const GoldenSet& set : read_goldens("training")) {
    for (const GoldenCase& each : set.cases) {
      const Index updates = each.results.at("losses").count();
      CHECK(updates == 50);
      INFO(set.name << " " << each.name());
      CHECK(worst_share(set, each, settings_of(each, updates)) <= 1);
      ++cases;
      // Another rate, decay or order of numbers would be seen.
      TrainerOptions wrong = settings_of(each, updates);
      wrong.schedule.rate *= 1.001;
      CHECK(worst_share(set, each, wrong) > 1);
      wrong = settings_of(each, updates);
      wrong.optimizer.weight_decay = 0;
      CHECK(worst_share(set, each, wrong) > 1);
      wrong = settings_of(each, updates);
      wrong.optimizer.max_norm = 0;
      CHECK(worst_share(set, each, wrong) > 1);
    }
  }
  CHECK(cases == 4);
}

TEST_CASE("trainer: fifty updates give the same bits natively and as wasm") {
  std::string found;
  for (const GoldenSet& set : read_goldens("training"))
    for (const GoldenCase& each : set.cases) found += std::to_string(bits_after(set, each)) + " ";
  CHECK(found ==
        "18244084503178717993 12544493127446611294 10567272333646595891 964823298080266442 ");
}

}  // namespace ap::test
