#pragma once

#include <string>
#include <vector>

#include "attention_playground/tensor/random.hpp"
#include "attention_playground/training/tasks/task.hpp"

namespace ap::tasks {

/// The random numbers of one example: by seed, task and number.
class Draws {
 public:
  Draws(std::uint32_t seed, const std::string& task, Index number)
      : seed_(seed), stream_(stream_of("example." + task + "." + std::to_string(number))) {}

  /// A whole number from 0 to below `count`, which is less than 2¹⁶: as likely as all others, to
  /// 2⁻¹⁶.
  Index below(Index count);
  bool chance(double probability) {
    return static_cast<double>(uniform(seed_, stream_, next_++)) < probability;
  }
  template <typename T>
  const T& pick(const std::vector<T>& list) {
    return list[static_cast<std::size_t>(below(static_cast<Index>(list.size())))];
  }

 private:
  std::uint32_t seed_;
  std::uint64_t stream_, next_ = 0;
};

/// Whether a text belongs to the held-out share of all, by its hash.
bool is_held_out(const std::string& content, double share);

/// The words of a task, and their ids.
class Words {
 public:
  /// The id of a word, which is added if it is new.
  Index add(const std::string& word);
  /// The id of a word that is there.
  Index operator[](const std::string& word) const;
  std::vector<Index> ids(const std::vector<std::string>& words) const;
  const std::vector<std::string>& all() const { return words_; }

 private:
  std::vector<std::string> words_;
};

/// What ends a sentence, begins one, and fills up a short one.
inline constexpr const char* end_token = "<eos>";
inline constexpr const char* start_token = "<sos>";
inline constexpr const char* padding_token = "[PAD]";

/// The characters of a text.
std::vector<std::string> characters(const std::string& text);
/// The words of a text, which blanks separate; or its parts between other characters.
std::vector<std::string> split(const std::string& text, char separator = ' ');

/// The same in two languages; blanks in it are written as _.
struct Term {
  std::string english, chinese;
};
/// "dog=狗 cat=猫". Lists of words are texts: initialising lists of lists is code, and much of it.
std::vector<Term> terms(const char* text);

/// Teacher forcing: the decoder is given <sos> and the target, and expects the target and <eos>.
Example pair_of(const std::vector<Index>& source, const std::vector<Index>& target,
                const Words& words);

/// Learned positions of sentences that may be generated, 20 tokens by default; the tasks' own are
/// shorter.
inline constexpr Index positions_of_sentences = 24;

/// Settings that all tasks share: see tasks.hpp. Feed-forward networks are twice as wide as the
/// model, GELU, pre-norm with a final norm, learned positions, tied tables.
TaskSettings settings_of(const std::string& name, Index width, Index heads, Index layers,
                         Index updates);

}  // namespace ap::tasks
