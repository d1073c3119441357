#include <algorithm>
#include <array>

#include "attention_playground/training/tasks/drawn_task.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// Verse of four lines, of which two pairs or one pair of lines rhyme.

namespace ap::tasks {

namespace {

/// What a language's verse is made of. Words are lists of tokens, with blanks between them.
struct Language {
  const char* stream;
  std::vector<std::string> beginnings, middles;
  std::vector<std::vector<std::string>> rhymes;            // endings, by their sound
  std::string separator;                                   // between lines
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  // of lines that rhyme

  /// Parts are separated by commas, sounds by semicolons.
  Language(const char* name, const char* first, const char* second, const char* last,
           const char* between)
      : stream(name),
        beginnings(split(first, ',')),
        middles(split(second, ',')),
        separator(between) {
    for (const std::string& sound : split(last, ';')) rhymes.push_back(split(sound, ','));
  }
};

Language english() {
  Language own(
      "verse-en",
      "i saw a,we found a,she drew a,he wrote of a,they dreamed of a,you passed by a,"
      "there once was a,look at the,who knows the,far away is a",
      "big,small,blue,bright,tall,quiet,golden,silver,broken,hidden",
      "cat,hat,bat,mat;ball,wall,hall,stall;light,night,kite,site;tree,bee,sea,key;"
      "ring,king,wing,string;boat,coat,goat,moat;lake,cake,snake,rake;moon,spoon,balloon,lagoon;"
      "train,chain,crane,lane;clock,rock,lock,sock",
      "/");
  own.pairs = {{0, 1}, {2, 3}};
  return own;
}

/// Rhymes in Mandarin and in the classical groups alike: 寒, 阳, 东 and 尤; all are level tones.
Language chinese() {
  Language own(
      "verse-zh",
      "春 风,明 月,青 山,白 云,秋 水,落 花,孤 舟,古 寺,寒 江,晚 霞,细 雨,远 客,飞 鸟,清 泉",
      "照,过,入,送,映,隐,绕,对,归,满,渡,散,临,伴",
      "沙 滩,夜 阑,春 寒,花 坛,云 端,栏 干;斜 阳,故 乡,荷 塘,东 墙,清 霜,画 梁;"
      "晴 空,林 中,梧 桐,飞 鸿,落 红,苍 穹;高 楼,东 流,深 秋,轻 舟,枝 头,沙 鸥",
      "，");
  own.pairs = {{1, 3}};
  return own;
}

struct Line {
  Index beginning, middle, group, ending;
};
using Poem = std::array<Line, 4>;

class Verse : public DrawnTask<Poem> {
 public:
  Verse(TaskSettings settings, const Words& words, Language language)
      : DrawnTask(std::move(settings), words, language.stream, 256),
        language_(std::move(language)) {}

  /// The share of rhymes that are right: two different endings of one sound.
  std::optional<double> judge(const std::vector<Index>& text) const override {
    std::vector<std::vector<Index>> lines(1);
    for (const Index id : text) {
      if (id == words()[language_.separator])
        lines.emplace_back();
      else if (id != words()[start_token] && id != words()[end_token])
        lines.back().push_back(id);
    }
    double right = 0;
    for (const auto& [first, second] : language_.pairs) {
      if (lines.size() != 4) continue;
      const auto one = place_of(lines[first]), other = place_of(lines[second]);
      right += one.first >= 0 && one.first == other.first && one.second != other.second ? 1 : 0;
    }
    return right / static_cast<double>(language_.pairs.size());
  }

 private:
  /// Its ending's group and place there; −1 if it has none.
  std::pair<Index, Index> place_of(const std::vector<Index>& line) const {
    for (std::size_t group = 0; group < language_.rhymes.size(); ++group) {
      for (std::size_t i = 0; i < language_.rhymes[group].size(); ++i) {
        const std::vector<Index> ending = words().ids(split(language_.rhymes[group][i]));
        if (line.size() > ending.size() &&
            std::equal(ending.rbegin(), ending.rend(), line.rbegin()))
          return {static_cast<Index>(group), static_cast<Index>(i)};
      }
    }
    return {-1, -1};
  }

  Poem drawn(Draws& draws) const override {
    Poem poem{};
    for (std::size_t i = 0; i < poem.size(); ++i) {
      Line& line = poem[i];
      // No beginning or middle comes twice.
      const auto is_used = [&](Index Line::*part) {
        return std::any_of(poem.begin(), poem.begin() + static_cast<std::ptrdiff_t>(i),
                           [&](const Line& other) { return other.*part == line.*part; });
      };
      do line.beginning = draws.below(static_cast<Index>(language_.beginnings.size()));
      while (is_used(&Line::beginning));
      do line.middle = draws.below(static_cast<Index>(language_.middles.size()));
      while (is_used(&Line::middle));
      line.group = draws.below(static_cast<Index>(language_.rhymes.size()));
    }
    for (const auto& [first, second] : language_.pairs) poem[second].group = poem[first].group;
    for (std::size_t i = 0; i < poem.size(); ++i) {
      Line& line = poem[i];
      const auto is_used = [&] {
        return std::any_of(poem.begin(), poem.begin() + static_cast<std::ptrdiff_t>(i),
                           [&](const Line& other) {
                             return other.group == line.group && other.ending == line.ending;
                           });
      };
      const auto& endings = language_.rhymes[static_cast<std::size_t>(line.group)];
      do line.ending = draws.below(static_cast<Index>(endings.size()));
      while (is_used());
    }
    return poem;
  }

  bool is_held(const Poem& poem) const override {
    std::string content = language_.stream;
    for (const Line& line : poem)
      for (const Index part : {line.beginning, line.middle, line.group, line.ending})
        // Appended one by one: of their sum GCC 12 warns that it may overlap.
        (content += ' ') += std::to_string(part);
    return is_held_out(content, 0.1);
  }

  Example made(const Poem& poem) const override {
    Example example{{}, {words()[start_token]}, {}};
    std::array<Index, 4> first{}, last{};  // the places of each ending's tokens
    const auto add = [&](const std::string& text) {
      for (const Index id : words().ids(split(text))) example.target.push_back(id);
    };
    for (std::size_t i = 0; i < poem.size(); ++i) {
      const Line& line = poem[i];
      if (i > 0) add(language_.separator);
      add(language_.beginnings[static_cast<std::size_t>(line.beginning)]);
      add(language_.middles[static_cast<std::size_t>(line.middle)]);
      first[i] = static_cast<Index>(example.target.size());
      add(language_
              .rhymes[static_cast<std::size_t>(line.group)][static_cast<std::size_t>(line.ending)]);
      last[i] = static_cast<Index>(example.target.size()) - 1;
    }
    example.labels.assign(example.target.begin() + 1, example.target.end());
    example.labels.push_back(words()[end_token]);
    example.looks.assign(example.target.size(), -1);
    // What an ending begins with is the label of the position before it.
    for (const auto& [one, other] : language_.pairs)
      example.looks[static_cast<std::size_t>(first[other]) - 1] = last[one];
    return example;
  }

  Language language_;
};

std::unique_ptr<Task> verse_of(Language language, Index length) {
  Words words;
  for (const char* const token : {padding_token, start_token, end_token}) words.add(token);
  words.add(language.separator);
  const auto add = [&](const std::vector<std::string>& texts) {
    for (const std::string& text : texts)
      for (const std::string& token : split(text)) words.add(token);
  };
  add(language.beginnings);
  add(language.middles);
  for (const auto& group : language.rhymes) add(group);
  TaskSettings settings = settings_of(language.stream, 48, 4, 2, 1200);
  ModelOptions& model = settings.model;
  model.architecture = Architecture::decoder_only;
  model.positions = Positions::rotary;
  model.tied = false;
  settings.vocabulary = words.all();
  settings.target_length = length;
  const auto tokens = static_cast<Index>(split(language.rhymes[0][0]).size());
  settings.looks = {{"rhyme", "decoder.1.self_attention", LooksAt::place, tokens}};
  return std::make_unique<Verse>(std::move(settings), words, std::move(language));
}

}  // namespace

// <sos>, four lines of at most four, one and one word, and what separates them.
std::unique_ptr<Task> verse_english() { return verse_of(english(), 28); }
// <sos>, and four lines of five characters.
std::unique_ptr<Task> verse_chinese() { return verse_of(chinese(), 24); }

}  // namespace ap::tasks
