#pragma once

#include <string>
#include <vector>

#include "attention_playground/attention/options.hpp"

namespace ap {

/// Which stacks a model has.
enum class Architecture { encoder_decoder, encoder_only, decoder_only };

/// The function between the two linear layers of a feed-forward network (ops/activation.hpp).
enum class Activation { relu, gelu, gelu_tanh };

/// What normalises the residual stream: layer norms, or nothing.
enum class Norm { layer_norm, none };

/// How the parameters of a model start.
enum class Initialization {
  uniform,  // Xavier-uniform matrices, biases in ±1/√width, standard normal tables
  normal,   // Xavier-normal matrices, biases 0, tables N(0, 1/√D)
};

/// One layer, encoder's or decoder's: nn.TransformerEncoderLayer's parameters, and whether parts of
/// it are left out.
struct LayerOptions {
  Index d_model = 64;
  Index nhead = 4;
  Index attention_width = 0;    // h·d_k and h·d_v; 0: d_model
  Index dim_feedforward = 256;  // 0: attention only
  bool residual = true;         // else a sublayer's result replaces its input
  Activation activation = Activation::relu;
  Norm norm = Norm::layer_norm;
  bool norm_first = false;  // pre-norm: x + f(norm(x)); else post-norm: norm(x + f(x))
  float layer_norm_eps = 1e-5F;
  bool bias = true;
  bool scale_scores = true;    // by 1/√d_k, or by `scale`
  std::optional<float> scale;  // finite; in place of 1/√d_k
  float dropout = 0;           // wherever the paper has it; the caller sets 0 in evaluation
  float idle_dropout = 0;      // only for traces: dropout in training
  std::uint32_t seed = 0;

  bool operator==(const LayerOptions&) const = default;
};

/// How the last position's logits become the next token.
struct ChoiceOptions {
  float temperature = 1;
  Index top_k = 0;       // only this many of the most probable may be drawn; 0: all
  bool sampled = false;  // else the most probable
  std::uint32_t seed = 0;
  Index place = 0;  // of the new token in its sequence; selects the random draw

  bool operator==(const ChoiceOptions&) const = default;
};

/// What one layer has otherwise than a model's others.
struct LayerShape {
  Index attention_width = 0;
  Index dim_feedforward = 0;
  bool residual = true;

  bool operator==(const LayerShape&) const = default;
};

/// The options of a model; with the seed they determine all of its parameters.
struct ModelOptions {
  Architecture architecture = Architecture::encoder_decoder;
  LayerOptions layer;
  Index num_encoder_layers = 2;
  Index num_decoder_layers = 2;
  std::vector<LayerShape> layers;  // of each stack's first layers; the others are as `layer` says
  bool final_norm = false;         // after each stack; pre-norm needs it
  Index vocabulary = 0;            // 0: no tokens, only given vectors
  Index source_vocabulary = 0;     // of the source alone; 0: both sentences share one
  Positions positions = Positions::sinusoidal;
  Index max_length = 512;        // rows of the table of learned positions
  bool scale_embedding = false;  // embeddings times √D (Vaswani et al. 2017, §3.4)
  bool tied = false;             // the output matrix is the target's embedding table
  /// Cross-attention's values are a linear map of the source's word embeddings, not of the
  /// encoder's output. Not the textbook's: the decoder learns a word's identity only by looking at
  /// that word.
  bool raw_values = false;
  /// Of an encoder: its output is the attention of the last layer's first head, as probabilities of
  /// source positions.
  bool pointer = false;
  /// Of an encoder: it ends with logits, as a decoder does, also without labels.
  bool predicts = false;
  float label_smoothing = 0;  // of the loss (Szegedy et al. 2016, §7): from 0 to below 1
  Initialization initialization = Initialization::uniform;
  std::vector<std::string> given;  // paths of the parameters that are given

  /// The options of the i-th layer of a stack.
  LayerOptions layer_at(Index i) const;
  /// The vocabulary of one sentence.
  Index source_tokens() const { return source_vocabulary > 0 ? source_vocabulary : vocabulary; }
  bool has_encoder() const { return architecture != Architecture::decoder_only; }
  bool has_decoder() const { return architecture != Architecture::encoder_only; }
  bool operator==(const ModelOptions&) const = default;
};

/// The number of tokens that the memory of keys and values has room for: a multiple of the model's
/// max_length, or of 1,024 if that is less.
Index cache_room(const ModelOptions& model, Index tokens);

/// One pass through a model; equal options share one plan.
struct PassOptions {
  ModelOptions model;
  std::optional<WordVectors> source, target;
  MaskOptions encoder_mask, decoder_mask, memory_mask;
  bool labels = false;  // compute a loss
  bool rounds = false;  // dropout differs from round to round, by a leaf
  std::optional<ChoiceOptions> choice;
  // Generation: how many tokens of the target and of the source are cached. With a cached source
  // the encoder does not run.
  Index past = 0;
  Index cached_memory = 0;
  bool repeats = false;  // the target also contains the cached tokens, to show them
  Faults faults;         // only for traces

  bool operator==(const PassOptions&) const = default;
};

}  // namespace ap
