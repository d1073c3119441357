#pragma once

#include "attention_playground/training/tasks/task.hpp"

namespace ap::tasks {

// Each task is one function; settings are those that were found to work, with AdamW at 5e-3, 50
// updates of warm-up and a cosine unless it says otherwise.

/// The four pairs of sentences that write-ups show, English to Chinese by characters; exact after
/// some 30 updates of an encoder–decoder of width 16.
std::unique_ptr<Task> four_pairs();
/// "I am a teacher" → 我 是 一 个 老 师: four subjects, eight professions, five phrases; six
/// combinations are held out.
std::unique_ptr<Task> phrases();
/// "the dog tasted the soup because it was salty", and its passive, in English and Chinese: the
/// last layer's first head is trained to point from "it" to what it means. Judged by sentences
/// neither of whose nouns was seen with the adjective.
std::unique_ptr<Task> referent();
/// The same, answered with a word: where the only head of the last layer looks is not said.
std::unique_ptr<Task> referent_emergent();
/// English numbers in words from 0 to 99,999 → Chinese, number of digits uniform; a tenth of
/// those from 100 on is held out. Cross-attention's values are the raw embeddings.
std::unique_ptr<Task> numbers();
/// A ring of 8 to 12 distinct tokens, walked again and again, with a jump at 15 % of the steps: a
/// decoder of two layers learns to look up what followed the last time (an induction head). Labels
/// are only where that has been shown, and no jump follows.
std::unique_ptr<Task> ring();
/// Eight to twelve of 16 symbols, backwards.
std::unique_ptr<Task> reverse();
/// The same, copied.
std::unique_ptr<Task> copy();
/// The same, in order.
std::unique_ptr<Task> sort();
/// "the teacher bought two red cups at the market last week" → 上周 老师 在 市场 买 了 两 个 红 的
/// 杯子: time and place come first, words of measure and particles are added. A pair of adjective
/// and noun is held out by its hash. Cross-attention's values are the raw embeddings.
std::unique_ptr<Task> translation();
/// The same with the textbook's model: two layers, post-norm, values of the encoder's output.
std::unique_ptr<Task> translation_textbook();
/// Four lines, the first two and the last two rhyme; judged by what the model draws at temperature
/// 1, as share of its couplets that rhyme.
std::unique_ptr<Task> verse_english();
/// Four lines of five characters, the second and the fourth rhyme.
std::unique_ptr<Task> verse_chinese();

}  // namespace ap::tasks
