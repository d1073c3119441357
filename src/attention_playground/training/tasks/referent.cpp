#include <algorithm>

#include "attention_playground/training/tasks/drawn_task.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// "the dog tasted the soup because it was salty": which noun does "it" mean? English and Chinese,
// active and passive; only the adjective tells.

namespace ap::tasks {

namespace {

constexpr Index objects = 20;
const std::vector<Term> referent_subjects = terms(
    "dog=狗 cat=猫 monkey=猴子 rabbit=兔子 bear=熊 horse=马 fox=狐狸 mouse=老鼠 tiger=老虎 "
    "goat=山羊");
const std::vector<Term> of_animates =
    terms("hungry=饿 thirsty=渴 tired=累 happy=高兴 curious=好奇 lazy=懒 brave=勇敢 nervous=紧张");

/// What can be done with objects of a kind, and how they can be.
struct Class {
  std::vector<Term> nouns, verbs, adjectives;
};
const Class classes[] = {
    {terms("soup=汤 fish=鱼 bread=面包 apple=苹果 cake=蛋糕 meat=肉 rice=米饭 cheese=奶酪"),
     terms("tasted=尝了 finished=吃完了 grabbed=抢走了"),
     terms("fresh=新鲜 delicious=美味 salty=咸 soft=软 sweet=甜 spicy=辣")},
    {terms("box=箱子 chair=椅子 lamp=台灯 basket=篮子 bell=铃铛 bucket=水桶"),
     terms("pushed=推开了 dropped=丢下了 carried=搬走了"),
     terms("heavy=重 old=旧 dirty=脏 shiny=亮 cheap=便宜 sturdy=结实")},
    {terms("park=公园 cave=山洞 garden=花园 kitchen=厨房 village=村庄 forest=森林"),
     terms("occupied=占领了 searched=搜遍了 explored=探查了"),
     terms("crowded=拥挤 deserted=冷清 dark=昏暗 quiet=安静 narrow=狭窄 famous=有名")}};

Words all_words() {
  Words words;
  for (const char* const word :
       {padding_token, "the", "was", "by", "because", "it", "被", "因为", "它", "很"})
    words.add(word);
  const auto add = [&](const Term& word) {
    words.add(word.english);
    words.add(word.chinese);
  };
  for (const Term& word : referent_subjects) add(word);
  for (const Term& word : of_animates) add(word);
  for (const Class& each : classes)
    for (const auto* const list : {&each.nouns, &each.verbs, &each.adjectives})
      for (const Term& word : *list) add(word);
  return words;
}

/// One of the 16,800 of a language.
struct ReferentSentence {
  bool english, passive;
  Term subject, verb, object, adjective;
  bool of_subject;  // whether the adjective says how the subject is, and so what "it" means

  /// Each noun with the adjective: what must not be known from training.
  bool is_held(const Term& noun) const {
    return is_held_out("referent " + noun.english + " " + adjective.english, 0.2);
  }
};

/// One of them; of an object, its class decides verbs and adjectives.
ReferentSentence sentence_of(Draws& draws) {
  ReferentSentence sentence{};
  sentence.english = draws.below(2) == 0;
  sentence.passive = draws.below(2) == 0;
  sentence.subject = draws.pick(referent_subjects);
  Index object = draws.below(objects);
  const Class* own = classes;
  while (object >= static_cast<Index>(own->nouns.size()))
    object -= static_cast<Index>((own++)->nouns.size());
  sentence.object = own->nouns[static_cast<std::size_t>(object)];
  sentence.verb = draws.pick(own->verbs);
  const auto of_subject = static_cast<Index>(of_animates.size());
  const Index adjective = draws.below(of_subject + static_cast<Index>(own->adjectives.size()));
  sentence.of_subject = adjective < of_subject;
  sentence.adjective = sentence.of_subject
                           ? of_animates[static_cast<std::size_t>(adjective)]
                           : own->adjectives[static_cast<std::size_t>(adjective - of_subject)];
  return sentence;
}

/// Held out are sentences of which neither noun is seen with the adjective; those of which one is
/// are left out.
class Referent : public DrawnTask<ReferentSentence> {
 public:
  using DrawnTask::DrawnTask;

 private:
  ReferentSentence drawn(Draws& draws) const override { return sentence_of(draws); }
  bool is_held(const ReferentSentence& sentence) const override {
    return sentence.is_held(sentence.subject) && sentence.is_held(sentence.object);
  }
  bool is_trained(const ReferentSentence& sentence) const override {
    return !sentence.is_held(sentence.subject) && !sentence.is_held(sentence.object);
  }
  Example made(const ReferentSentence& sentence) const override {
    const bool english = sentence.english;
    const auto text = [english](const Term& word) { return english ? word.english : word.chinese; };
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
    for (const std::string& word : split(english ? "because it was" : "因为 它 很"))
      words.push_back(word);
    words.push_back(text(sentence.adjective));
    Example example{this->words().ids(words), {}, {}};
    example.labels.assign(words.size(), -1);
    example.looks.assign(words.size(), -1);
    example.looks[it] = place;
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
  model.predicts = true;
  model.layers = {{.attention_width = 4, .dim_feedforward = 64, .residual = true},
                  {.attention_width = 0, .dim_feedforward = 0, .residual = false}};
  settings.looks = {{"referent", "encoder.1.self_attention"}};
  return referent_of(std::move(settings));
}

}  // namespace ap::tasks
