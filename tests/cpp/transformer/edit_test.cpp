// An edit re-runs only what depends on it, across layers and stacks.

#include <algorithm>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"

namespace ap::test {

namespace {

bool is_among(const std::vector<std::string>& paths, const std::string& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

bool any_begins(const std::vector<std::string>& paths, const std::string& prefix) {
  return std::any_of(paths.begin(), paths.end(),
                     [&](const std::string& path) { return path.rfind(prefix, 0) == 0; });
}

}  // namespace

TEST_CASE("model: an edit in the last decoder layer changes no layer before it") {
  const auto run = small_trace(small_model());
  const auto changed = edit(*run, "decoder.1.self_attention.w_q", {0, 0}, 3);
  CHECK(changed.front() == "decoder.1.self_attention.w_q");
  CHECK_FALSE(any_begins(changed, "encoder."));
  CHECK_FALSE(any_begins(changed, "decoder.0."));
  CHECK_FALSE(is_among(changed, "decoder.1.self_attention.k"));
  CHECK_FALSE(is_among(changed, "decoder.1.cross_attention.k"));
  CHECK(is_among(changed, "decoder.1.cross_attention.q"));
  CHECK(is_among(changed, "logits"));
}

TEST_CASE("model: an edit in the encoder reaches the decoder only through cross-attention") {
  const auto run = small_trace(small_model());
  const auto changed = edit(*run, "encoder.1.norm_2", {0, 1, 2}, 3);
  CHECK_FALSE(any_begins(changed, "encoder.0."));
  CHECK_FALSE(any_begins(changed, "target."));
  CHECK_FALSE(any_begins(changed, "decoder.0.self_attention."));
  CHECK(is_among(changed, "decoder.0.cross_attention.k"));
  CHECK(is_among(changed, "decoder.1.self_attention.q"));
  CHECK(is_among(changed, "decoder.1.cross_attention.v"));
}

TEST_CASE("model: an edit in the target's words changes neither the encoder nor memory keys") {
  const auto run = small_trace(small_model());
  const auto changed = edit(*run, "target.embedding", {0, 0, 0}, 3);
  CHECK_FALSE(any_begins(changed, "encoder."));
  CHECK_FALSE(is_among(changed, "decoder.1.cross_attention.k"));
  CHECK(is_among(changed, "decoder.0.self_attention.k"));
}

TEST_CASE("model: after any edit the pass is that of a fresh run with this number, undo restores") {
  for (int trial = 0; trial < 6; ++trial) {
    ModelOptions options = drawn_model(trial, static_cast<Architecture>(trial % 3));
    options.layer.dropout = trial == 3 ? 0.4F : 0;
    INFO(text_of(options));
    const auto run = small_trace(options);
    const auto before = small_trace(options);
    const auto plan = std::make_shared<const Plan>(run->plan());
    std::size_t leaf = 0;
    for (StepId id = 0; id < plan->count(); ++id) {
      if (!(*plan)[id].is_supplied()) continue;
      const std::size_t number = leaf++;
      if (id % 3 != trial % 3 || (*plan)[id].declaration.role == Role::token) continue;
      const std::string path = (*plan)[id].path;
      INFO(path);
      const Dims last =
          index_at(element_count((*plan)[id].layout.shape) - 1, (*plan)[id].layout.shape);
      edit(*run, path, last, 1.25F);
      std::vector<Tensor> leaves = leaves_of(*before);
      leaves[number] = leaves[number].contiguous().clone();
      leaves[number].set(last, 1.25F);
      Run fresh(plan, leaves);
      bool equal = true;
      for (StepId step = 0; step < plan->count(); ++step)
        equal = equal && first_bit_difference(run->value(step), fresh.value(step)).empty();
      CHECK(equal);
      run->undo();
    }
    for (StepId id = 0; id < plan->count(); ++id)
      CHECK(first_bit_difference(run->value(id), before->value(id)) == "");
  }
}

TEST_CASE("model: edits of one trace reach neither the model nor its other traces") {
  const auto model = model_of(small_model());
  const auto first = model->trace(small_request(model->options()));
  const auto second = model->trace(small_request(model->options()));
  const Tensor logits = value(*second, "logits");
  edit(*first, "encoder.0.self_attention.w_q", {0, 0}, 4);
  edit(*first, "embedding_table", {1, 1}, 4);
  CHECK(first_bit_difference(value(*second, "logits"), logits) == "");
  CHECK(first_bit_difference(value(*model->trace(small_request(model->options())), "logits"),
                             logits) == "");
}

}  // namespace ap::test
