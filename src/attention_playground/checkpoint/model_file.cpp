#include "attention_playground/checkpoint/model_file.hpp"

#include <algorithm>

#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

Bytes save_model(Model& model, Dtype type, const Metadata& metadata) {
  Metadata all = {
      {model_key, model_record({model.options(), model.vocabulary(), model.source_vocabulary()})}};
  all.insert(all.end(), metadata.begin(), metadata.end());
  return write_safetensors(model.parameters(), type, all);
}

StoredModel read_model(ByteView bytes, const ImportOptions& options) {
  const Safetensors file(bytes);
  const auto record = std::find_if(file.metadata().begin(), file.metadata().end(),
                                   [](const auto& entry) { return entry.first == model_key; });
  if (record == file.metadata().end())
    return has_gpt_names(file) ? read_gpt(file, options) : read_torch_transformer(file, options);
  StoredModel stored{read_model_record(record->second, model_key), {}, file.metadata()};
  if (options.nhead) stored.record.options.layer.nhead = *options.nhead;
  for (const FileTensor& tensor : file.tensors())
    add_leaf(stored.parameters, tensor.name, file.read(tensor));
  return stored;
}

Model load_model(ByteView bytes, const ImportOptions& options) {
  StoredModel stored = read_model(bytes, options);
  Model model(stored.record.options, std::move(stored.record.vocabulary), {},
              std::move(stored.record.source_vocabulary));
  const Leaves own = model.parameters();
  // Nothing may be left to be drawn from a seed, and nothing may be left over.
  for (const auto& [path, tensor] : own)
    require(find_leaf(stored.parameters, path) != nullptr, ErrorCode::missing, path,
            {stored.parameters.size(), " other parameters"}, {"this one, too"});
  for (const auto& [path, tensor] : stored.parameters) {
    require(find_leaf(own, path) != nullptr, ErrorCode::step, "parameters", {path},
            {"the path of a parameter"});
    require_finite(tensor, path.c_str());
  }
  model.assign(stored.parameters);
  return model;
}

}  // namespace ap
