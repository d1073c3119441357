// Models in files: what is saved is what is loaded, to the last bit.

#include "attention_playground/checkpoint/model_file.hpp"

#include "attention_playground/tensor/error.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// A model with every option apart from its default.
Model unusual_model() {
  ModelOptions options = small_model();
  options.layer.attention_width = 8;
  options.layer.dim_feedforward = 0;
  options.layer.residual = false;
  options.layer.activation = Activation::gelu_tanh;
  options.layer.norm_first = true;
  options.layer.layer_norm_eps = 1.00000001e-7F;
  options.layer.bias = false;
  options.layer.idle_dropout = 0.1F;
  options.layer.seed = 0xFFFFFFFF;
  options.num_encoder_layers = 1;
  options.num_decoder_layers = 3;
  options.layers = {{4, 5, true}, {12, 0, false}};
  options.final_norm = true;
  options.positions = Positions::rotary;
  options.max_length = 77;
  options.scale_embedding = true;
  options.raw_values = true;
  options.tied = true;
  options.label_smoothing = 0.1F;
  options.initialization = Initialization::normal;
  return Model(options, {"<pad>", "a \"b\"", "中文", ""}, {}, {"x", "y\n"});
}

/// A file has widths for those that are 0 in the options.
ModelOptions without_given(ModelOptions options) {
  options.given.clear();
  Index& width = options.layer.attention_width;
  if (width == 0) width = options.layer.d_model;
  for (LayerShape& layer : options.layers)
    if (layer.attention_width == 0) layer.attention_width = options.layer.d_model;
  return options;
}

void check_same(Model& saved, Model& loaded) {
  CHECK(without_given(loaded.options()) == without_given(saved.options()));
  CHECK(loaded.vocabulary() == saved.vocabulary());
  CHECK(loaded.source_vocabulary() == saved.source_vocabulary());
  const Leaves before = saved.parameters();
  const Leaves after = loaded.parameters();
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(before[i].first == after[i].first);
    CHECK(first_bit_difference(before[i].second, after[i].second) == "");
  }
}

/// "code argument" of what loading throws.
std::string refusal_of_model_file(const Bytes& bytes) {
  return error_of([&] { load_model(bytes); });
}

Bytes with_record(const std::string& record, const Leaves& tensors = {}) {
  return write_safetensors(tensors, Dtype::f32, {{model_key, record}});
}

}  // namespace

TEST_CASE("model files: models of all kinds come back with their options, words and parameters") {
  for (int trial = 0; trial < 30; ++trial) {
    const auto architecture = static_cast<Architecture>(trial % 3);
    const auto saved = model_of(drawn_model(trial, architecture));
    INFO(text_of(saved->options()));
    Model loaded = load_model(save_model(*saved, Dtype::f32));
    check_same(*saved, loaded);
    const PassRequest request = small_request(saved->options());
    const auto first = saved->trace(request);
    const auto second = loaded.trace(request);
    const StepId last = first->plan().count() - 1;
    CHECK(first_bit_difference(first->value(last), second->value(last)) == "");
  }
}

TEST_CASE("model files: every option is in the record") {
  Model saved = unusual_model();
  Model loaded = load_model(save_model(saved, Dtype::f32));
  check_same(saved, loaded);
  ModelOptions trained = small_model();
  trained.layer.dropout = 0.25F;
  trained.architecture = Architecture::encoder_only;
  trained.pointer = true;
  Model pointer(trained, vocabulary_of(7), {});
  Model again = load_model(save_model(pointer, Dtype::f32));
  check_same(pointer, again);
}

TEST_CASE("model files: edits and other metadata are saved") {
  const auto model = model_of(small_model());
  model->parameters();
  model->set("w_vocabulary", 3, 0.5F);
  const Metadata metadata = {{"attention_playground.training", "{\"seed\":7}"}};
  const Bytes bytes = save_model(*model, Dtype::f32, metadata);
  const StoredModel stored = read_model(bytes);
  CHECK(stored.metadata[1] == metadata[0]);
  Model loaded = load_model(bytes);
  loaded.parameters();
  CHECK(values_of(loaded.parameter("w_vocabulary"))[3] == 0.5F);
  CHECK(error_of([&] {
          save_model(*model, Dtype::f32, {{model_key, ""}});
        }) == std::string("conflict ") + model_key);
}

TEST_CASE("model files: numbers of sixteen bits are half the bytes, and stay when saved again") {
  const auto model = model_of(small_model());
  const std::size_t whole = save_model(*model, Dtype::f32).size();
  for (const Dtype type : {Dtype::f16, Dtype::bf16}) {
    const Bytes bytes = save_model(*model, type);
    CHECK(bytes.size() < whole);
    Model loaded = load_model(bytes);
    CHECK(save_model(loaded, type) == bytes);
  }
}

TEST_CASE("model files: records and parameters that do not fit are errors") {
  const auto model = model_of(small_model());
  const Leaves all = model->parameters();
  const std::string record = model_record({model->options(), model->vocabulary(), {}});
  CHECK(refusal_of_model_file(with_record(record, all)) == "no error");
  CHECK(refusal_of_model_file(with_record(record, {all.begin() + 1, all.end()})) ==
        "missing " + all.front().first);
  Leaves more = all;
  add_leaf(more, "more", Tensor::filled({1}, 0));
  CHECK(refusal_of_model_file(with_record(record, more)) == "step parameters");
  // A null ends neither a name nor the search for it.
  more.back() = {all.front().first + std::string(1, '\0'), all.front().second};
  CHECK(refusal_of_model_file(with_record(record, more)) == "step parameters");
  Leaves other = all;
  other.front().second = Tensor::filled({2, 2}, 0);
  CHECK(refusal_of_model_file(with_record(record, other)) == "shape " + all.front().first);
  other.front().second = Tensor::filled(all.front().second.shape(), not_a_number);
  CHECK(refusal_of_model_file(with_record(record, other)) == "not_finite " + all.front().first);
  const std::string key = std::string("file ") + model_key;
  for (const char* wrong :
       {"", "[]", "{\"dModel\":-1}", "{\"dModel\":4294967296}", "{\"dModel\":1.5}",
        "{\"unknown\":1}", "{\"dModel\":1,\"dModel\":1}", "{\"architecture\":\"none\"}",
        "{\"layers\":[{\"more\":1}]}", "{\"seed\":4294967296}", "{\"bias\":1}", "{} {}"}) {
    INFO(wrong);
    CHECK(refusal_of_model_file(with_record(wrong)) == key);
  }
  CHECK(refusal_of_model_file(with_record("{\"nhead\":3,\"dModel\":4}")) == "heads nhead");
}

}  // namespace ap::test
