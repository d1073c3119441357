#pragma once

#include <array>

#include "attention_playground/transformer/model.hpp"

namespace ap {

/// The inputs that determine the next token.
struct NextTokenRequest {
  std::vector<Index> source;  // ids of the encoder's sentence; empty without an encoder
  std::vector<Index> tokens;  // ids so far, at least one
  ChoiceOptions choice;
  bool use_cache = true;
};

/// The same pass without a cache, which shows how much work a cache saves and where a cached key
/// came from. Its numbers are equal to the last bit. The run throws what Generation::next throws.
PassOptions without_cache(const ModelOptions& model, const NextTokenRequest& request);
std::unique_ptr<Run> run_without_cache(Model& model, const NextTokenRequest& request);

/// A token that was chosen, with the pass that chose it.
struct NextToken {
  Index id;                          // in the vocabulary
  NextTokenRequest request;          // the token's request
  std::shared_ptr<Model> model;      // a copy that later edits do not change
  std::shared_ptr<const Pass> pass;  // which steps of the run are the logits, the probabilities, …
  std::shared_ptr<Run> run;          // keeps only what a Pass names, until keep_all()
  Index kept;                        // tokens whose keys and values came from the cache
  Index computed;                    // tokens that this pass computed
  double multiply_adds;              // of this pass
  double multiply_adds_without_cache;  // of the same pass without a cache
};

/// All tokens so far as one pass, with the cached keys and values of this token's pass; if it had
/// none, this is the pass without a cache. Every row equals that of the pass that computed it, to
/// the last bit, unless a parameter was replaced in between. The next token is chosen as `choice`
/// says, at the same place. Throws what Generation::next throws.
std::unique_ptr<Run> run_of_sequence(const NextToken& token, const ChoiceOptions& choice);

/// Chooses tokens with the cached keys and values of the tokens of the last call. The numbers are
/// equal to those without a cache, to the last bit. Packs the model's weights for products
/// (ops/packed.hpp).
class Generation {
 public:
  explicit Generation(std::shared_ptr<Model> model)
      : model_(std::move(model)), assigned_(model_->assigned()) {}

  /// Computes what the cache lacks: with the same source, only the tokens after the longest prefix
  /// that they share with those of the last call. The draw of a sampled token depends only on
  /// (seed, place).
  ///
  /// Throws Error(conflict) naming architecture for a model without a decoder; (missing) naming
  /// vocabulary, or source if it is missing or not wanted; (size, range) naming tokens or source;
  /// (range) naming top_k or temperature, or ids for an id without a token; (memory).
  NextToken next(const NextTokenRequest& request);

  /// Replaces one number of a parameter, as Model::set does. Returns whether that emptied the
  /// cache, which happens if a cached key or value depends on the parameter.
  bool set(const std::string& path, Index position, float value);

  /// The number of tokens whose keys and values are cached.
  Index cached() const { return is_stale() ? 0 : static_cast<Index>(tokens_.size()); }
  void clear();

 private:
  struct KeysAndValues {
    Tensor keys, values;
  };

  /// Whether the model's parameters have been replaced since its last token.
  bool is_stale() const { return assigned_ != model_->assigned(); }
  void check(const NextTokenRequest& request) const;
  Index shared_prefix(const NextTokenRequest& request) const;
  bool is_kept_by(const std::string& path) const;
  Leaves cache_of(const PassOptions& options) const;
  void make_room(Index count, Index room);
  void keep(const NextTokenRequest& request, const Pass& pass, Run& run, Index room);
  double multiply_adds_without_cache(const NextTokenRequest& request);

  std::shared_ptr<Model> model_;
  std::vector<Index> source_, tokens_;       // whose keys and values are cached
  std::vector<KeysAndValues> own_, memory_;  // of each decoder layer
  bool packed_ = false;                      // whether the weights are, as far as memory allows
  unsigned assigned_ = 0;                    // Model::assigned() at the last token
  // Multiply-adds of passes over one to three tokens, with a source of this length.
  std::array<double, 3> counted_ = {};
  std::size_t counted_source_ = 0;
};

}  // namespace ap
