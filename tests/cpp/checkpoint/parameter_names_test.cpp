// Files with the names of PyTorch's modules compute what the modules do.

#include "attention_playground/checkpoint/parameter_names.hpp"

#include <cstdio>
#include <memory>

#include "attention_playground/checkpoint/model_file.hpp"
#include "attention_playground/tensor/error.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Bytes golden_bytes(const std::string& name) {
  const std::string path =
      std::string(ATTENTION_GOLDEN_DIR) + "/checkpoints/" + name + ".safetensors";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  REQUIRE(file != nullptr);
  Bytes bytes(1 << 16);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  return bytes;
}

/// The inputs and the output of the module.
class ReferenceResults {
 public:
  explicit ReferenceResults(const std::string& name)
      : bytes_(golden_bytes(name + "_results")), file_(bytes_) {}

  Tensor operator[](const char* name) const { return file_.read(*file_.find(name)); }
  SentenceInput sentence(const char* ids, const char* vectors) const {
    SentenceInput input;
    if (file_.find(ids) != nullptr) input.ids = (*this)[ids];
    if (file_.find(vectors) != nullptr) input.vectors = (*this)[vectors];
    return input;
  }

 private:
  Bytes bytes_;
  Safetensors file_;
};

/// What differs from PyTorch at a step of the loaded model; options may be changed first.
std::string what_differs(const std::string& name, const ImportOptions& import, const char* step,
                         bool causal, void (*change)(ModelOptions&)) {
  const Bytes bytes = golden_bytes(name);
  StoredModel stored = read_model(bytes, import);
  change(stored.record.options);
  Model model(stored.record.options, stored.record.vocabulary, stored.parameters,
              stored.record.source_vocabulary);
  const ReferenceResults results(name);
  PassRequest request;
  if (model.options().has_encoder()) request.source = results.sentence("source", "src");
  if (model.options().has_decoder()) request.target = results.sentence("target", "tgt");
  request.target_causal = causal;
  const auto run = model.trace(request);
  for (StepId id = 0; id < run->plan().count(); ++id) {
    if (run->plan()[id].path == step)
      return first_difference(run->value(id), results["output"], 2e-6);
  }
  return "no step " + std::string(step);
}

void as_read(ModelOptions&) {}

/// "code argument" of what reading these tensors throws.
std::string refusal_of_model(const Leaves& tensors, const Metadata& metadata = {{"nhead", "2"}}) {
  return error_of([&] { load_model(write_safetensors(tensors, Dtype::f32, metadata)); });
}

/// The floats of a golden; without one of them.
Leaves tensors_of(const std::string& name, const std::string& without = "") {
  const Bytes bytes = golden_bytes(name);
  const Safetensors file(bytes);
  Leaves tensors;
  for (const FileTensor& each : file.tensors())
    if (each.type() && each.name != without) add_leaf(tensors, each.name, file.read(each));
  return tensors;
}

}  // namespace

TEST_CASE("names: PyTorch's nn.Transformer") {
  CHECK(what_differs("transformer", {.nhead = 2}, "decoder.norm", false, as_read) == "");
  CHECK(what_differs("transformer", {.nhead = 1}, "decoder.norm", false, as_read) != "");
}

TEST_CASE("names: nn.Transformer in a module of one's own, with tables and logits") {
  const auto change = [](ModelOptions& options) {
    options.layer.norm_first = true;
    options.positions = Positions::none;
  };
  CHECK(what_differs("translator", {}, "logits", true, change) == "");
  CHECK(what_differs("translator", {}, "logits", true, as_read) != "");
}

TEST_CASE("names: nn.TransformerEncoder, as an encoder and as a decoder") {
  const auto change = [](ModelOptions& options) { options.layer.activation = Activation::gelu; };
  CHECK(what_differs("encoder", {.nhead = 2}, "encoder.1.norm_2", false, change) == "");
  const Bytes bytes = golden_bytes("encoder");
  Model decoder = load_model(bytes, {.nhead = 2, .decoder_only = true});
  CHECK(decoder.options().architecture == Architecture::decoder_only);
  CHECK(decoder.options().num_decoder_layers == 2);
}

TEST_CASE("names: minGPT's, and GPT-2's with other transposes") {
  CHECK(what_differs("mingpt", {.nhead = 2}, "logits", true, as_read) == "");
  CHECK(what_differs("gpt2", {}, "logits", true, as_read) == "");
}

TEST_CASE("names: what is missing, of another shape, or unknown is named") {
  CHECK(refusal_of_model(tensors_of("mingpt")) == "no error");
  CHECK(refusal_of_model(tensors_of("mingpt"), {}) == "missing nhead");
  CHECK(refusal_of_model(tensors_of("mingpt"), {{"n_head", "two"}}) == "file n_head");
  CHECK(refusal_of_model(tensors_of("mingpt"), {{"n_head", "3"}}) == "heads nhead");
  CHECK(refusal_of_model({}) == "missing parameters");
  for (const char* name : {"transformer.h.1.mlp.c_fc.bias", "transformer.wpe.weight",
                           "transformer.h.0.attn.c_attn.weight", "transformer.ln_f.weight"}) {
    CHECK(refusal_of_model(tensors_of("mingpt", name)) == "missing " + std::string(name));
  }
  for (const char* name : {"decoder.layers.0.multihead_attn.out_proj.bias",
                           "encoder.layers.0.linear1.weight", "decoder.norm.bias"}) {
    CHECK(refusal_of_model(tensors_of("transformer", name)) == "missing " + std::string(name));
  }
  // A module around it may have any name, so one that begins with a null, too.
  const std::string missing = "decoder.layers.0.multihead_attn.out_proj.bias";
  Leaves around;
  for (const auto& [name, tensor] : tensors_of("transformer", missing))
    add_leaf(around, std::string(1, '\0') + name, tensor);
  CHECK(refusal_of_model(around) == "missing \"\\u0000" + missing + "\"");
  for (const char* golden : {"mingpt", "gpt2", "transformer", "translator", "encoder"}) {
    INFO(golden);
    Leaves tensors = tensors_of(golden);
    add_leaf(tensors, "more.weight", Tensor::filled({2}, 0));
    CHECK(refusal_of_model(tensors) == "step parameters");
    // Another rank or another shape of any tensor but those that say a size alone.
    for (auto& [name, tensor] : tensors_of(golden)) {
      if (name.ends_with("attn.bias")) continue;
      Leaves other = tensors_of(golden);
      for (auto& each : other)
        if (each.first == name) each.second = Tensor::filled({1, 1, 1}, 0);
      CHECK(refusal_of_model(other) != "no error");
    }
  }
}

}  // namespace ap::test
