#include "bindings/training/files.hpp"

#include "attention_playground/checkpoint/json.hpp"

namespace ap::bindings {

namespace {

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

val load_model(Handle bytes, double length, const Request& said) {
  return guarded([&] {
    const ImportOptions options = import_options(said);
    return val(std::make_unique<Transformer>(
        std::make_shared<Model>(ap::load_model(file_at(bytes, length), options))));
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
