#pragma once

#include <array>

#include "attention_playground/transformer/model.hpp"

namespace ap {

/// What the next token follows from.
struct NextTokenRequest {
  std::vector<Index> source;  // ids of the encoder's sentence; none without an encoder
  std::vector<Index> tokens;  // ids so far, at least one
  ChoiceOptions choice;
  bool use_cache = true;
};

/// The same pass without a cache: what a plan without one takes, and where a kept key came from.
/// Its numbers are equal to the last bit. The run throws what Generation::next throws.
PassOptions without_cache(const ModelOptions& model, const NextTokenRequest& request);
std::unique_ptr<Run> run_without_cache(Model& model, const NextTokenRequest& request);

/// A token that was chosen, with the pass that chose it.
struct NextToken {
  Index id;                          // in the vocabulary
  NextTokenRequest request;          // that it follows from
  std::shared_ptr<Model> model;      // as it was: later edits leave it alone
  std::shared_ptr<const Pass> pass;  // which steps of the run are the logits, the probabilities, …
  std::shared_ptr<Run> run;          // keeps only what a Pass names, until it is asked to keep all
  Index kept;                        // tokens whose keys and values came from the cache
  Index computed;                    // tokens that this pass computed
  double multiply_adds;              // that it took
  double multiply_adds_without_cache;  // that the same pass takes without
};

/// All tokens so far as one pass, with the kept keys and values that this token's pass had; where
/// it had none it is the pass without a cache. Every row is that of the pass that computed it, to
/// the last bit, as long as no parameter was replaced between the two. The next token is chosen as
/// `choice` says, its place as it was. Throws what Generation::next throws.
std::unique_ptr<Run> run_of_sequence(const NextToken& token, const ChoiceOptions& choice);

/// Keys and values of the tokens last seen, and the tokens that are chosen with them: to the last
/// bit those that are chosen without. Packs the model's weights for products (ops/packed.hpp).
class Generation {
 public:
  explicit Generation(std::shared_ptr<Model> model) : model_(std::move(model)) {}

  /// Computes what the cache lacks: with the same source, only the tokens behind the longest prefix
  /// that the last tokens share with these. A sampled token is drawn by (seed, place) alone.
  ///
  /// Throws Error(conflict) naming architecture for a model without a decoder; (missing) naming
  /// vocabulary, or source where there is one too many or too few; (size, range) naming tokens or
  /// source; (range) naming top_k or temperature, or ids for one that no token has; (memory).
  NextToken next(const NextTokenRequest& request);

  /// Replaces one number of a parameter, as Model::set. Says whether that emptied the cache: it
  /// does where a kept key or value depends on it.
  bool set(const std::string& path, Index position, float value);

  /// How many tokens' keys and values are kept.
  Index cached() const { return static_cast<Index>(tokens_.size()); }
  void clear();

 private:
  struct KeysAndValues {
    Tensor keys, values;
  };

  void check(const NextTokenRequest& request) const;
  Index shared_prefix(const NextTokenRequest& request) const;
  bool is_kept_by(const std::string& path) const;
  Leaves cache_of(const PassOptions& options) const;
  void make_room(Index count, Index room);
  void keep(const NextTokenRequest& request, const Pass& pass, Run& run, Index room);
  double multiply_adds_without_cache(const NextTokenRequest& request);

  std::shared_ptr<Model> model_;
  std::vector<Index> source_, tokens_;       // of which the keys and values are here
  std::vector<KeysAndValues> own_, memory_;  // of each decoder layer
  bool packed_ = false;                      // the weights, as far as memory allows
  // Of one to three tokens, with so long a source.
  std::array<double, 3> counted_ = {};
  std::size_t counted_source_ = 0;
};

}  // namespace ap
