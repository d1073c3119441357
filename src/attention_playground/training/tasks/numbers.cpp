#include <array>

#include "attention_playground/training/tasks/drawn_task.hpp"
#include "attention_playground/training/tasks/tasks.hpp"

// Numbers in words, English to Chinese.

namespace ap::tasks {

namespace {

const std::vector<std::string> small = split(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen");
const std::vector<std::string> tens =
    split("twenty thirty forty fifty sixty seventy eighty ninety");
const std::vector<std::string> digits = characters("零一二三四五六七八九");
/// Of the powers of ten, from 10 on.
const std::vector<std::string> units = characters("十百千万");

std::string named(const std::vector<std::string>& names, Index place) {
  return names[static_cast<std::size_t>(place)];
}

std::string below_hundred(Index number) {
  if (number < 20) return named(small, number);
  const std::string ten = named(tens, number / 10 - 2);
  return number % 10 == 0 ? ten : ten + " " + named(small, number % 10);
}

/// British: "one hundred and five".
std::string below_thousand(Index number) {
  if (number < 100) return below_hundred(number);
  const std::string hundreds = named(small, number / 100) + " hundred";
  return number % 100 == 0 ? hundreds : hundreds + " and " + below_hundred(number % 100);
}

std::string english(Index number) {
  if (number < 1000) return below_thousand(number);
  const std::string thousands = below_thousand(number / 1000) + " thousand";
  const Index rest = number % 1000;
  if (rest == 0) return thousands;
  return thousands + (rest < 100 ? " and " : " ") + below_thousand(rest);
}

/// A character, and the power of ten of the digit that it is; −1 if it is none.
struct Sign {
  std::string text;
  Index place = -1;
};

/// 二 never becomes 两; one 零 for any number of zeros between digits; 十 alone from 10 to 19.
std::vector<Sign> chinese(Index number) {
  if (number == 0) return {{digits[0]}};
  std::vector<Sign> signs;
  bool zero = false;
  for (Index place = 4, unit = 10'000; place >= 0; --place, unit /= 10) {
    const Index digit = number / unit % 10;
    if (digit == 0) {
      zero = !signs.empty();
      continue;
    }
    if (zero) signs.push_back({digits[0]});
    zero = false;
    const bool teen = place == 1 && digit == 1 && number < 20;
    if (!teen) signs.push_back({named(digits, digit), place});
    if (place > 0) signs.push_back({named(units, place - 1)});
  }
  return signs;
}

/// The English word that each digit follows from, by its power of ten; −1 where there is none.
std::array<Index, 5> words_of_digits(const std::vector<std::string>& words) {
  std::array<Index, 5> found;
  found.fill(-1);
  const auto is = [&](const std::vector<std::string>& names, const std::string& word) {
    return std::find(names.begin(), names.end(), word) - names.begin();
  };
  std::size_t base = 0;  // of the words after "thousand"
  for (std::size_t i = words.size(); i-- > 0;) {
    const std::string& word = words[i];
    const auto place = static_cast<Index>(i);
    if (word == "thousand") {
      base = 3;
    } else if (word == "hundred") {
      found[base + 2] = place - 1;
      --i;
    } else if (is(tens, word) < static_cast<std::ptrdiff_t>(tens.size())) {
      found[base + 1] = place;
    } else if (const auto value = is(small, word); value < 20) {
      if (value != 10) found[base] = place;
      if (value >= 10) found[base + 1] = place;
    }
  }
  return found;
}

class Numbers : public DrawnTask<Index> {
 public:
  using DrawnTask::DrawnTask;

 private:
  /// One to five digits, as likely as each other.
  Index drawn(Draws& draws) const override {
    Index least = 1;
    for (Index more = draws.below(5); more > 0; --more) least *= 10;
    return least == 1 ? draws.below(10)
                      : least + draws.below(9) * least + below_power(draws, least);
  }
  /// From 0 to below a power of ten.
  static Index below_power(Draws& draws, Index power) {
    Index number = 0;
    for (Index place = 1; place < power; place *= 10) number += draws.below(10) * place;
    return number;
  }
  /// Short numbers are the words themselves: no other number says how they are translated.
  bool is_held(const Index& number) const override {
    return number >= 100 && is_held_out(std::to_string(number), 0.1);
  }
  Example made(const Index& number) const override {
    const std::vector<std::string> source = split(english(number));
    const std::array<Index, 5> looks = words_of_digits(source);
    std::vector<Index> target, places;
    for (const Sign& sign : chinese(number)) {
      target.push_back(words()[sign.text]);
      places.push_back(sign.place < 0 ? -1 : looks[static_cast<std::size_t>(sign.place)]);
    }
    places.push_back(-1);  // <eos>
    Example example = pair_of(words().ids(source), target, words());
    example.looks = places;
    return example;
  }
};

}  // namespace

std::unique_ptr<Task> numbers() {
  Words words;
  for (const char* const token : {padding_token, start_token, end_token}) words.add(token);
  for (const auto* const list : {&small, &tens, &digits})
    for (const std::string& word : *list) words.add(word);
  for (const char* const word : {"hundred", "thousand", "and", "十", "百", "千", "万"})
    words.add(word);
  TaskSettings settings = settings_of("numbers", 32, 2, 1, 800);
  settings.model.raw_values = true;
  settings.vocabulary = words.all();
  // "ninety nine thousand nine hundred and ninety nine", and <sos> 九万九千九百九十九.
  settings.source_length = 8;
  settings.target_length = 10;
  settings.model.max_length = positions_of_sentences;
  settings.looks = {{"digit", "decoder.0.cross_attention"}};
  return std::make_unique<Numbers>(std::move(settings), words, "numbers", 512);
}

}  // namespace ap::tasks
