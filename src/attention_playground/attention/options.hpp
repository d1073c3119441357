#pragma once

#include <cstdint>
#include <optional>

#include "attention_playground/steps/faults.hpp"
#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// Which keys each query may attend to, and which weights dropout keeps; any of these together.
struct MaskOptions {
  bool causal = false;
  Index causal_offset = 0;      // keys before the first query, from a cache
  bool lengths = false;         // hide the padding after each sentence
  bool key_padding = false;     // a given [B, S] mask instead of the lengths
  std::optional<Dims> custom;   // shape of a given additive mask, broadcastable to the scores
  std::optional<Dims> dropout;  // shape of a given mask of kept weights, likewise

  /// Whether any key may be hidden.
  bool any() const { return causal || lengths || key_padding || custom.has_value(); }
  bool operator==(const MaskOptions&) const = default;
};

/// How many queries and keys a tile has; 0 if attention is not cut into tiles.
struct TileOptions {
  Index queries = 0;
  Index keys = 0;

  bool any() const { return queries > 0; }
  bool operator==(const TileOptions&) const = default;
};

/// Keys and values that an earlier pass computed and kept.
struct CacheOptions {
  Index past = 0;         // how many tokens come before those of this pass
  bool complete = false;  // there are no others, as in cross-attention to a cached encoder
  Index room = 0;         // how many tokens their memory has room for; 0: only for those
  /// The pass also contains the earlier tokens, to show them: their keys and values are the cached
  /// ones.
  bool repeats = false;

  bool operator==(const CacheOptions&) const = default;
};

/// How scores become weights: softmax(cap(Q Kᵀ · scale / temperature) + masks), then dropout.
struct WeightOptions {
  MaskOptions mask;
  TileOptions tile;            // only for traces
  std::optional<float> scale;  // finite; 1/√d_k if not given
  float temperature = 1;       // 1e-30 to 1e30
  float softcap = 0;           // c of c · tanh(score / c), 1e-30 to 1e30; 0: scores stay
  float dropout_p = 0;         // probability from 0 to below 1; the caller sets 0 in evaluation
  float idle_dropout_p = 0;    // only for traces: dropout_p in training
  std::uint32_t seed = 0;      // for dropout

  /// Whether weights are dropped, by a draw or by a given mask.
  bool drops() const { return dropout_p > 0 || mask.dropout.has_value(); }
  bool operator==(const WeightOptions&) const = default;
};

/// Where the matrices of projections come from: Xavier-uniform from a seed (Glorot & Bengio 2010),
/// ones on the diagonal, or the caller.
enum class Projections { xavier, identity, given };

/// What is added to embeddings: nothing, sines and cosines (Vaswani et al. 2017, §3.5), or a table
/// generated from a seed; or nothing, but queries and keys of self-attention are rotated by their
/// positions (Su et al. 2021).
enum class Positions { none, sinusoidal, learned, rotary };

/// Whether something is added to embeddings.
constexpr bool are_added(Positions positions) {
  return positions == Positions::sinusoidal || positions == Positions::learned;
}

/// Where the word vectors [B, length, width] of one sentence come from.
struct WordVectors {
  Index batch = 1;
  Index length = 0;
  Index width = 0;
  bool from_tokens = true;  // looked up in the embedding table; else given

  bool operator==(const WordVectors&) const = default;
};

/// The projections of multi-head attention; matrices are [in, out].
struct ProjectionOptions {
  Projections source = Projections::xavier;
  Index num_heads = 1;
  Index query_key_width = 0;  // h·d_k: columns of W_q and W_k
  Index value_width = 0;      // h·d_v: columns of W_v, rows of W_o
  Index output_width = 0;     // columns of W_o; 0: no W_o, the heads side by side are the output
  bool query_bias = false, key_bias = false, value_bias = false, output_bias = false;
  bool rotary = false;    // queries and keys are rotated by their positions
  bool separate = false;  // one matrix for each head instead of one combined
  Index workers = 1;      // among which the heads are split

  bool operator==(const ProjectionOptions&) const = default;
};

/// The shapes of tensors that are given in place of sentences: query [B, T, width], key [B, S,
/// width], value [B, S, width]; those that are not projected may have heads, [B, h, T, width].
struct GivenShapes {
  Dims query, key, value;

  bool operator==(const GivenShapes&) const = default;
};

/// Everything that determines the plan of a traced attention layer; equal options share one plan.
struct AttentionOptions {
  std::optional<GivenShapes> operands;  // in place of x and memory
  WordVectors x;
  std::optional<WordVectors> memory;  // cross-attention: keys and values come from here
  Index vocabulary = 0;               // rows of the embedding table
  Positions positions = Positions::none;
  std::optional<ProjectionOptions> projections;  // none: the word vectors are Q, K and V themselves
  WeightOptions weights;
  Faults faults;
  std::vector<std::string> given;  // paths of the parameters that are given

  /// Whether queries and keys are rotated: not those of two sentences.
  bool rotates() const { return positions == Positions::rotary && !memory; }
  bool operator==(const AttentionOptions&) const = default;
};

}  // namespace ap
