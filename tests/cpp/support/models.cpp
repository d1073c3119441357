#include "support/models.hpp"

#include <algorithm>

#include "attention_playground/tensor/random.hpp"
#include "support/attention.hpp"
#include "support/drawn.hpp"
#include "support/tensors.hpp"

namespace ap::test {

constexpr std::uint32_t model_seed = 23;

std::vector<std::string> vocabulary_of(Index count) {
  std::vector<std::string> words;
  for (Index i = 0; i < count; ++i) words.push_back("w" + std::to_string(i));
  return words;
}

SentenceInput sentence(const std::vector<Ids>& sentences) {
  std::size_t longest = 0;
  for (const Ids& ids : sentences) longest = std::max(longest, ids.size());
  std::vector<float> all;
  std::vector<float> lengths;
  bool padded = false;
  for (const Ids& ids : sentences) {
    for (std::size_t i = 0; i < longest; ++i)
      all.push_back(i < ids.size() ? static_cast<float>(ids[i]) : 0);
    lengths.push_back(static_cast<float>(ids.size()));
    padded = padded || ids.size() < longest;
  }
  const auto batch = static_cast<Index>(sentences.size());
  SentenceInput input;
  input.ids = tensor({batch, static_cast<Index>(longest)}, all);
  if (padded) input.lengths = tensor({batch}, lengths);
  return input;
}

ModelOptions small_model(Architecture architecture) {
  ModelOptions options;
  options.architecture = architecture;
  options.layer.d_model = 6;
  options.layer.nhead = 2;
  options.layer.dim_feedforward = 5;
  options.layer.seed = 3;
  return options;
}

std::shared_ptr<Model> model_of(const ModelOptions& options, Index words, Leaves given) {
  return std::make_shared<Model>(options, vocabulary_of(words), std::move(given));
}

PassRequest small_request(const ModelOptions& options) {
  PassRequest request;
  if (options.has_encoder()) request.source = sentence({{1, 2, 3}});
  if (options.has_decoder()) request.target = sentence({{4, 5}});
  return request;
}

std::unique_ptr<Run> small_trace(const ModelOptions& options, Leaves given) {
  return model_of(options, 7, std::move(given))->trace(small_request(options));
}

ModelOptions drawn_model(int trial, Architecture architecture) {
  Draws draws(model_seed, static_cast<std::uint64_t>(trial));
  ModelOptions options;
  options.architecture = architecture;
  options.layer.nhead = draws.between(1, 3);
  options.layer.d_model = options.layer.nhead * draws.between(1, 6);
  options.layer.dim_feedforward = draws.between(1, 12);
  options.layer.activation = static_cast<Activation>(draws.between(0, 2));
  options.layer.norm_first = draws.between(0, 1) == 1;
  options.layer.bias = draws.between(0, 1) == 1;
  options.layer.seed = static_cast<std::uint32_t>(trial);
  options.num_encoder_layers = draws.between(1, 3);
  options.num_decoder_layers = draws.between(1, 3);
  options.final_norm = draws.between(0, 1) == 1;
  options.positions = static_cast<Positions>(draws.between(0, 2));
  options.max_length = 20;
  options.scale_embedding = draws.between(0, 1) == 1;
  options.tied = draws.between(0, 1) == 1;
  return options;
}

Ids drawn_ids(int trial, const std::string& name, Index least, Index most, Index words) {
  Draws draws(model_seed, stream_of(name + std::to_string(trial)));
  Ids ids(static_cast<std::size_t>(draws.between(least, most)));
  for (Index& id : ids) id = draws.between(0, words - 1);
  return ids;
}

std::string text_of(const ModelOptions& options) {
  const LayerOptions& layer = options.layer;
  return "seed " + std::to_string(layer.seed) + ": architecture " +
         std::to_string(static_cast<int>(options.architecture)) + ", D " +
         std::to_string(layer.d_model) + ", h " + std::to_string(layer.nhead) + ", d_ff " +
         std::to_string(layer.dim_feedforward) + ", layers " +
         std::to_string(options.num_encoder_layers) + " + " +
         std::to_string(options.num_decoder_layers) + ", activation " +
         std::to_string(static_cast<int>(layer.activation)) + ", positions " +
         std::to_string(static_cast<int>(options.positions)) +
         (layer.norm_first ? ", pre-norm" : ", post-norm") + (layer.bias ? "" : ", no bias") +
         (options.final_norm ? ", final norm" : "") + (options.tied ? ", tied" : "") +
         (options.scale_embedding ? ", scaled" : "");
}

std::vector<Tensor> leaves_of(Run& run) {
  std::vector<Tensor> leaves;
  for (StepId id = 0; id < run.plan().count(); ++id)
    if (run.plan()[id].is_supplied()) leaves.push_back(run.value(id));
  return leaves;
}

Run by_reference(Run& run) {
  const auto plan = std::make_shared<const Plan>(run.plan());
  return {plan, leaves_of(run), Implementation::reference};
}

std::string what_differs(Run& first, Run& second) {
  for (const Difference& each : compare(first, second)) {
    if (each.largest <= each.tolerance) continue;
    return first.plan()[each.first].path + ": " + std::to_string(each.largest / each.tolerance) +
           " times the tolerance of " + std::to_string(each.tolerance);
  }
  return "";
}

bool has_step(const Run& run, const std::string& path) {
  const auto& steps = run.plan().steps();
  return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return s.path == path; });
}

std::vector<std::string> inputs_of(const Run& run, const std::string& path) {
  return paths_of(run, run.plan()[run.plan().find(path)].inputs);
}

Tensor logits_of(const NextToken& token) { return token.run->value(*token.pass->next_logits); }

}  // namespace ap::test
