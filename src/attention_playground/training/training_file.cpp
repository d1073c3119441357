#include "attention_playground/training/training_file.hpp"

#include <algorithm>

#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

const std::string first_prefix = std::string(optimizer_prefix) + "first.";
const std::string second_prefix = std::string(optimizer_prefix) + "second.";

void add_all(Leaves& to, const std::string& prefix, const Leaves& tensors) {
  for (const auto& [path, tensor] : tensors) add_leaf(to, prefix + path, tensor);
}

Index read_whole(const std::string& text, const char* key) {
  JsonReader number(text, key);
  const auto whole = static_cast<Index>(std::min<std::uint64_t>(number.whole(), 1U << 30));
  number.end();
  return whole;
}

}  // namespace

Bytes save_training(Trainer& trainer, const Metadata& metadata) {
  const TrainerState state = trainer.state();
  trainer.publish();
  Model& model = *trainer.model();
  Leaves tensors = model.parameters();
  add_all(tensors, first_prefix, state.first_moments);
  add_all(tensors, second_prefix, state.second_moments);
  Metadata all = model_metadata(model);
  all.emplace_back(updates_key, std::to_string(state.updates));
  all.emplace_back(round_key, std::to_string(state.round));
  all.insert(all.end(), metadata.begin(), metadata.end());
  return write_safetensors(tensors, Dtype::f32, all);
}

TrainerState read_training(ByteView bytes) {
  const Safetensors file(bytes);
  const std::string* const updates = file.text(updates_key);
  require(updates != nullptr, ErrorCode::missing, updates_key, {"no such key in the metadata"},
          {"a file that a trainer saved"});
  TrainerState state;
  state.updates = read_whole(*updates, updates_key);
  const std::string* const round = file.text(round_key);
  state.round = round == nullptr ? state.updates : read_whole(*round, round_key);
  for (const FileTensor& tensor : file.tensors()) {
    const std::string& name = tensor.name;
    if (name.starts_with(first_prefix))
      add_leaf(state.first_moments, name.substr(first_prefix.size()), file.read(tensor));
    else if (name.starts_with(second_prefix))
      add_leaf(state.second_moments, name.substr(second_prefix.size()), file.read(tensor));
  }
  // Those that have no moments were not trained; plain SGD has none at all.
  for (const FileTensor& tensor : file.tensors())
    if (state.first_moments.empty() ? !tensor.name.starts_with(optimizer_prefix)
                                    : find_leaf(state.first_moments, tensor.name) != nullptr)
      add_leaf(state.parameters, tensor.name, file.read(tensor));
  return state;
}

}  // namespace ap
