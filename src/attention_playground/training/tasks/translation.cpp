#include "attention_playground/training/tasks/drawn_task.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// Sentences, English to Chinese: the order of words differs, and some have no word on the other
// side.

namespace ap::tasks {

namespace {

const std::vector<Term> subjects =
    terms("i=我 you=你 he=他 she=她 we=我们 they=他们 tom=汤姆 the_teacher=老师 the_child=孩子");
const std::vector<Term> verbs = terms("bought=买 sold=卖 found=找到 saw=看到 drew=画 stole=偷");
const std::vector<Term> counts = terms("two=两 three=三 four=四 five=五 six=六 seven=七");
const std::vector<Term> adjectives =
    terms("red=红 green=绿 white=白 black=黑 big=大 small=小 beautiful=漂亮 strange=奇怪");
/// In the plural; in Chinese after a word of measure.
const std::vector<Term> nouns = terms(
    "books=本_书 pens=支_笔 cups=个_杯子 apples=个_苹果 dogs=只_狗 cats=只_猫 birds=只_鸟 "
    "horses=匹_马 cars=辆_汽车 chairs=把_椅子 tables=张_桌子 shirts=件_衬衫 flowers=朵_花 "
    "fish=条_鱼");
const std::vector<Term> places =
    terms("school=学校 station=车站 market=市场 park=公园 hotel=酒店 hospital=医院");
const std::vector<Term> times = terms(
    "yesterday=昨天 today=今天 last_week=上周 last_month=上个月 last_year=去年 this_morning=今早");

/// One of 1,185,408; an adjective, a place and a time may be missing (null).
struct Sentence {
  const Term *subject, *verb, *count, *adjective, *noun, *place, *time;
};

/// As many nulls as any one of them.
const Term* pick_or_none(Draws& draws, const std::vector<Term>& list) {
  const Index place = draws.below(static_cast<Index>(list.size()) + 1);
  return place == 0 ? nullptr : &list[static_cast<std::size_t>(place - 1)];
}

/// English words, and Chinese ones with the English word that each follows from.
struct Texts {
  std::vector<std::string> english, chinese;
  std::vector<Index> looks;

  /// The place of its last word.
  Index say(const std::string& words) {
    for (const std::string& word : split(words)) english.push_back(word);
    return static_cast<Index>(english.size()) - 1;
  }
  void write(const std::string& word, Index from = -1) {
    chinese.push_back(word);
    looks.push_back(from);
  }
};

Texts texts_of(const Sentence& sentence) {
  Texts texts;
  const Index subject = texts.say(sentence.subject->english);
  const Index verb = texts.say(sentence.verb->english);
  const Index count = texts.say(sentence.count->english);
  const Index adjective =
      sentence.adjective == nullptr ? -1 : texts.say(sentence.adjective->english);
  const Index noun = texts.say(sentence.noun->english);
  if (sentence.place != nullptr) texts.say("at the");
  const Index place = sentence.place == nullptr ? -1 : texts.say(sentence.place->english);
  const Index time = sentence.time == nullptr ? -1 : texts.say(sentence.time->english);
  if (sentence.time != nullptr) texts.write(sentence.time->chinese, time);
  texts.write(sentence.subject->chinese, subject);
  if (sentence.place != nullptr) {
    texts.write("在");
    texts.write(sentence.place->chinese, place);
  }
  texts.write(sentence.verb->chinese, verb);
  texts.write("了");
  texts.write(sentence.count->chinese, count);
  const std::vector<std::string> things = split(sentence.noun->chinese);
  texts.write(things[0], noun);
  if (sentence.adjective != nullptr) {
    texts.write(sentence.adjective->chinese, adjective);
    texts.write("的");
  }
  texts.write(things[1], noun);
  texts.looks.push_back(-1);  // <eos>
  return texts;
}

class Translation : public DrawnTask<Sentence> {
 public:
  Translation(TaskSettings settings, const Words& words, Words source_words)
      : DrawnTask(std::move(settings), words, "translation", 512),
        source_words_(std::move(source_words)) {}

 private:
  Sentence drawn(Draws& draws) const override {
    Sentence sentence{};
    sentence.subject = &draws.pick(subjects);
    sentence.verb = &draws.pick(verbs);
    sentence.count = &draws.pick(counts);
    sentence.adjective = pick_or_none(draws, adjectives);
    sentence.noun = &draws.pick(nouns);
    sentence.place = pick_or_none(draws, places);
    sentence.time = pick_or_none(draws, times);
    return sentence;
  }
  bool is_held(const Sentence& sentence) const override {
    return sentence.adjective != nullptr &&
           is_held_out(sentence.adjective->english + " " + sentence.noun->english, 0.15);
  }
  Example made(const Sentence& sentence) const override {
    const Texts texts = texts_of(sentence);
    Example example =
        pair_of(source_words_.ids(texts.english), words().ids(texts.chinese), words());
    example.looks = texts.looks;
    return example;
  }

  Words source_words_;
};

std::unique_ptr<Task> translation_of(TaskSettings settings) {
  Words words, source_words;
  for (const char* const token : {padding_token, start_token, end_token, "在", "了", "的"})
    words.add(token);
  for (const char* const token : {padding_token, "at", "the"}) source_words.add(token);
  for (const auto* const list : {&subjects, &verbs, &counts, &adjectives, &places, &times, &nouns})
    for (const Term& term : *list) {
      for (const std::string& each : split(term.english)) source_words.add(each);
      for (const std::string& each : split(term.chinese)) words.add(each);
    }
  settings.vocabulary = words.all();
  settings.source_vocabulary = source_words.all();
  // "the teacher bought two red cups at the market last week", and <sos> 上周 老师 在 市场 买 了 两
  // 个 红 的 杯子.
  settings.source_length = 11;
  settings.target_length = 12;
  settings.model.max_length = positions_of_sentences;
  const Index last = settings.model.num_decoder_layers - 1;
  settings.looks = {{"word", "decoder." + std::to_string(last) + ".cross_attention"}};
  return std::make_unique<Translation>(std::move(settings), words, std::move(source_words));
}

}  // namespace

std::unique_ptr<Task> translation() {
  TaskSettings settings = settings_of("translation", 32, 2, 1, 250);
  settings.model.raw_values = true;
  return translation_of(std::move(settings));
}

std::unique_ptr<Task> translation_textbook() {
  TaskSettings settings = settings_of("translation-textbook", 32, 2, 2, 400);
  settings.model.layer.norm_first = false;
  settings.model.final_norm = false;
  return translation_of(std::move(settings));
}

}  // namespace ap::tasks
