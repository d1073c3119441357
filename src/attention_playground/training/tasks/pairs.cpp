#include <algorithm>

#include "attention_playground/training/tasks/draws.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// Tasks with a fixed list of pairs.

namespace ap::tasks {

namespace {

struct Pair {
  std::string english, chinese;
  bool held_out = false;
};

/// English by words, Chinese by characters; each batch has all pairs of training, in their order.
class Pairs : public Task {
 public:
  Pairs(TaskSettings settings, const std::vector<Pair>& pairs, const Words& words)
      : Task(std::move(settings)) {
    for (const Pair& pair : pairs) {
      const Example example =
          pair_of(words.ids(split(pair.english)), words.ids(characters(pair.chinese)), words);
      (pair.held_out ? held_out_ : trained_).push_back(example);
    }
  }

  Example example(std::uint32_t, Index number) const override {
    return trained_[static_cast<std::size_t>(number) % trained_.size()];
  }
  std::vector<Example> held_out() const override {
    return held_out_.empty() ? trained_ : held_out_;
  }

 private:
  std::vector<Example> trained_, held_out_;
};

std::unique_ptr<Task> task_of(TaskSettings settings, const std::vector<Pair>& pairs) {
  Words words;
  for (const char* const token : {padding_token, start_token, end_token}) words.add(token);
  Index trained = 0;
  for (const Pair& pair : pairs) {
    const std::vector<std::string> english = split(pair.english);
    const std::vector<std::string> chinese = characters(pair.chinese);
    for (const std::string& word : english) words.add(word);
    for (const std::string& word : chinese) words.add(word);
    settings.source_length = std::max(settings.source_length, static_cast<Index>(english.size()));
    settings.target_length =
        std::max(settings.target_length, static_cast<Index>(chinese.size()) + 1);
    trained += pair.held_out ? 0 : 1;
  }
  settings.batch = trained;
  settings.vocabulary = words.all();
  settings.model.max_length = std::max(settings.source_length, settings.target_length);
  return std::make_unique<Pairs>(std::move(settings), pairs, words);
}

}  // namespace

std::unique_ptr<Task> four_pairs() {
  TaskSettings settings = settings_of("four-pairs", 16, 2, 1, 60);
  settings.training.schedule.warmup = 10;
  return task_of(std::move(settings), {{"I am a student", "我是一个学生"},
                                       {"I am a teacher", "我是一个老师"},
                                       {"Good morning", "早上好"},
                                       {"Thank you very much", "非常感谢你"}});
}

std::unique_ptr<Task> phrases() {
  const std::vector<std::pair<std::string, std::string>> subjects = {
      {"I am", "我是"}, {"you are", "你是"}, {"he is", "他是"}, {"she is", "她是"}};
  const std::vector<std::pair<std::string, std::string>> professions = {
      {"student", "学生"}, {"teacher", "老师"}, {"doctor", "医生"}, {"worker", "工人"},
      {"friend", "朋友"},  {"child", "孩子"},   {"singer", "歌手"}, {"cook", "厨师"}};
  // Each of these subjects and professions occurs in other combinations.
  const std::vector<std::pair<std::size_t, std::size_t>> held_out = {{0, 2}, {1, 4}, {2, 0},
                                                                     {3, 6}, {1, 7}, {2, 5}};
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    for (std::size_t j = 0; j < professions.size(); ++j) {
      const bool held =
          std::find(held_out.begin(), held_out.end(), std::pair(i, j)) != held_out.end();
      pairs.push_back({subjects[i].first + " a " + professions[j].first,
                       subjects[i].second + "一个" + professions[j].second, held});
    }
  }
  for (const auto& [english, chinese] :
       std::vector<std::pair<std::string, std::string>>{{"good morning", "早上好"},
                                                        {"good night", "晚安"},
                                                        {"thank you very much", "非常感谢你"},
                                                        {"you are welcome", "不客气"},
                                                        {"see you tomorrow", "明天见"}})
    pairs.push_back({english, chinese});
  TaskSettings settings = settings_of("phrases", 32, 2, 1, 100);
  settings.training.schedule.warmup = 20;
  return task_of(std::move(settings), pairs);
}

}  // namespace ap::tasks
