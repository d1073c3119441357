#include "attention_playground/training/tasks/task.hpp"

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

namespace ap {

namespace {

struct Entry {
  const char* name;
  std::unique_ptr<Task> (*make)();
};

constexpr Entry entries[] = {
    {"four-pairs", tasks::four_pairs},
    {"phrases", tasks::phrases},
    {"referent", tasks::referent},
    {"referent-emergent", tasks::referent_emergent},
    {"numbers", tasks::numbers},
    {"ring", tasks::ring},
    {"reverse", tasks::reverse},
    {"copy", tasks::copy},
    {"sort", tasks::sort},
    {"translation", tasks::translation},
    {"translation-textbook", tasks::translation_textbook},
    {"verse-en", tasks::verse_english},
    {"verse-zh", tasks::verse_chinese},
};

std::string text_of(const std::vector<Index>& ids, const std::vector<std::string>& vocabulary) {
  std::string text;
  for (const Index id : ids) {
    if (!text.empty()) text += ' ';
    text += vocabulary[static_cast<std::size_t>(id)];
  }
  return text;
}

}  // namespace

std::shared_ptr<Model> Task::model(std::uint32_t seed) const {
  ModelOptions options = settings_.model;
  options.layer.seed = seed;
  return std::make_shared<Model>(options, settings_.vocabulary, Leaves(),
                                 settings_.source_vocabulary);
}

std::string Task::source_text(const Example& example) const {
  const bool own = !settings_.source_vocabulary.empty();
  return text_of(example.source, own ? settings_.source_vocabulary : settings_.vocabulary);
}

std::string Task::target_text(const Example& example) const {
  return text_of(example.target, settings_.vocabulary);
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

std::unique_ptr<Task> make_task(const std::string& name) {
  std::string known;
  for (const Entry& entry : entries) {
    if (name == entry.name) return entry.make();
    known += (known.empty() ? "" : ", ") + std::string(entry.name);
  }
  fail(ErrorCode::range, "task", {name}, {known});
}

}  // namespace ap
