#include "attention_playground/transformer/declarations.hpp"

#include "attention_playground/transformer/pass.hpp"

namespace ap {

namespace {

PassOptions small_pass() {
  PassOptions options;
  options.model.layer.d_model = 4;
  options.model.layer.nhead = 2;
  options.model.layer.dim_feedforward = 4;
  options.model.layer.dropout = 0.5F;
  options.model.num_encoder_layers = options.model.num_decoder_layers = 1;
  options.model.vocabulary = 5;
  options.model.scale_embedding = true;
  options.source = WordVectors{1, 3, 4, true};
  options.target = WordVectors{1, 2, 4, true};
  options.decoder_mask.causal = true;
  return options;
}

}  // namespace

void add_transformer_declarations(std::vector<Declaration>& list) {
  const auto add = [&](const PassOptions& options) {
    add_declarations(declare_pass(options).plan, list);
  };
  PassOptions options = small_pass();
  add(options);
  options.labels = true;
  add(options);
  options.labels = false;
  options.model.positions = Positions::learned;
  for (const bool bias : {true, false}) {
    options.model.layer.bias = bias;
    for (const auto activation : {Activation::relu, Activation::gelu, Activation::gelu_tanh}) {
      options.model.layer.activation = activation;
      add(options);
    }
  }
  options.model.tied = true;
  add(options);
  options.choice = ChoiceOptions{.temperature = 2, .top_k = 2, .sampled = true};
  options.past = 1;
  options.cached_memory = 3;
  options.source.reset();
  options.decoder_mask.causal_offset = 1;
  add(options);
  options.choice->sampled = false;
  add(options);
}

}  // namespace ap
