#include "attention_playground/training/tasks/draws.hpp"

#include <algorithm>

#include "attention_playground/tensor/error.hpp"

namespace ap::tasks {

Index Draws::below(Index count) {
  const auto words = philox(seed_, stream_, next_++);
  return static_cast<Index>(
      (static_cast<std::uint64_t>(words[0]) * static_cast<std::uint64_t>(count)) >> 32);
}

bool is_held_out(const std::string& content, double share) {
  // The high bits of FNV-1a mix badly in short texts: one more round of Philox.
  const auto words = philox(0, stream_of("held out." + content), 0);
  return static_cast<double>(words[0]) < share * 4294967296.0;
}

Index Words::add(const std::string& word) {
  const auto found = std::find(words_.begin(), words_.end(), word);
  if (found != words_.end()) return found - words_.begin();
  words_.push_back(word);
  return static_cast<Index>(words_.size()) - 1;
}

Index Words::operator[](const std::string& word) const {
  const auto found = std::find(words_.begin(), words_.end(), word);
  require(found != words_.end(), ErrorCode::range, "word", {word}, {"a word of the task"});
  return found - words_.begin();
}

std::vector<Index> Words::ids(const std::vector<std::string>& words) const {
  std::vector<Index> ids;
  for (const std::string& word : words) ids.push_back((*this)[word]);
  return ids;
}

std::vector<std::string> characters(const std::string& text) {
  std::vector<std::string> all;
  for (const char byte : text) {
    const bool continues = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
    if (continues && !all.empty())
      all.back() += byte;
    else
      all.emplace_back(1, byte);
  }
  return all;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> all;
  for (std::size_t first = 0; first < text.size();) {
    const std::size_t end = std::min(text.find(separator, first), text.size());
    if (end > first) all.push_back(text.substr(first, end - first));
    first = end + 1;
  }
  return all;
}

std::vector<Term> terms(const char* text) {
  std::vector<Term> all;
  for (std::string& each : split(text)) {
    std::replace(each.begin(), each.end(), '_', ' ');
    const std::size_t middle = each.find('=');
    all.push_back({each.substr(0, middle), each.substr(middle + 1)});
  }
  return all;
}

Example pair_of(const std::vector<Index>& source, const std::vector<Index>& target,
                const Words& words) {
  Example example{source, {words[start_token]}, target};
  example.target.insert(example.target.end(), target.begin(), target.end());
  example.labels.push_back(words[end_token]);
  return example;
}

TaskSettings settings_of(const std::string& name, Index width, Index heads, Index layers,
                         Index updates) {
  TaskSettings settings;
  settings.name = name;
  ModelOptions& model = settings.model;
  model.layer.d_model = width;
  model.layer.nhead = heads;
  model.layer.dim_feedforward = 2 * width;
  model.layer.activation = Activation::gelu;
  model.layer.norm_first = true;
  model.num_encoder_layers = model.num_decoder_layers = layers;
  model.final_norm = true;
  model.positions = Positions::learned;
  model.tied = true;
  model.initialization = Initialization::normal;
  settings.training.schedule.steps = updates;
  return settings;
}

}  // namespace ap::tasks
