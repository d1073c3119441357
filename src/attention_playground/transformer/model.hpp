#pragma once

#include <memory>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/transformer/pass.hpp"

namespace ap {

/// One pass with given sentences, everything kept: teacher forcing, where there are labels. B
/// sentences of S source and T target tokens.
struct PassRequest {
  std::optional<SentenceInput> source;  // the encoder's
  std::optional<SentenceInput> target;  // the decoder's
  GivenMasks src_masks;                 // of the encoder's self-attention: S × S
  GivenMasks tgt_masks;                 // of the decoder's self-attention: T × T
  GivenMasks memory_masks;              // of its cross-attention: T × S
  bool target_causal = true;            // no token of the target sees a later one
  bool mask_padding = true;             // hides the padding behind each sentence
  std::optional<Tensor> labels;         // [B, T] ids, −1 where nothing is expected
  Faults faults;                        // that are made on purpose
};

/// A model: options, vocabulary and parameters, which its passes share. A parameter is made by seed
/// and path when a pass first needs it. A copy shares the parameters, and is edited by itself.
class Model {
 public:
  /// `vocabulary` holds the tokens' texts by id; none for a model of vectors alone. `parameters`
  /// are those that are not made by seed, by path: "decoder.0.self_attention.w_q".
  ///
  /// Throws Error naming (heads) nhead, (range) d_model, dim_feedforward, dropout, layer_norm_eps,
  /// max_length, num_encoder_layers or num_decoder_layers; (memory) d_model or max_length where the
  /// parameters cannot fit; (step) `parameters` for an empty path, (not_finite) that path.
  Model(const ModelOptions& options, std::vector<std::string> vocabulary, Leaves parameters);

  const ModelOptions& options() const { return options_; }
  /// The parameter itself, which `set` never writes into. Throws Error(step) naming `path` where no
  /// pass has used one of that path.
  const Tensor parameter(const std::string& path) const;

  /// One pass through the model, step by step, all of them kept.
  ///
  /// Throws Error naming a field of the request: (missing) source or target, (shape) target;
  /// (missing, size, rank, shape, range, not_finite) source.ids, source.vectors, target.ids or
  /// target.vectors; (conflict, shape) labels; (shape, not_finite) src_masks.attn_mask,
  /// memory_masks.key_padding_mask and so on; (missing) vocabulary. Also (range) ids or labels for
  /// one that no token has; (step) parameters for a given one that the model lacks, (shape) the
  /// path of one of another shape; (conflict) faults, as trace_attention; (memory).
  std::unique_ptr<Run> trace(const PassRequest& request);

  /// The tensors of a pass's leaves, in the order that a Run takes them: those given here, by path,
  /// then parameters. Throws what supply_leaves throws.
  std::vector<Tensor> supply(const Plan& plan, Leaves given);

  /// Throws Error(step) naming `parameters` where one was given that this pass, a whole one, lacks.
  void require_known_paths(const Plan& plan) const;

  /// Replaces the number at a row-major position of a parameter, in a copy; what earlier passes
  /// hold stays as it is. Throws Error(step) naming `path`, (index) `index`, (not_finite) `value`.
  void set(const std::string& path, Index position, float value);

 private:
  ModelOptions options_;
  std::shared_ptr<const std::vector<std::string>> vocabulary_;  // copies of a model share it
  Leaves given_;
  Leaves parameters_;  // made by seed, or given and then edited
};

/// The plan of a pass, declared or found again among those that this thread used last.
std::shared_ptr<const Pass> find_pass(const PassOptions& options, bool keep_all);

/// A pass's plan as runs take it: it keeps the pass alive.
std::shared_ptr<const Plan> plan_of(const std::shared_ptr<const Pass>& pass);

/// Throws Error(range) naming `argument` where learned positions have no row for each token.
void require_positions(const ModelOptions& model, Index length, Words argument);

}  // namespace ap
