// Calls of changing shapes leave no more memory behind than calls of one shape.

#include "attention_playground/attention_playground.hpp"
#include "attention_playground/training/model_gradients.hpp"
#include "catch.hpp"
#include "support/allocations.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Plans are kept, of the last shapes, but none of their numbers.
constexpr std::size_t bytes_of_plans = std::size_t{1} << 20;

/// What a call of one length leaves behind, and what further ones of other lengths add.
struct Held {
  std::size_t first, others;
};

template <typename Call>
Held held_by(Call call, Index first, Index last) {
  const std::size_t start = held_bytes();
  call(first);
  const std::size_t once = held_bytes();
  for (Index length = first + 1; length <= last; ++length) call(length);
  const auto since = [](std::size_t bytes) {
    const std::size_t now = held_bytes();
    return now > bytes ? now - bytes : 0;
  };
  return {once - start, since(once)};
}

GivenProjections square_projections(Index width) {
  const Tensor w = Tensor::filled({width, width}, 0.01F);
  return {w, w, w, w, {}, {}, {}, {}};
}

PassRequest batch_of_length(Index length, Index batch) {
  const Tensor ids = Tensor::filled({batch, length}, 2);
  PassRequest request;
  request.target = SentenceInput{{}, ids, {}};
  request.labels = ids;
  return request;
}

ModelOptions decoder_of(Index width) {
  ModelOptions options;
  options.architecture = Architecture::decoder_only;
  options.num_decoder_layers = 2;
  options.layer.d_model = width;
  options.layer.nhead = 2;
  options.layer.dim_feedforward = 2 * width;
  return options;
}

}  // namespace

TEST_CASE("held memory: attention of changing lengths holds what one call holds", "[long]") {
  // On both sides of what a thread keeps for its next call.
  for (const Index length : {64, 700}) {
    const Index width = 128;
    const auto call = [&](Index tokens) {
      const Tensor x = Tensor::filled({1, tokens, width}, 0.5F);
      multi_head_attention(x, x, x, square_projections(width), 4, {}, {}, tokens % 2 == 0);
    };
    INFO(length);
    CHECK(held_by(call, length, length + 20).others < bytes_of_plans);
  }
}

TEST_CASE("held memory: a trainer of changing lengths holds one arena", "[long]") {
  for (const bool recomputed : {false, true}) {
    TrainerOptions options;
    options.activations.recomputed = recomputed;
    Trainer trainer(model_of(decoder_of(32)), options);
    const auto call = [&](Index length) {
      const PassRequest batch = batch_of_length(length, 4);
      trainer.step({&batch, 1});
    };
    call(100);
    const auto floats = static_cast<std::size_t>(trainer.activation_floats());
    const Held held = held_by(call, 100, 140);
    const auto more = static_cast<std::size_t>(trainer.activation_floats()) - floats;
    // Beside the arena: plans, and the leaves of one batch.
    CHECK(held.others < more * sizeof(float) + 4 * bytes_of_plans);
  }
}

TEST_CASE("held memory: plans of thousands of steps are not kept by the dozen") {
  const auto call = [](Index tokens) {
    TraceRequest request;
    request.x.vectors = Tensor::filled({1, tokens, 2}, 1);
    request.d_model = 2;
    request.weights.tile = {1, 1};
    trace_attention(request);
  };
  call(2);
  // Of 3,300 to 6,200 steps.
  CHECK(held_by(call, 22, 32).others < std::size_t{24} << 20);
}

TEST_CASE("held memory: models that are dropped, and generations left half-way, hold nothing") {
  const auto call = [](Index width) {
    ModelOptions options = decoder_of(4 * width);
    options.layer.nhead = 4;
    Generation generation(model_of(options));
    NextTokenRequest request;
    for (const Index token : {1, 2, 3}) {
      request.tokens.push_back(token);
      generation.next(request);
    }
  };
  // So wide that one model is larger than all plans.
  const Held held = held_by(call, 32, 50);
  CHECK(held.others < 4 * bytes_of_plans);
}

TEST_CASE("held memory: gradients of changing lengths hold one arena", "[long]") {
  ModelGradients gradients(model_of(decoder_of(32)));
  const auto call = [&](Index length) { gradients.compute(batch_of_length(length, 4)); };
  const Held held = held_by(call, 100, 140);
  CHECK(held.others < held.first / 2 + 4 * bytes_of_plans);
}

}  // namespace ap::test
