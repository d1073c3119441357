#include "attention_playground/checkpoint/model_record.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "attention_playground/checkpoint/json.hpp"

namespace ap {

namespace {

// In the orders of the enumerations; the names are the npm API's.
constexpr const char* architectures[] = {"encoder-decoder", "encoder-only", "decoder-only"};
constexpr const char* activation_names[] = {"relu", "gelu", "gelu_tanh"};
constexpr const char* position_kinds[] = {"none", "sinusoidal", "learned", "rotary"};
constexpr const char* norms[] = {"layer_norm", "none"};
constexpr const char* initializations[] = {"uniform", "normal"};

using Names = std::span<const char* const>;

/// A model's options as the npm API has them: dropout is one number, and a switch.
struct OptionsRecord {
  ModelOptions model;
  float dropout = 0;
  bool training = false;
};

/// What is done with each field: it is read or written, if it is the one that is wanted.
class Fields {
 public:
  virtual void whole(const char* name, std::uint64_t& value, std::uint32_t most) = 0;
  virtual void real(const char* name, float& value) = 0;
  /// Written only if there is one.
  virtual void real_if_any(const char* name, std::optional<float>& value) = 0;
  virtual void flag(const char* name, bool& value) = 0;
  virtual void place(const char* name, std::uint64_t& value, Names names) = 0;
  /// Written only if it is not the first, which older files mean.
  virtual void place_but_first(const char* name, std::uint64_t& value, Names names) = 0;

  void size(const char* name, Index& value) {
    auto number = static_cast<std::uint64_t>(value);
    whole(name, number, 0x7FFFFFFF);
    value = static_cast<Index>(number);
  }
  template <typename Choice>
  void choice(const char* name, Choice& value, Names names) {
    auto at = static_cast<std::uint64_t>(value);
    place(name, at, names);
    value = static_cast<Choice>(at);
  }
  template <typename Choice>
  void choice_but_first(const char* name, Choice& value, Names names) {
    auto at = static_cast<std::uint64_t>(value);
    place_but_first(name, at, names);
    value = static_cast<Choice>(at);
  }

 protected:
  ~Fields() = default;
};

/// LayerOptions, or a LayerShape.
template <typename Shape>
void visit_shape(Shape& shape, Fields& fields) {
  fields.size("attentionWidth", shape.attention_width);
  fields.size("dimFeedforward", shape.dim_feedforward);
  fields.flag("residual", shape.residual);
}

void visit(OptionsRecord& values, Fields& fields) {
  ModelOptions& model = values.model;
  LayerOptions& layer = model.layer;
  fields.choice("architecture", model.architecture, architectures);
  fields.size("dModel", layer.d_model);
  fields.size("nhead", layer.nhead);
  visit_shape(layer, fields);
  fields.choice("activation", layer.activation, activation_names);
  fields.choice_but_first("norm", layer.norm, norms);
  fields.flag("normFirst", layer.norm_first);
  fields.real("layerNormEps", layer.layer_norm_eps);
  fields.flag("bias", layer.bias);
  fields.flag("scaleScores", layer.scale_scores);
  fields.real_if_any("scale", layer.scale);
  fields.real("dropout", values.dropout);
  fields.flag("training", values.training);
  std::uint64_t seed = layer.seed;
  fields.whole("seed", seed, 0xFFFFFFFF);
  layer.seed = static_cast<std::uint32_t>(seed);
  fields.size("numEncoderLayers", model.num_encoder_layers);
  fields.size("numDecoderLayers", model.num_decoder_layers);
  fields.flag("finalNorm", model.final_norm);
  fields.choice("positions", model.positions, position_kinds);
  fields.size("maxLength", model.max_length);
  fields.flag("scaleEmbedding", model.scale_embedding);
  fields.flag("tieWeights", model.tied);
  fields.flag("rawValues", model.raw_values);
  fields.flag("pointer", model.pointer);
  fields.flag("predicts", model.predicts);
  fields.real("labelSmoothing", model.label_smoothing);
  fields.choice("initialization", model.initialization, initializations);
}

class Writer : public Fields {
 public:
  void field(const char* name, const std::string& json) { text_.add(name, json); }
  void whole(const char* name, std::uint64_t& value, std::uint32_t) override {
    text_.add(name, std::to_string(value));
  }
  void real(const char* name, float& value) override { text_.add(name, json_number(value)); }
  void real_if_any(const char* name, std::optional<float>& value) override {
    if (value) real(name, *value);
  }
  void flag(const char* name, bool& value) override { text_.add(name, value ? "true" : "false"); }
  void place(const char* name, std::uint64_t& value, Names names) override {
    text_.add(name, json_string(names[static_cast<std::size_t>(value)]));
  }
  void place_but_first(const char* name, std::uint64_t& value, Names names) override {
    if (value > 0) place(name, value, names);
  }
  std::string finished() const { return text_.finished(); }

 private:
  JsonText text_ = JsonText::object();
};

/// Reads the value of one key into its field.
class Reader : public Fields {
 public:
  Reader(JsonReader& json, const std::string& key) : json_(json), key_(key) {}

  /// Whether a field has had this name.
  bool found() const { return found_; }
  void whole(const char* name, std::uint64_t& value, std::uint32_t most) override {
    if (!is(name)) return;
    value = json_.whole();
    if (value > most) json_.refuse("a smaller number");
  }
  void real(const char* name, float& value) override {
    if (is(name)) value = static_cast<float>(json_.number());
  }
  void real_if_any(const char* name, std::optional<float>& value) override {
    if (is(name)) value = static_cast<float>(json_.number());
  }
  void flag(const char* name, bool& value) override {
    if (is(name)) value = json_.boolean();
  }
  void place(const char* name, std::uint64_t& value, Names names) override {
    if (!is(name)) return;
    const std::string chosen = json_.string();
    const auto at = std::find(names.begin(), names.end(), chosen);
    if (at == names.end()) json_.refuse("one of the values of the npm API before this");
    value = static_cast<std::uint64_t>(at - names.begin());
  }
  void place_but_first(const char* name, std::uint64_t& value, Names names) override {
    place(name, value, names);
  }

 private:
  bool is(const char* name) { return key_ == name && (found_ = true); }

  JsonReader& json_;
  const std::string& key_;
  bool found_ = false;
};

std::vector<std::string> read_strings(JsonReader& json) {
  std::vector<std::string> strings;
  json.array([&] { strings.push_back(json.string()); });
  return strings;
}

std::vector<LayerShape> read_layers(JsonReader& json) {
  std::vector<LayerShape> layers;
  json.array([&] {
    LayerShape& layer = layers.emplace_back();
    json.object([&](const std::string& key) {
      Reader reader(json, key);
      visit_shape(layer, reader);
      if (!reader.found()) json.refuse("no field of this name");
    });
  });
  return layers;
}

}  // namespace

std::string model_record(const ModelRecord& record) {
  const LayerOptions& layer = record.options.layer;
  OptionsRecord values = {record.options, std::max(layer.dropout, layer.idle_dropout),
                          layer.dropout > 0};
  // 0 stands for the width of the model.
  Index& width = values.model.layer.attention_width;
  if (width == 0) width = layer.d_model;
  Writer writer;
  visit(values, writer);
  JsonText layers = JsonText::array();
  for (LayerShape shape : record.options.layers) {
    if (shape.attention_width == 0) shape.attention_width = layer.d_model;
    Writer own;
    visit_shape(shape, own);
    layers.add(own.finished());
  }
  writer.field("layers", layers.finished());
  writer.field("vocabulary", json_strings(record.vocabulary));
  if (!record.source_vocabulary.empty())
    writer.field("sourceVocabulary", json_strings(record.source_vocabulary));
  return writer.finished();
}

ModelRecord read_model_record(std::string_view text, Words argument) {
  require_utf8(text, argument);
  JsonReader json(text, argument);
  OptionsRecord values;
  ModelRecord record;
  json.object([&](const std::string& key) {
    if (key == "vocabulary") {
      record.vocabulary = read_strings(json);
    } else if (key == "sourceVocabulary") {
      record.source_vocabulary = read_strings(json);
    } else if (key == "layers") {
      values.model.layers = read_layers(json);
    } else {
      Reader reader(json, key);
      visit(values, reader);
      if (!reader.found()) json.refuse("no field of this name");
    }
  });
  json.end();
  record.options = values.model;
  LayerOptions& layer = record.options.layer;
  (values.training ? layer.dropout : layer.idle_dropout) = values.dropout;
  return record;
}

}  // namespace ap
