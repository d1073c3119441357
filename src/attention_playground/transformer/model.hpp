#pragma once

#include <memory>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/transformer/pass.hpp"

namespace ap {

/// One pass with given sentences that keeps everything; with labels it is teacher forcing. B
/// sentences of S source and T target tokens.
struct PassRequest {
  std::optional<SentenceInput> source;  // the encoder's
  std::optional<SentenceInput> target;  // the decoder's
  GivenMasks src_masks;                 // of the encoder's self-attention: S × S
  GivenMasks tgt_masks;                 // of the decoder's self-attention: T × T
  GivenMasks memory_masks;              // of its cross-attention: T × S
  bool target_causal = true;            // no token of the target sees a later one
  bool mask_padding = true;             // hides the padding after each sentence
  /// [B, T] ids, −1 where nothing is expected; of a pointer positions of the source.
  std::optional<Tensor> labels;
  /// The number of the pass, from 0 to below 2²⁴: which cells dropout drops depends on it, too.
  std::optional<Index> round;
  Faults faults;  // to be made on purpose
};

/// A request that has been checked.
struct CheckedPass {
  PassOptions options;
  Leaves given;  // the tensors of leaves that are no parameters
};

/// A model: options, vocabulary and parameters, which its passes share. A parameter is generated
/// from its path and the seed when a pass first needs it. A copy shares the parameters, but edits
/// of one do not affect the other.
class Model {
 public:
  /// `vocabulary` holds the tokens' texts by id; it is empty for a model that takes only vectors.
  /// `parameters` are those that are not generated from the seed, by path:
  /// "decoder.0.self_attention.w_q". `source_vocabulary` holds the source's tokens, if they are
  /// not the target's.
  ///
  /// Throws Error naming (heads) nhead or attention_width, (range) d_model, dim_feedforward,
  /// dropout, layer_norm_eps, label_smoothing, max_length, num_encoder_layers or
  /// num_decoder_layers, or layers.0 and so on for what one layer has otherwise;
  /// (conflict) positions, raw_values, source_vocabulary, pointer or label_smoothing if other
  /// options exclude them; (memory) d_model or max_length if the parameters do not fit; (step)
  /// `parameters` for an empty path, and for given ones that the model lacks; (shape, not_finite)
  /// the path of a given one.
  Model(const ModelOptions& options, std::vector<std::string> vocabulary, Leaves parameters,
        std::vector<std::string> source_vocabulary = {});

  const ModelOptions& options() const { return options_; }
  /// The tokens' texts by id; the source's are empty if it has none of its own.
  const std::vector<std::string>& vocabulary() const { return vocabularies_->tokens; }
  const std::vector<std::string>& source_vocabulary() const { return vocabularies_->of_source; }
  /// The parameter itself, which `set` never writes into. Throws Error(step) naming `path` if no
  /// pass has used a parameter with that path.
  const Tensor parameter(const std::string& path) const;

  /// All parameters by path, in the order of a pass over tokens (over vectors, if there is no
  /// vocabulary); those that no pass has used yet are generated. Throws Error(memory).
  Leaves parameters();

  /// One pass through the model, step by step; it keeps all steps.
  ///
  /// Throws Error naming a field of the request: (missing) source or target, (shape) target;
  /// (missing, size, rank, shape, range, not_finite) source.ids, source.vectors, target.ids or
  /// target.vectors; (conflict, shape) labels; (shape, not_finite) src_masks.attn_mask,
  /// memory_masks.key_padding_mask and so on; (missing) vocabulary; (range) round. Also (range) ids
  /// or labels for an id without a token; (conflict) faults, as trace_attention; (memory).
  std::unique_ptr<Run> trace(const PassRequest& request);

  /// The options and leaves of such a pass, for other plans of it. Throws what trace() throws for a
  /// field of the request.
  CheckedPass check(const PassRequest& request) const;

  /// The tensors of a pass's leaves, in the order that a Run takes them: those in `given`, by path,
  /// and parameters. Throws what supply_leaves throws.
  std::vector<Tensor> supply(const Plan& plan, Leaves given);

  /// Replaces the number at a row-major position of a parameter, in a copy; tensors that earlier
  /// passes hold do not change. Throws Error(step) naming `path`, (index) `index`, (not_finite)
  /// `value`.
  void set(const std::string& path, Index position, float value);
  /// Replaces whole parameters, by path, for later passes: these tensors must not be written to
  /// later. Throws Error(step) naming `path` if no pass has used one, (shape) naming the path.
  void assign(const Leaves& parameters);
  /// How often parameters have been replaced by assign().
  unsigned assigned() const { return assigned_; }

 private:
  std::shared_ptr<const Pass> smallest_pass() const;

  ModelOptions options_;
  struct Vocabularies {
    std::vector<std::string> tokens, of_source;
  };

  std::shared_ptr<const Vocabularies> vocabularies_;  // copies of a model share them
  Leaves given_;
  Leaves parameters_;  // generated, or given and then edited
  unsigned assigned_ = 0;
};

/// The pass with these options: a new one, or one of those that this thread used last.
std::shared_ptr<const Pass> find_pass(const PassOptions& options, bool keep_all);

/// The plan of a pass as a pointer for runs, which keeps the pass alive.
std::shared_ptr<const Plan> plan_of(const std::shared_ptr<const Pass>& pass);

/// Throws Error(range) naming `argument` if there are fewer learned positions than tokens.
void require_positions(const ModelOptions& model, Index length, Words argument);

}  // namespace ap
