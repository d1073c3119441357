#include <algorithm>

#include "attention_playground/training/tasks/drawn_task.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// "the dog tasted the soup because it was salty": which noun does "it" mean? English and Chinese,
// active and passive; only the adjective tells.

namespace ap::tasks {

namespace {

struct Word {
  const char *english, *chinese;
};

constexpr Index animates = 10, objects = 20;
constexpr Index adjectives_of_animates = 8, adjectives_of_a_class = 6;

constexpr Word subjects[animates] = {
    {"dog", "狗"},   {"cat", "猫"},   {"monkey", "猴子"}, {"rabbit", "兔子"}, {"bear", "熊"},
    {"horse", "马"}, {"fox", "狐狸"}, {"mouse", "老鼠"},  {"tiger", "老虎"},  {"goat", "山羊"}};
constexpr Word of_animates[adjectives_of_animates] = {
    {"hungry", "饿"},    {"thirsty", "渴"}, {"tired", "累"},   {"happy", "高兴"},
    {"curious", "好奇"}, {"lazy", "懒"},    {"brave", "勇敢"}, {"nervous", "紧张"}};

/// What can be done with objects of a kind, and how they can be.
struct Class {
  std::vector<Word> nouns, verbs, adjectives;
};

const std::vector<Class>& all_classes() {
  static const std::vector<Class> all = {
      {{{"soup", "汤"},
        {"fish", "鱼"},
        {"bread", "面包"},
        {"apple", "苹果"},
        {"cake", "蛋糕"},
        {"meat", "肉"},
        {"rice", "米饭"},
        {"cheese", "奶酪"}},
       {{"tasted", "尝了"}, {"finished", "吃完了"}, {"grabbed", "抢走了"}},
       {{"fresh", "新鲜"},
        {"delicious", "美味"},
        {"salty", "咸"},
        {"soft", "软"},
        {"sweet", "甜"},
        {"spicy", "辣"}}},
      {{{"box", "箱子"},
        {"chair", "椅子"},
        {"lamp", "台灯"},
        {"basket", "篮子"},
        {"bell", "铃铛"},
        {"bucket", "水桶"}},
       {{"pushed", "推开了"}, {"dropped", "丢下了"}, {"carried", "搬走了"}},
       {{"heavy", "重"},
        {"old", "旧"},
        {"dirty", "脏"},
        {"shiny", "亮"},
        {"cheap", "便宜"},
        {"sturdy", "结实"}}},
      {{{"park", "公园"},
        {"cave", "山洞"},
        {"garden", "花园"},
        {"kitchen", "厨房"},
        {"village", "村庄"},
        {"forest", "森林"}},
       {{"occupied", "占领了"}, {"searched", "搜遍了"}, {"explored", "探查了"}},
       {{"crowded", "拥挤"},
        {"deserted", "冷清"},
        {"dark", "昏暗"},
        {"quiet", "安静"},
        {"narrow", "狭窄"},
        {"famous", "有名"}}}};
  return all;
}

Words all_words() {
  Words words;
  for (const char* const word :
       {padding_token, "the", "was", "by", "because", "it", "被", "因为", "它", "很"})
    words.add(word);
  const auto add = [&](const Word& word) {
    words.add(word.english);
    words.add(word.chinese);
  };
  for (const Word& word : subjects) add(word);
  for (const Word& word : of_animates) add(word);
  for (const Class& each : all_classes())
    for (const auto* const list : {&each.nouns, &each.verbs, &each.adjectives})
      for (const Word& word : *list) add(word);
  return words;
}

/// One of the 16,800 of a language.
struct Sentence {
  bool english, passive;
  Word subject, verb, object, adjective;
  bool of_subject;  // whether the adjective says how the subject is, and so what "it" means

  /// Each noun with the adjective: what must not be known from training.
  bool is_held(const Word& noun) const {
    return is_held_out(std::string("referent ") + noun.english + " " + adjective.english, 0.2);
  }
};

/// One of them; of an object, its class decides verbs and adjectives.
Sentence sentence_of(Draws& draws) {
  Sentence sentence{};
  sentence.english = draws.below(2) == 0;
  sentence.passive = draws.below(2) == 0;
  sentence.subject = subjects[draws.below(animates)];
  Index object = draws.below(objects);
  std::size_t of = 0;
  while (object >= static_cast<Index>(all_classes()[of].nouns.size()))
    object -= static_cast<Index>(all_classes()[of++].nouns.size());
  const Class& own = all_classes()[of];
  sentence.object = own.nouns[static_cast<std::size_t>(object)];
  sentence.verb = draws.pick(own.verbs);
  const Index adjective = draws.below(adjectives_of_animates + adjectives_of_a_class);
  sentence.of_subject = adjective < adjectives_of_animates;
  sentence.adjective =
      sentence.of_subject
          ? of_animates[adjective]
          : own.adjectives[static_cast<std::size_t>(adjective - adjectives_of_animates)];
  return sentence;
}

/// Held out are sentences of which neither noun is seen with the adjective; those of which one is
/// are left out.
class Referent : public DrawnTask<Sentence> {
 public:
  using DrawnTask::DrawnTask;

 private:
  Sentence drawn(Draws& draws) const override { return sentence_of(draws); }
  bool is_held(const Sentence& sentence) const override {
    return sentence.is_held(sentence.subject) && sentence.is_held(sentence.object);
  }
  bool is_trained(const Sentence& sentence) const override {
    return !sentence.is_held(sentence.subject) && !sentence.is_held(sentence.object);
  }
  Example made(const Sentence& sentence) const override {
    const bool english = sentence.english;
    const auto text = [english](const Word& word) { return english ? word.english : word.chinese; };
    const std::string subject = text(sentence.subject);
    const std::string object = text(sentence.object);
    const std::string verb = text(sentence.verb);
    std::vector<std::string> words;
    if (english && sentence.passive)
      words = {"the", object, "was", verb, "by", "the", subject};
    else if (english)
      words = {"the", subject, verb, "the", object};
    else if (sentence.passive)
      words = {object, "被", subject, verb};
    else
      words = {subject, verb, object};
    const std::string meant = sentence.of_subject ? subject : object;
    const auto place = std::find(words.begin(), words.end(), meant) - words.begin();
    const std::size_t it = words.size() + 1;
    for (const char* const word : {english ? "because" : "因为", english ? "it" : "它",
                                   english ? "was" : "很", text(sentence.adjective)})
      words.push_back(word);
    Example example{this->words().ids(words), {}, {}};
    example.labels.assign(words.size(), -1);
    example.labels[it] = settings().model.pointer ? place : this->words()[meant];
    return example;
  }
};

std::unique_ptr<Task> referent_of(TaskSettings settings) {
  const Words words = all_words();
  settings.vocabulary = words.all();
  settings.model.architecture = Architecture::encoder_only;
  settings.model.max_length = 16;
  settings.source_length = 11;
  settings.batch = 64;
  return std::make_unique<Referent>(std::move(settings), words, "referent", 512);
}

}  // namespace

std::unique_ptr<Task> referent() {
  TaskSettings settings = settings_of("referent", 32, 2, 2, 200);
  settings.model.pointer = true;
  settings.model.tied = false;
  return referent_of(std::move(settings));
}

std::unique_ptr<Task> referent_emergent() {
  TaskSettings settings = settings_of("referent-emergent", 32, 1, 2, 600);
  ModelOptions& model = settings.model;
  model.positions = Positions::rotary;
  model.layers = {{.attention_width = 4, .dim_feedforward = 64, .residual = true},
                  {.attention_width = 0, .dim_feedforward = 0, .residual = false}};
  return referent_of(std::move(settings));
}

}  // namespace ap::tasks
