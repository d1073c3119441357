#include "attention_playground/checkpoint/parameter_names.hpp"

#include "attention_playground/checkpoint/foreign_tensors.hpp"
#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

const std::string fused_weight = ".self_attn.in_proj_weight";
constexpr const char letters[] = {'q', 'k', 'v'};

/// Where a file has the layers of each stack: "transformer.encoder.", or none.
struct Stacks {
  std::optional<std::string> encoder, decoder;
};

Stacks stacks_of(const Safetensors& file, bool decoder_only) {
  Stacks stacks;
  const std::string first = "layers.0" + fused_weight;
  for (const FileTensor& tensor : file.tensors()) {
    if (!tensor.name.ends_with(first)) continue;
    const std::string root = tensor.name.substr(0, tensor.name.size() - first.size());
    const bool crosses = file.find(root + "layers.0.multihead_attn.in_proj_weight") != nullptr;
    std::optional<std::string>& stack = crosses || decoder_only ? stacks.decoder : stacks.encoder;
    require(!stack, ErrorCode::conflict, "parameters", {"two stacks of a kind"},
            {"one Transformer in a file"});
    stack = root;
  }
  return stacks;
}

/// Reads the modules of PyTorch.
class TorchReader {
 public:
  TorchReader(const Safetensors& file, const ImportOptions& options)
      : file_(file),
        tensors_(file),
        stacks_(stacks_of(file, options.decoder_only)),
        crosses_(stacks_.encoder.has_value()) {
    require(stacks_.encoder || stacks_.decoder, ErrorCode::missing, "parameters",
            {file.tensors().empty() ? "no tensor" : first_of(names_of(file), shown_name)},
            {"parameters that save() wrote, or those of nn.Transformer, minGPT or GPT-2"});
    model_.layer.nhead = heads_of(file, options.nhead);
  }

  StoredModel read() && {
    read_options();
    if (stacks_.encoder) {
      model_.num_encoder_layers = read_stack(*stacks_.encoder, "encoder.", false);
    }
    if (stacks_.decoder) {
      model_.num_decoder_layers = read_stack(*stacks_.decoder, "decoder.", crosses_);
    }
    read_tables();
    stored_.record.options = model_;
    stored_.parameters = std::move(tensors_).finish();
    stored_.metadata = file_.metadata();
    return std::move(stored_);
  }

 private:
  void read_options() {
    model_.architecture = !stacks_.decoder  ? Architecture::encoder_only
                          : stacks_.encoder ? Architecture::encoder_decoder
                                            : Architecture::decoder_only;
    const std::string root = stacks_.encoder ? *stacks_.encoder : *stacks_.decoder;
    const std::string layer = root + "layers.0";
    model_.layer.d_model = tensors_.take(layer + fused_weight, 2).size(1);
    model_.layer.dim_feedforward = tensors_.take(layer + ".linear1.weight", 2).size(0);
    model_.layer.bias = tensors_.has(layer + ".self_attn.in_proj_bias");
    model_.final_norm = tensors_.has(root + "norm.weight");
  }

  void read_linear(const std::string& path, const char* number, const std::string& name) {
    tensors_.take_matrix(path + "w_" + number, name + ".weight", true);
    if (model_.layer.bias) tensors_.take_vector(path + "b_" + number, name + ".bias");
  }

  void read_attention(const std::string& path, const std::string& name) {
    for (int i = 0; i < 3; ++i) {
      tensors_.take_third(path + "w_" + letters[i], name + ".in_proj_weight", i, true);
      if (model_.layer.bias)
        tensors_.take_third(path + "b_" + letters[i], name + ".in_proj_bias", i, false);
    }
    read_linear(path, "o", name + ".out_proj");
  }

  /// The number of its layers.
  Index read_stack(const std::string& root, const std::string& path, bool crosses) {
    const Index layers = layers_of(file_, root + "layers.", fused_weight);
    const bool bias = model_.layer.bias;
    for (Index i = 0; i < layers; ++i) {
      const std::string from = root + "layers." + std::to_string(i) + ".";
      const std::string to = path + std::to_string(i) + ".";
      read_attention(to + "self_attention.", from + "self_attn");
      if (crosses) read_attention(to + "cross_attention.", from + "multihead_attn");
      read_linear(to + "feed_forward.", "1", from + "linear1");
      read_linear(to + "feed_forward.", "2", from + "linear2");
      for (const char* number : {"1", "2", "3"}) {
        if (!crosses && *number == '3') continue;
        tensors_.take_norm(to + "norm_" + number, from + "norm" + number, bias);
      }
    }
    if (model_.final_norm) tensors_.take_norm(path + "norm", root + "norm", bias);
    return layers;
  }

  void read_tables() {
    const std::string source_table = tensors_.within("src_embedding.weight");
    const bool apart = tensors_.has(source_table);
    const std::string table = tensors_.within(apart ? "tgt_embedding.weight" : "embedding.weight");
    if (!apart && !tensors_.has(table)) {
      model_.positions = Positions::none;
      return;
    }
    ModelRecord& record = stored_.record;
    const Tensor target = tensors_.take(table, 2);
    tensors_.add("embedding_table", target);
    record.vocabulary = numbered_tokens(target.size(0));
    if (apart) {
      const Tensor source = tensors_.take(source_table, 2);
      tensors_.add("source.embedding_table", source);
      record.source_vocabulary = numbered_tokens(source.size(0));
    }
    const std::string position_table = tensors_.within("position_embedding.weight");
    if (tensors_.has(position_table)) {
      const Tensor positions = tensors_.take(position_table, 2);
      tensors_.add("position_table", positions);
      model_.positions = Positions::learned;
      model_.max_length = positions.size(0);
    }
    const std::string logits = tensors_.within("generator.weight");
    model_.tied = !tensors_.has(logits);
    if (model_.tied) return;
    tensors_.take_matrix("w_vocabulary", logits, true);
    if (!model_.layer.bias) return;
    const std::string bias = tensors_.within("generator.bias");
    if (tensors_.has(bias))
      tensors_.take_vector("b_vocabulary", bias);
    else
      tensors_.add("b_vocabulary", Tensor::filled({target.size(0)}, 0));
  }

  const Safetensors& file_;
  ForeignTensors tensors_;
  Stacks stacks_;
  bool crosses_;
  ModelOptions model_;
  StoredModel stored_;
};

const std::string gpt_words = "wte.weight";

/// What stands before the names of a file of GPT-2's: "transformer.", and the modules around it.
std::string gpt_root(const Safetensors& file) {
  const std::string& words = *name_ending(file, gpt_words);
  return words.substr(0, words.size() - gpt_words.size());
}

/// The module that has the Transformer and the logits.
std::string module_of(const std::string& root) {
  const std::string own = "transformer.";
  return root.ends_with(own) ? root.substr(0, root.size() - own.size()) : root;
}

}  // namespace

StoredModel read_torch_transformer(const Safetensors& file, const ImportOptions& options) {
  return TorchReader(file, options).read();
}

bool has_gpt_names(const Safetensors& file) { return name_ending(file, gpt_words) != nullptr; }

StoredModel read_gpt(const Safetensors& file, const ImportOptions& options) {
  ForeignTensors tensors(file);
  StoredModel stored;
  ModelOptions& model = stored.record.options;
  const std::string root = gpt_root(file);
  const Tensor words = tensors.take(root + gpt_words, 2);
  const Tensor positions = tensors.take(root + "wpe.weight", 2);
  tensors.add("embedding_table", words);
  tensors.add("position_table", positions);
  stored.record.vocabulary = numbered_tokens(words.size(0));
  model.architecture = Architecture::decoder_only;
  model.positions = Positions::learned;
  model.max_length = positions.size(0);
  model.final_norm = true;
  model.num_decoder_layers = layers_of(file, root + "h.", ".attn.c_attn.weight");
  require(model.num_decoder_layers > 0, ErrorCode::missing, root + "h.0.attn.c_attn.weight",
          {"nothing"}, {"a tensor of this name"});
  LayerOptions& layer = model.layer;
  layer.d_model = words.size(1);
  layer.nhead = heads_of(file, options.nhead);
  layer.norm_first = true;
  layer.activation = Activation::gelu_tanh;
  layer.bias = tensors.has(root + "ln_f.bias");
  const auto of_layer = [&](Index i) { return root + "h." + std::to_string(i) + "."; };
  // [D, 3D] in GPT-2, [3D, D] in minGPT.
  const bool transposed =
      tensors.take(of_layer(0) + "attn.c_attn.weight", 2).size(0) != layer.d_model;
  layer.dim_feedforward = tensors.take(of_layer(0) + "mlp.c_fc.weight", 2).size(transposed ? 0 : 1);
  for (Index i = 0; i < model.num_decoder_layers; ++i) {
    const std::string from = of_layer(i);
    const std::string to = "decoder." + std::to_string(i) + ".";
    const auto read_linear = [&](const std::string& path, const char* number, const char* name) {
      tensors.take_matrix(to + path + "w_" + number, from + name + ".weight", transposed);
      if (layer.bias) tensors.take_vector(to + path + "b_" + number, from + name + ".bias");
    };
    const std::string attention = to + "self_attention.";
    for (int part = 0; part < 3; ++part) {
      tensors.take_third(attention + "w_" + letters[part], from + "attn.c_attn.weight", part,
                         transposed);
      if (layer.bias)
        tensors.take_third(attention + "b_" + letters[part], from + "attn.c_attn.bias", part,
                           false);
    }
    read_linear("self_attention.", "o", "attn.c_proj");
    read_linear("feed_forward.", "1", "mlp.c_fc");
    read_linear("feed_forward.", "2", "mlp.c_proj");
    tensors.take_norm(to + "norm_1", from + "ln_1", layer.bias);
    tensors.take_norm(to + "norm_2", from + "ln_2", layer.bias);
    for (const char* mask : {"attn.bias", "attn.masked_bias"}) tensors.ignore(from + mask);
  }
  tensors.take_norm("decoder.norm", root + "ln_f", layer.bias);
  const std::string logits = module_of(root) + "lm_head.weight";
  model.tied = !tensors.has(logits);
  if (!model.tied) {
    tensors.take_matrix("w_vocabulary", logits, true);
    // The logits of GPT-2 have no bias.
    if (layer.bias) tensors.add("b_vocabulary", Tensor::filled({words.size(0)}, 0));
  }
  stored.parameters = std::move(tensors).finish();
  stored.metadata = file.metadata();
  return stored;
}

}  // namespace ap
