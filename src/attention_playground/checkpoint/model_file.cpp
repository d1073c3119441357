#include "attention_playground/checkpoint/model_file.hpp"

#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

Metadata model_metadata(const Model& model) {
  return {
      {model_key, model_record({model.options(), model.vocabulary(), model.source_vocabulary()})}};
}

Bytes save_model(Model& model, Dtype type, const Metadata& metadata) {
  Metadata all = model_metadata(model);
  all.insert(all.end(), metadata.begin(), metadata.end());
  return write_safetensors(model.parameters(), type, all);
}

namespace {

/// The model as the file has it.
StoredModel read_stored(const Safetensors& file, const ImportOptions& options) {
  const std::string* const record = file.text(model_key);
  if (record == nullptr)
    return has_gpt_names(file) ? read_gpt(file, options) : read_torch_transformer(file, options);
  StoredModel stored{read_model_record(*record, model_key), {}, file.metadata()};
  for (const FileTensor& tensor : file.tensors())
    if (!tensor.name.starts_with(optimizer_prefix))
      add_leaf(stored.parameters, tensor.name, file.read(tensor));
  return stored;
}

template <typename T>
void say(const std::optional<T>& said, T& option) {
  if (said) option = *said;
}

void say(const std::vector<std::string>& said, std::vector<std::string>& words) {
  if (!said.empty()) words = said;
}

}  // namespace

StoredModel read_model(ByteView bytes, const ImportOptions& options) {
  Safetensors file(bytes);
  if (file.text(model_key) != nullptr) file.unwrap();
  StoredModel stored = read_stored(file, options);
  ModelOptions& model = stored.record.options;
  say(options.nhead, model.layer.nhead);
  say(options.activation, model.layer.activation);
  say(options.norm_first, model.layer.norm_first);
  say(options.layer_norm_eps, model.layer.layer_norm_eps);
  say(options.positions, model.positions);
  say(options.scale_embedding, model.scale_embedding);
  say(options.vocabulary, stored.record.vocabulary);
  say(options.source_vocabulary, stored.record.source_vocabulary);
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
    require(find_leaf(own, path) != nullptr, ErrorCode::step, "parameters", {shown_name(path)},
            {"the path of a parameter"});
    require_finite(tensor, path.c_str());
  }
  model.assign(stored.parameters);
  return model;
}

}  // namespace ap
