#include <utility>

#include "attention_playground/tensor/order.hpp"
#include "attention_playground/training/tasks/drawn_task.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// Tasks on symbols without a meaning: rings, and lists that are reversed, copied and sorted.

namespace ap::tasks {

namespace {

constexpr Index symbols = 16;

/// a … p
std::vector<std::string> symbol_names() {
  std::vector<std::string> names;
  for (Index i = 0; i < symbols; ++i) names.emplace_back(1, static_cast<char>('a' + i));
  return names;
}

/// Numbers from 0 to below `count` in a random order.
std::vector<Index> shuffled(Draws& draws, Index count) {
  std::vector<Index> order;
  for (Index i = 0; i < count; ++i) order.push_back(i);
  for (Index i = count - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)],
              order[static_cast<std::size_t>(draws.below(i + 1))]);
  return order;
}

class Ring : public Task {
 public:
  using Task::Task;

  Example example(std::uint32_t seed, Index number) const override {
    Draws draws(seed, "ring", number);
    return walk(draws);
  }
  /// Other walks: there are so many rings that none is met again.
  std::vector<Example> held_out() const override {
    std::vector<Example> examples;
    for (Index number = 0; number < 256; ++number) {
      Draws draws(0, "ring held out", number);
      examples.push_back(walk(draws));
    }
    return examples;
  }

 private:
  Example walk(Draws& draws) const {
    std::vector<Index> ring = shuffled(draws, symbols);
    ring.resize(static_cast<std::size_t>(8 + draws.below(5)));
    const auto size = static_cast<Index>(ring.size());
    Index place = draws.below(size);
    Example example;
    std::vector<char> known(symbols);  // whether the walk has shown what follows a token
    for (Index i = 0; i < settings().target_length; ++i) {
      const Index token = ring[static_cast<std::size_t>(place)];
      const bool jumps = draws.chance(0.15);
      const Index next = jumps ? draws.below(size) : (place + 1) % size;
      char& is_known = known[static_cast<std::size_t>(token)];
      example.target.push_back(token);
      // Nothing is expected where nobody could know it.
      const bool foreseen = !jumps && is_known != 0;
      example.labels.push_back(foreseen ? ring[static_cast<std::size_t>(next)] : -1);
      if (!jumps) is_known = 1;
      place = next;
    }
    return example;
  }
};

using Change = std::vector<Index> (*)(std::vector<Index>);
/// The place that the i-th of `count` results comes from.
using Origin = Index (*)(Index i, Index count);

/// Lists of 8 to 12 symbols and what becomes of them; a tenth of the lists is held out.
class Lists : public DrawnTask<std::vector<Index>> {
 public:
  Lists(TaskSettings settings, const Words& words, const std::string& name, Change change,
        Origin origin)
      : DrawnTask(std::move(settings), words, name, 256), change_(change), origin_(origin) {}

 private:
  std::vector<Index> drawn(Draws& draws) const override {
    std::vector<Index> list(static_cast<std::size_t>(8 + draws.below(5)));
    for (Index& symbol : list) symbol = draws.below(symbols);
    return list;
  }
  bool is_held(const std::vector<Index>& list) const override {
    std::string content;
    for (const Index symbol : list) content += static_cast<char>('a' + symbol);
    return is_held_out(content, 0.1);
  }
  Example made(const std::vector<Index>& list) const override {
    Example example = pair_of(list, change_(list), words());
    if (origin_ == nullptr) return example;
    const auto count = static_cast<Index>(list.size());
    for (Index i = 0; i < count; ++i) example.looks.push_back(origin_(i, count));
    example.looks.push_back(-1);  // <eos>
    return example;
  }

  Change change_;
  Origin origin_;
};

/// Post-norm, one head and one layer.
std::unique_ptr<Task> lists(const char* name, Index updates, Change change, Origin origin) {
  Words words;
  for (const std::string& symbol : symbol_names()) words.add(symbol);
  for (const char* const token : {padding_token, start_token, end_token}) words.add(token);
  TaskSettings settings = settings_of(name, 32, 1, 1, updates);
  settings.model.layer.norm_first = false;
  settings.model.final_norm = false;
  settings.vocabulary = words.all();
  settings.source_length = 12;
  settings.target_length = 13;
  settings.model.max_length = positions_of_sentences;
  // Of equal symbols, any is the right one to look at.
  const LooksAt at = origin == nullptr ? LooksAt::same_token : LooksAt::place;
  settings.looks = {{"symbol", "decoder.0.cross_attention", at}};
  return std::make_unique<Lists>(std::move(settings), words, name, change, origin);
}

}  // namespace

std::unique_ptr<Task> ring() {
  TaskSettings settings = settings_of("ring", 32, 1, 2, 400);
  ModelOptions& model = settings.model;
  model.architecture = Architecture::decoder_only;
  model.layer.dim_feedforward = 0;
  model.layer.norm_first = false;
  model.final_norm = false;
  model.positions = Positions::rotary;
  model.tied = false;
  settings.vocabulary = symbol_names();
  settings.target_length = 32;
  settings.training.schedule.kind = ScheduleKind::constant;
  settings.training.schedule.rate = 1e-2;
  settings.looks = {{"previous token", "decoder.0.self_attention", LooksAt::previous},
                    {"induction", "decoder.1.self_attention", LooksAt::same_token}};
  return std::make_unique<Ring>(std::move(settings));
}

std::unique_ptr<Task> reverse() {
  return lists(
      "reverse", 600,
      [](std::vector<Index> list) {
        std::reverse(list.begin(), list.end());
        return list;
      },
      [](Index i, Index count) { return count - 1 - i; });
}

std::unique_ptr<Task> copy() {
  return lists(
      "copy", 200, [](std::vector<Index> list) { return list; }, [](Index i, Index) { return i; });
}

std::unique_ptr<Task> sort() {
  return lists(
      "sort", 800,
      [](std::vector<Index> list) {
        std::vector<Index> sorted;
        for (const std::size_t place :
             order_of(list.size(), [&](std::size_t a, std::size_t b) { return list[a] < list[b]; }))
          sorted.push_back(list[place]);
        return sorted;
      },
      nullptr);
}

}  // namespace ap::tasks
