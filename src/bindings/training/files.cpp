#include "bindings/training/files.hpp"

#include "attention_playground/checkpoint/json.hpp"

namespace ap::bindings {

namespace {

std::string json_sizes(const FileTensor& tensor) {
  JsonText sizes = JsonText::array();
  for (const std::uint64_t size : tensor.shape) sizes.add(std::to_string(size));
  return sizes.finished();
}

std::string json_list(std::initializer_list<std::string> values) {
  JsonText list = JsonText::array();
  for (const std::string& value : values) list.add(value);
  return list.finished();
}

/// What the request says, unless it is below 0.
template <typename T>
std::optional<T> said_of(const Request& request, const char* name) {
  const double number = request.number(name);
  return number < 0 ? std::nullopt : std::optional(static_cast<T>(number));
}

ImportOptions import_options(const Request& said) {
  ImportOptions options;
  options.nhead = said_of<Index>(said, "nhead");
  options.decoder_only = said.number("decoderOnly") > 0;
  options.activation = said_of<Activation>(said, "activation");
  options.positions = said_of<Positions>(said, "positions");
  options.norm_first = said_of<bool>(said, "normFirst");
  options.layer_norm_eps = said_of<float>(said, "layerNormEps");
  options.scale_embedding = said_of<bool>(said, "scaleEmbedding");
  // The source's own tokens come after the others.
  const std::vector<std::string>& tokens = said.tokens();
  const auto first = tokens.end() - said.whole("sourceTokens");
  options.vocabulary.assign(tokens.begin(), first);
  options.source_vocabulary.assign(first, tokens.end());
  return options;
}

}  // namespace

val File::header() const {
  return guarded([&] {
    JsonText metadata = JsonText::array(), tensors = JsonText::array();
    for (const auto& [key, text] : file_.metadata())
      metadata.add(json_list({json_string(key), json_string(text)}));
    for (const FileTensor& tensor : file_.tensors())
      tensors.add(
          json_list({json_string(tensor.name), json_string(tensor.dtype), json_sizes(tensor)}));
    return text_value(json_list({metadata.finished(), tensors.finished()}));
  });
}

val File::numbers(int place) const {
  return guarded([&] {
    const FileTensor& tensor = file_.tensors()[static_cast<std::size_t>(place)];
    if (!tensor.type()) return val::null();
    const Tensor numbers = file_.read(tensor);
    return floats_value(numbers.data(), numbers.count());
  });
}

val read_safetensors(Handle bytes, double length) {
  return guarded([&] { return val(std::make_unique<File>(bytes, length)); });
}

val load_model(Handle bytes, double length, const Request& said) {
  return guarded([&] {
    const ImportOptions options = import_options(said);
    return val(std::make_unique<Transformer>(
        std::make_shared<Model>(ap::load_model(FileBytes(bytes, length).view(), options))));
  });
}

val record_of(const Transformer& model) {
  return guarded([&] {
    const Model& own = *model.model();
    return text_value(model_record({own.options(), own.vocabulary(), own.source_vocabulary()}));
  });
}

Metadata metadata_of(const Request& request) {
  const std::vector<std::string>& texts = request.tokens();
  Metadata entries;
  for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
    entries.emplace_back(texts[i], texts[i + 1]);
  return entries;
}

val save_model(const Transformer& model, int type, const Request& metadata) {
  return guarded([&] {
    return bytes_value(
        ap::save_model(*model.model(), static_cast<Dtype>(type), metadata_of(metadata)));
  });
}

}  // namespace ap::bindings
