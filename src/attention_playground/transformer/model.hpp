#pragma once

#include <memory>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/transformer/pass.hpp"

namespace ap {

/// One pass with given sentences, everything kept: teacher forcing, where there are labels.
struct PassRequest {
  std::optional<SentenceInput> source, target;
  GivenMasks src_masks, tgt_masks, memory_masks;
  bool target_causal = true;
  bool mask_padding = true;
  std::optional<Tensor> labels;  // [B, T], −1 where nothing is expected
};

/// A model: options, vocabulary and parameters, which its passes share.
class Model {
 public:
  /// Throws Error naming nhead, d_model, dim_feedforward, dropout, layer_norm_eps, max_length,
  /// num_encoder_layers, num_decoder_layers: also where the parameters cannot fit into memory; or
  /// `parameters` where one has an empty path.
  Model(ModelOptions options, std::vector<std::string> vocabulary, Leaves parameters);

  const ModelOptions& options() const { return options_; }
  /// The parameter itself, which `set` never writes into. Throws Error(step) where no pass has used
  /// one of that path.
  const Tensor parameter(const std::string& path) const;

  /// Throws Error naming a field of the request (source, target.ids, target.vectors, labels,
  /// src_masks.attn_mask, memory_masks.key_padding_mask …) or the path of a parameter.
  std::unique_ptr<Run> trace(const PassRequest& request);

  /// The tensors of a pass's leaves: those given here, then parameters.
  std::vector<Tensor> supply(const Plan& plan, Leaves given);

  /// Throws Error(step) naming `parameters` where one was given that this pass, a whole one, lacks.
  void require_known_paths(const Plan& plan) const;

  /// Replaces one number of a parameter; what earlier passes hold stays as it is. Throws
  /// Error(step, index, not_finite).
  void set(const std::string& path, Index position, float value);

 private:
  ModelOptions options_;
  std::shared_ptr<const std::vector<std::string>> vocabulary_;  // copies of a model share it
  Leaves given_;
  Leaves parameters_;  // made by seed, or given and then edited
};

/// The plan of a pass, declared or found again.
std::shared_ptr<const Pass> find_pass(const PassOptions& options, bool keep_all);

/// A pass's plan as runs take it: it keeps the pass alive.
std::shared_ptr<const Plan> plan_of(const std::shared_ptr<const Pass>& pass);

/// Throws Error(range) naming `argument` where learned positions have no row for each token.
void require_positions(const ModelOptions& model, Index length, Words argument);

}  // namespace ap
