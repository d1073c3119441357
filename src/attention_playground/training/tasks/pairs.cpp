#include <algorithm>

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/training/tasks/draws.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// Tasks with a fixed list of pairs.

namespace ap::tasks {

namespace {

struct Pair {
  std::vector<std::string> source, target;
  bool held_out = false;
  std::vector<Index> looks = {};
};

/// Each batch has all pairs of training, in their order, or as many as it takes of those that the
/// seed draws.
class Pairs : public Task {
 public:
  Pairs(TaskSettings settings, const std::vector<Pair>& pairs, const Words& words,
        const Words& source_words)
      : Task(std::move(settings)) {
    for (const Pair& pair : pairs) {
      Example example = pair_of(source_words.ids(pair.source), words.ids(pair.target), words);
      example.looks = pair.looks;
      (pair.held_out ? held_out_ : trained_).push_back(example);
    }
  }

  Example example(std::uint32_t seed, Index number) const override {
    const auto count = static_cast<Index>(trained_.size());
    const bool all = settings().batch == count;
    const Index place = all ? number % count : Draws(seed, settings().name, number).below(count);
    return trained_[static_cast<std::size_t>(place)];
  }
  std::vector<Example> held_out() const override {
    return held_out_.empty() ? trained_ : held_out_;
  }

 private:
  std::vector<Example> trained_, held_out_;
};

constexpr Index most_of_a_batch = 32;

Words special_words() {
  Words words;
  for (const char* const token : {padding_token, start_token, end_token}) words.add(token);
  return words;
}

/// Both sentences share their tokens, unless `apart`.
std::unique_ptr<Task> task_of(TaskSettings settings, const std::vector<Pair>& pairs,
                              bool apart = false) {
  Words words = special_words(), own;
  if (apart) own.add(padding_token);
  Words& source_words = apart ? own : words;
  Index trained = 0;
  for (const Pair& pair : pairs) {
    for (const std::string& word : pair.source) source_words.add(word);
    for (const std::string& word : pair.target) words.add(word);
    settings.source_length =
        std::max(settings.source_length, static_cast<Index>(pair.source.size()));
    settings.target_length =
        std::max(settings.target_length, static_cast<Index>(pair.target.size()) + 1);
    trained += pair.held_out ? 0 : 1;
  }
  settings.batch = trained <= most_of_a_batch ? trained : most_of_a_batch;
  settings.vocabulary = words.all();
  if (apart) settings.source_vocabulary = own.all();
  settings.model.max_length =
      std::max({settings.source_length, settings.target_length, positions_of_sentences});
  return std::make_unique<Pairs>(std::move(settings), pairs, words, source_words);
}

/// English by words, Chinese by characters.
Pair translated(const std::string& english, const std::string& chinese) {
  return {split(english), characters(chinese)};
}

}  // namespace

std::unique_ptr<Task> four_pairs() {
  TaskSettings settings = settings_of("four-pairs", 16, 2, 1, 60);
  settings.training.schedule.warmup = 10;
  settings.training.schedule.rate = 1e-2;
  return task_of(
      std::move(settings),
      {translated("I am a student", "我是一个学生"), translated("I am a teacher", "我是一个老师"),
       translated("Good morning", "早上好"), translated("Thank you very much", "非常感谢你")});
}

std::unique_ptr<Task> phrases() {
  const std::vector<Term> subjects = terms("I_am=我是 you_are=你是 he_is=他是 she_is=她是");
  const std::vector<Term> professions = terms(
      "student=学生 teacher=老师 doctor=医生 worker=工人 friend=朋友 child=孩子 singer=歌手 "
      "cook=厨师");
  // Each of these subjects and professions occurs in other combinations.
  const std::vector<std::pair<std::size_t, std::size_t>> held_out = {{0, 2}, {1, 4}, {2, 0},
                                                                     {3, 6}, {1, 7}, {2, 5}};
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    for (std::size_t j = 0; j < professions.size(); ++j) {
      const bool held =
          std::find(held_out.begin(), held_out.end(), std::pair(i, j)) != held_out.end();
      Pair pair = translated(subjects[i].english + " a " + professions[j].english,
                             subjects[i].chinese + "一个" + professions[j].chinese);
      pair.held_out = held;
      // The first character of the profession follows from its word, the last one of the source.
      pair.looks.assign(pair.target.size() + 1, -1);
      pair.looks[4] = static_cast<Index>(pair.source.size()) - 1;
      pairs.push_back(pair);
    }
  }
  for (const Term& phrase :
       terms("good_morning=早上好 good_night=晚安 thank_you_very_much=非常感谢你 "
             "you_are_welcome=不客气 see_you_tomorrow=明天见"))
    pairs.push_back(translated(phrase.english, phrase.chinese));
  TaskSettings settings = settings_of("phrases", 32, 2, 1, 150);
  settings.training.schedule.warmup = 20;
  settings.looks = {{"profession", "decoder.0.cross_attention"}};
  return task_of(std::move(settings), pairs);
}

}  // namespace ap::tasks

namespace ap {

std::unique_ptr<Task> make_task(const OwnPairs& own) {
  constexpr std::size_t most_pairs = 2000, most_tokens = 64;
  require(own.sources.size() == own.targets.size() && !own.sources.empty() &&
              own.sources.size() <= most_pairs,
          ErrorCode::size, "pairs", {own.sources.size(), " pairs"}, {"1 to ", most_pairs});
  std::vector<tasks::Pair> pairs;
  const auto tokens = [&](const std::string& text, bool by_character) {
    std::vector<std::string> found = tasks::split(text);
    if (by_character) {
      std::string joined;
      for (const std::string& word : found) joined += word;
      found = tasks::characters(joined);
    }
    require(!found.empty() && found.size() <= most_tokens, ErrorCode::size, "pairs",
            {found.size(), " tokens in sentence ", pairs.size()}, {"1 to ", most_tokens});
    return found;
  };
  for (std::size_t i = 0; i < own.sources.size(); ++i)
    pairs.push_back({tokens(own.sources[i], own.source_characters),
                     tokens(own.targets[i], own.target_characters)});
  TaskSettings settings = tasks::settings_of("own pairs", 32, 2, 1, 300);
  return tasks::task_of(std::move(settings), pairs, true);
}

}  // namespace ap
