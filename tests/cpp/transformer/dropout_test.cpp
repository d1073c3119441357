// Dropout is applied everywhere in training and nowhere else; the dropped cells depend on seed and
// path.

#include <cmath>
#include <set>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"

namespace ap::test {

namespace {

ModelOptions training(float probability = 0.5F) {
  ModelOptions options = small_model();
  options.layer.dropout = probability;
  return options;
}

/// Eight tokens on each side: enough that no two draws agree by chance.
std::unique_ptr<Run> trace_of_eight(const ModelOptions& options) {
  PassRequest request;
  request.source = request.target = sentence({{1, 2, 3, 4, 5, 6, 1, 2}});
  return model_of(options)->trace(request);
}

std::vector<std::string> dropouts_of(const Run& run) {
  std::vector<std::string> paths;
  for (const Step& step : run.plan().steps())
    if (as<Dropped>(step.attributes).probability > 0) paths.push_back(step.path);
  return paths;
}

/// 1 where a cell was kept, 0 where it was dropped; cells that were 0 before are left out.
std::vector<int> kept_cells(Run& run, const std::string& path) {
  const Tensor before = value(run, inputs_of(run, path).front());
  const Tensor after = value(run, path);
  std::vector<int> kept;
  for (Index i = 0; i < after.count(); ++i) {
    if (before.data()[i] == 0) continue;
    kept.push_back(after.data()[i] != 0 ? 1 : 0);
  }
  return kept;
}

}  // namespace

TEST_CASE("model: in training, words, weights, activations and every sublayer are dropped out") {
  ModelOptions options = training();
  options.num_encoder_layers = options.num_decoder_layers = 1;
  const auto run = small_trace(options);
  CHECK(dropouts_of(*run) ==
        std::vector<std::string>{
            "source.dropped_x", "encoder.0.self_attention.dropped_weights",
            "encoder.0.self_attention_dropout", "encoder.0.feed_forward.dropout",
            "encoder.0.feed_forward_dropout", "target.dropped_x",
            "decoder.0.self_attention.dropped_weights", "decoder.0.self_attention_dropout",
            "decoder.0.cross_attention.dropped_weights", "decoder.0.cross_attention_dropout",
            "decoder.0.feed_forward.dropout", "decoder.0.feed_forward_dropout"});
  CHECK(inputs_of(*run, "encoder.0.self_attention.q").front() == "source.dropped_x");
  CHECK(inputs_of(*run, "encoder.0.residual_1").back() == "encoder.0.self_attention_dropout");
}

TEST_CASE("model: nothing is dropped out in evaluation, or when a next token is chosen") {
  CHECK(dropouts_of(*small_trace(small_model())).empty());
  Generation generation(model_of(training()));
  NextTokenRequest request;
  request.source = {1, 2};
  request.tokens = {3};
  const NextToken token = generation.next(request);
  CHECK(dropouts_of(*token.run).empty());
  const NextToken evaluated = Generation(model_of(small_model())).next(request);
  CHECK(first_bit_difference(logits_of(token), logits_of(evaluated)) == "");
}

TEST_CASE("model: equal seeds drop the same, other seeds something else") {
  const Tensor first = value(*small_trace(training()), "logits");
  CHECK(first_bit_difference(value(*small_trace(training()), "logits"), first) == "");
  ModelOptions options = training();
  options.layer.seed = 4;
  CHECK(first_bit_difference(value(*small_trace(options), "logits"), first) != "");
}

TEST_CASE("model: another seed drops other cells in every place") {
  ModelOptions options = training();
  const auto run = trace_of_eight(options);
  options.layer.seed = 4;
  const auto other = trace_of_eight(options);
  for (const std::string& path : dropouts_of(*run)) {
    INFO(path);
    if (path.find("feed_forward.dropout") != std::string::npos) continue;  // ReLU's zeros
    CHECK(kept_cells(*run, path) != kept_cells(*other, path));
  }
}

TEST_CASE("model: no two dropouts drop the same cells") {
  const auto run = trace_of_eight(training());
  std::set<std::vector<int>> patterns;
  std::size_t places = 0;
  for (const std::string& path : dropouts_of(*run)) {
    if (path.find("feed_forward.dropout") != std::string::npos) continue;  // many zeros before
    patterns.insert(kept_cells(*run, path));
    ++places;
  }
  CHECK(places == 2 + 2 * 3 + 2 * 5);
  CHECK(patterns.size() == places);
}

TEST_CASE("model: dropped cells are zero, the others grow by 1/(1 − p), at about that rate") {
  for (const float probability : {0.1F, 0.5F, 0.8F}) {
    ModelOptions options = training(probability);
    options.layer.d_model = 64;
    PassRequest request;
    request.source = sentence({Ids(40, 1)});
    request.target = sentence({{1}});
    const auto run = model_of(options)->trace(request);
    const Tensor before = value(*run, "encoder.0.self_attention.output");
    const Tensor after = value(*run, "encoder.0.self_attention_dropout");
    Index dropped = 0;
    bool scaled = true;
    for (Index i = 0; i < after.count(); ++i) {
      const float x = before.data()[i];
      if (after.data()[i] == 0)
        ++dropped;
      else
        scaled = scaled && std::fabs(after.data()[i] - x / (1 - probability)) <=
                               tolerance(2, std::fabs(static_cast<double>(after.data()[i])));
    }
    CHECK(scaled);
    // Five standard deviations of a binomial distribution.
    const double p = probability;
    const auto cells = static_cast<double>(after.count());
    CHECK(std::fabs(static_cast<double>(dropped) - cells * p) < 5 * std::sqrt(cells * p * (1 - p)));
  }
}

TEST_CASE("model: an edit does not change which cells are dropped") {
  const auto run = small_trace(training());
  const std::vector<std::string> paths = dropouts_of(*run);
  std::vector<std::vector<int>> before;
  for (const std::string& path : paths) before.push_back(kept_cells(*run, path));
  edit(*run, "embedding_table", {1, 0}, 5);
  edit(*run, "encoder.0.self_attention.w_v", {2, 3}, -4);
  edit(*run, "encoder.1.self_attention.output", {0, 1, 1}, 7);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    INFO(paths[i]);
    if (paths[i].find("feed_forward.dropout") != std::string::npos) continue;  // ReLU's zeros
    CHECK(kept_cells(*run, paths[i]) == before[i]);
  }
}

TEST_CASE("model: another layer does not change which cells the layers before it drop") {
  ModelOptions options = training();
  const auto two = small_trace(options);
  options.num_encoder_layers = options.num_decoder_layers = 3;
  const auto three = small_trace(options);
  for (const char* path :
       {"source.dropped_x", "encoder.0.self_attention.dropped_weights", "encoder.1.norm_2"})
    CHECK(first_bit_difference(value(*three, path), value(*two, path)) == "");
  CHECK(kept_cells(*three, "decoder.1.feed_forward_dropout") ==
        kept_cells(*two, "decoder.1.feed_forward_dropout"));
}

}  // namespace ap::test
