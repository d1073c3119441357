#include "attention_playground/training/tasks/evaluation.hpp"

#include <algorithm>
#include <optional>

#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/training/tasks/draws.hpp"
#include "attention_playground/training/tasks/task_batches.hpp"
#include "attention_playground/transformer/generation.hpp"

namespace ap {

namespace {

/// So many sentences at a time: a pass keeps all of its steps.
constexpr std::size_t together = 64;

/// Sums over the examples, batch by batch.
class Counts {
 public:
  Counts(const TaskSettings& settings, const Plan& plan) {
    for (const Look& look : settings.looks) {
      const std::optional<StepId> weights = weights_of(plan, look);
      if (!weights) continue;  // A model may have fewer layers than that of the task.
      looks_.push_back({look, *weights});
      // Several heads may share the work: first all of them together.
      const Index heads = plan[*weights].layout.shape[1];
      for (Index head = heads > 1 ? HeadMeasure::all : 0; head < heads; ++head)
        all_.heads.push_back({look.name, look.attention, head});
    }
    rows_.resize(all_.heads.size());
  }

  void add(std::span<const Example> examples, const Tensor& expected, Run& run) {
    const Plan& plan = run.plan();
    const double before = labels_;
    count_labels(expected, run.loan(plan.find("log_probabilities")).contiguous());
    loss_ += (labels_ - before) * static_cast<double>(run.loan(plan.find("loss")).data()[0]);
    sentences_ += static_cast<double>(examples.size());
    std::size_t at = 0;
    for (const auto& [look, id] : looks_) {
      const Tensor weights = run.loan(id).contiguous();
      const Index heads = weights.size(1);
      for (Index head = heads > 1 ? HeadMeasure::all : 0; head < heads; ++head)
        count_head(examples, look, weights, at++);
    }
  }

  Evaluation finished() && {
    if (labels_ > 0) {
      all_.loss = loss_ / labels_;
      all_.perplexity = portable_exp(all_.loss);
      all_.labels = right_ / labels_;
    }
    if (sentences_ > 0) {
      all_.sentences = whole_ / sentences_;
      all_.answers = labels_ / sentences_;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i] == 0) continue;
      all_.heads[i].points /= rows_[i];
      all_.heads[i].weight /= rows_[i];
    }
    return std::move(all_);
  }

 private:
  /// The weights that a look measures.
  static std::optional<StepId> weights_of(const Plan& plan, const Look& look) {
    const std::string path = look.attention + ".weights";
    for (StepId id = 0; id < plan.count(); ++id)
      if (plan[id].path == path) return id;
    return std::nullopt;
  }

  void count_labels(const Tensor& expected, const Tensor& choices) {
    const Index width = choices.size(-1);
    for (Index sentence = 0; sentence < expected.size(0); ++sentence) {
      bool whole = true;
      for (Index place = 0; place < expected.size(1); ++place) {
        const Index at = sentence * expected.size(1) + place;
        const float label = expected.data()[at];
        if (label < 0) continue;
        const float* const row = choices.data() + at * width;
        const bool hit = std::max_element(row, row + width) - row == static_cast<Index>(label);
        labels_ += 1;
        right_ += hit ? 1 : 0;
        whole &= hit;
      }
      whole_ += whole ? 1 : 0;
    }
  }

  /// Weights [B, H, T, S].
  void count_head(std::span<const Example> examples, const Look& look, const Tensor& weights,
                  std::size_t at) {
    HeadMeasure& measure = all_.heads[at];
    std::vector<float> row(static_cast<std::size_t>(weights.size(3)));
    for (std::size_t b = 0; b < examples.size(); ++b) {
      const Example& example = examples[b];
      for (std::size_t i = 0; i < example.labels.size(); ++i) {
        if (example.labels[i] < 0) continue;
        const auto query = static_cast<Index>(i);
        read_row(weights, static_cast<Index>(b), measure.head, query, row);
        const auto most = std::max_element(row.begin(), row.end()) - row.begin();
        bool any = false;
        for (std::size_t key = 0; key < row.size(); ++key) {
          if (!is_there(example, look, i, key)) continue;
          any = true;
          measure.weight += static_cast<double>(row[key]);
          measure.points += static_cast<std::ptrdiff_t>(key) == most ? 1 : 0;
        }
        rows_[at] += any ? 1 : 0;
      }
    }
  }

  /// A row of weights of a head, or their mean over all heads.
  static void read_row(const Tensor& weights, Index batch, Index head, Index query,
                       std::vector<float>& row) {
    const Index heads = weights.size(1), queries = weights.size(2), keys = weights.size(3);
    const bool is_mean = head == HeadMeasure::all;
    std::fill(row.begin(), row.end(), 0.0F);
    for (Index own = is_mean ? 0 : head; own < (is_mean ? heads : head + 1); ++own) {
      const float* const from = weights.data() + ((batch * heads + own) * queries + query) * keys;
      for (std::size_t key = 0; key < row.size(); ++key)
        row[key] += from[key] / static_cast<float>(is_mean ? heads : 1);
    }
  }

  static bool is_there(const Example& example, const Look& look, std::size_t i, std::size_t k) {
    const auto query = static_cast<Index>(i), key = static_cast<Index>(k);
    switch (look.at) {
      case LooksAt::place:
        return i < example.looks.size() && key <= example.looks[i] &&
               key > example.looks[i] - look.width;
      case LooksAt::previous:
        return key == query - 1;
      case LooksAt::same_token: {
        const bool across = !example.source.empty() && !example.target.empty();
        const std::vector<Index>& tokens = across ? example.source : example.target;
        return k < tokens.size() && (across || key <= query) && tokens[k] == example.labels[i];
      }
    }
    return false;
  }

  std::vector<std::pair<Look, StepId>> looks_;  // that the model has, and their weights
  Evaluation all_;
  std::vector<double> rows_;  // of each head
  double labels_ = 0, right_ = 0, loss_ = 0, sentences_ = 0, whole_ = 0;
};

}  // namespace

double uniform_loss(const Task& task) {
  const TaskSettings& settings = task.settings();
  if (!settings.model.pointer) return portable_log(static_cast<double>(settings.vocabulary.size()));
  double sum = 0;
  for (Index i = 0; i < static_cast<Index>(together); ++i)
    sum += portable_log(static_cast<double>(task.example(0, i).source.size()));
  return sum / static_cast<double>(together);
}

Evaluation evaluate(Model& model, const TaskSettings& settings, std::span<const Example> examples,
                    std::span<const HeadPlace> without) {
  std::optional<Counts> counts;
  for (std::size_t first = 0; first < examples.size(); first += together) {
    const auto part = examples.subspan(first, std::min(together, examples.size() - first));
    const PassRequest request = pass_of(settings, part);
    const std::unique_ptr<Run> run = model.trace(request);
    for (const HeadPlace& head : without) cut_head(*run, head);
    if (!counts) counts.emplace(settings, run->plan());
    counts->add(part, *request.labels, *run);
  }
  return counts ? std::move(*counts).finished() : Evaluation();
}

Samples draw_samples(const std::shared_ptr<Model>& model, const Task& task, Index count) {
  const std::vector<std::string>& words = model->vocabulary();
  const auto id_of = [&](const char* token) {
    return static_cast<Index>(std::find(words.begin(), words.end(), token) - words.begin());
  };
  Samples samples;
  Generation generation(model);
  for (Index i = 0; i < count; ++i) {
    NextTokenRequest request;
    request.tokens = {id_of(tasks::start_token)};
    request.choice.sampled = true;
    request.choice.seed = static_cast<std::uint32_t>(i);
    while (static_cast<Index>(request.tokens.size()) <= task.settings().target_length &&
           request.tokens.back() != id_of(tasks::end_token))
      request.tokens.push_back(generation.next(request).id);
    samples.judged += task.judge(request.tokens).value_or(0) / static_cast<double>(count);
    samples.texts.push_back(std::move(request.tokens));
  }
  return samples;
}

}  // namespace ap
