// What a training pass holds of its layers: less, with the same numbers, or with halves of them.

#include <algorithm>
#include <cmath>

#include "attention_playground/attention_playground.hpp"
#include "attention_playground/checkpoint/half.hpp"
#include "attention_playground/training/halves.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"
#include "support/training.hpp"

namespace ap::test {

namespace {

/// A batch of `rows` sentences of `tokens` tokens for each stack, with labels.
PassRequest batch_of(const ModelOptions& options, Index rows, Index tokens, Index words) {
  std::vector<Ids> sentences(static_cast<std::size_t>(rows));
  Index next = 0;
  for (Ids& each : sentences)
    for (Index i = 0; i < tokens; ++i) each.push_back((next += 3) % words);
  PassRequest request;
  if (options.has_encoder()) request.source = sentence(sentences);
  if (options.has_decoder()) request.target = sentence(sentences);
  Tensor labels({rows, tokens});
  for (Index i = 0; i < labels.count(); ++i)
    labels.mutable_data()[i] = static_cast<float>(i % 5 == 4 ? -1 : (5 * i + 2) % words);
  request.labels = labels;
  return request;
}

struct Result {
  float loss = 0;
  Leaves gradients;
  double floats = 0;
  double multiply_adds = 0;
};

Result result_of(Model& model, const PassRequest& request, const Activations& activations,
                 Fusing fusing = Fusing::where_it_pays) {
  PreparedPass prepared = prepared_pass(model, request, activations, fusing);
  const Plan& plan = prepared.pass.plan();
  Result result;
  // Twice: the second pass finds what the first one left in memory.
  for (int time = 0; time < 2; ++time) result.loss = prepared.run();
  result.gradients = prepared.gradients;
  result.floats = static_cast<double>(plan.arena_floats());
  for (const StepId id : plan.computed()) {
    const int fusion = plan[id].fusion;
    const StepId first = fusion < 0 ? id : plan.fusions()[static_cast<std::size_t>(fusion)].first;
    for (StepId each = first; each <= id; ++each) result.multiply_adds += plan[each].multiply_adds;
  }
  return result;
}

std::string bit_differences(const Result& a, const Result& b) {
  std::string wrong = same_bits(a.loss, b.loss) ? "" : "another loss";
  if (a.gradients.size() != b.gradients.size()) wrong += " other parameters";
  for (const auto& [path, gradient] : a.gradients) {
    const std::string difference = first_bit_difference(gradient, *find_leaf(b.gradients, path));
    if (difference != "") wrong += " " + path + ": " + difference;
  }
  return wrong;
}

/// ‖a − b‖ / ‖b‖ over all gradients.
double relative_difference(const Result& a, const Result& b) {
  double difference = 0, size = 0;
  for (const auto& [path, gradient] : a.gradients) {
    const Tensor& other = *find_leaf(b.gradients, path);
    for (Index i = 0; i < gradient.count(); ++i) {
      const auto x = static_cast<double>(gradient.data()[i]);
      const auto y = static_cast<double>(other.data()[i]);
      difference += (x - y) * (x - y);
      size += y * y;
    }
  }
  return std::sqrt(difference / size);
}

constexpr Activations recomputed = {.recomputed = true};
constexpr Activations halved = {.halved = true};
constexpr Activations both = {.recomputed = true, .halved = true};

}  // namespace

TEST_CASE("activations: computed again, they change no bit of any gradient, whatever the options") {
  for (int trial = 0; trial < 36; ++trial) {
    const Architecture architectures[] = {Architecture::encoder_decoder, Architecture::encoder_only,
                                          Architecture::decoder_only};
    ModelOptions options = drawn_model(trial, architectures[trial % 3]);
    options.layer.dropout = trial % 4 == 0 ? 0.25F : 0;
    INFO(text_of(options));
    const auto model = model_of(options);
    const PassRequest request = batch_of(options, 2, trial % 6 + 1, 7);
    for (const Fusing fusing : {Fusing::none, Fusing::where_it_holds, Fusing::where_it_pays}) {
      const Result whole = result_of(*model, request, {}, fusing);
      const Result less = result_of(*model, request, recomputed, fusing);
      CHECK(bit_differences(less, whole) == "");
      CHECK(less.floats <= whole.floats);
      const Result halves = result_of(*model, request, halved, fusing);
      CHECK(same_bits(halves.loss, whole.loss));
    }
  }
}

TEST_CASE("activations: memory of a deep model falls, and all but one layer is computed twice") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::encoder_only, Architecture::decoder_only}) {
    ModelOptions options;
    options.architecture = architecture;
    options.layer.d_model = 16;
    options.layer.nhead = 2;
    options.layer.dim_feedforward = 64;
    options.num_encoder_layers = options.num_decoder_layers = 8;
    options.final_norm = true;
    options.layer.norm_first = true;
    const auto model = model_of(options, 11);
    const PassRequest request = batch_of(options, 4, 12, 11);
    const Result whole = result_of(*model, request, {});
    const Result less = result_of(*model, request, recomputed);
    const Result halves = result_of(*model, request, halved);
    const Result least = result_of(*model, request, both);
    INFO(whole.floats << " " << less.floats << " " << halves.floats << " " << least.floats);
    CHECK(bit_differences(less, whole) == "");
    CHECK(less.floats < 0.35 * whole.floats);
    CHECK(halves.floats < 0.6 * whole.floats);
    CHECK(least.floats < 0.9 * less.floats);
    INFO(less.multiply_adds / whole.multiply_adds);
    CHECK(less.multiply_adds < 1.34 * whole.multiply_adds);
    CHECK(halves.multiply_adds == whole.multiply_adds);
    for (const Result* each : {&halves, &least}) {
      CHECK(same_bits(each->loss, whole.loss));
      CHECK(relative_difference(*each, whole) > 0);
      CHECK(relative_difference(*each, whole) < 4e-3);
    }
  }
}

TEST_CASE("activations: a trainer that computes them again makes the same updates") {
  ModelOptions options = small_model();
  options.layer.dropout = 0.1F;
  TrainerOptions whole_options, less_options;
  less_options.activations = recomputed;
  Trainer whole(model_of(options), whole_options), less(model_of(options), less_options);
  for (int update = 0; update < 5; ++update) {
    const PassRequest batches[] = {batch_of(options, 2, 3 + update % 2, 7),
                                   batch_of(options, 3, 4, 7)};
    const UpdateReport a = whole.step(batches), b = less.step(batches);
    CHECK(same_bits(a.loss, b.loss));
    CHECK(same_bits(a.gradient_norm, b.gradient_norm));
  }
  CHECK(less.activation_floats() > 0);
  CHECK(less.activation_floats() < whole.activation_floats());
  const TrainerState a = whole.state(), b = less.state();
  for (const auto& [path, tensor] : a.parameters)
    CHECK(first_bit_difference(tensor, *find_leaf(b.parameters, path)) == "");
}

TEST_CASE("halves: each number as IEEE 754 says, and what is too large the largest") {
  std::vector<float> numbers;
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const float exact = float_of_half(static_cast<std::uint16_t>(half));
    numbers.push_back(exact);
    // Ties between it and the next one, and what is just beside them.
    const float next = float_of_half(static_cast<std::uint16_t>(half + 1));
    if (!std::isfinite(exact) || !std::isfinite(next)) continue;
    const float tie = 0.5F * (exact + next);
    for (const float each : {tie, std::nextafter(tie, exact), std::nextafter(tie, next)})
      numbers.push_back(each);
  }
  for (const float each : {65519.0F, 65520.0F, 1e9F, 3e38F, 1e-30F, 1e-8F, 1e-45F})
    numbers.insert(numbers.end(), {each, -each});
  for (const std::size_t missing : {0, 1, 2, 3, 4, 5, 6, 7}) {
    const auto count = static_cast<Index>(numbers.size() - missing);
    Tensor x({count});
    std::copy_n(numbers.begin(), count, x.mutable_data());
    const Tensor words = apply(to_halves, {&x});
    CHECK(words.count() == (count + 7) / 8 * 4);
    const Tensor back = apply(from_halves, {&words}, ToShape{{count}});
    Index wrong = 0;
    for (Index i = 0; i < count; ++i) {
      const float given = x.data()[i], got = back.data()[i];
      float expected = float_of_half(half_of_float(given));
      if (std::isinf(expected) && !std::isinf(given)) expected = std::copysign(65504.0F, given);
      const bool is_same = std::isnan(given) ? std::isnan(got) : same_bits(got, expected);
      if (!is_same) ++wrong;
    }
    INFO(missing);
    CHECK(wrong == 0);
  }
}

}  // namespace ap::test
