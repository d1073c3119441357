#pragma once

#include <optional>

#include "attention_playground/checkpoint/model_record.hpp"
#include "attention_playground/checkpoint/safetensors.hpp"

namespace ap {

/// What the shapes of a file's tensors do not say. Where nothing is said here, the file's record
/// holds, or what PyTorch's modules do by default.
struct ImportOptions {
  /// Heads; in a file of other names its metadata may say it as `nhead` or `n_head`.
  std::optional<Index> nhead = {};
  /// `nn.TransformerEncoder` is also the usual way to make a model of a decoder alone; by default
  /// its layers are an encoder's.
  bool decoder_only = false;
  std::optional<Activation> activation = {};
  std::optional<bool> norm_first = {};
  std::optional<float> layer_norm_eps = {};
  std::optional<Positions> positions = {};
  std::optional<bool> scale_embedding = {};
  /// Tokens by id, as most files have none; empty: the file's.
  std::vector<std::string> vocabulary = {}, source_vocabulary = {};
};

/// A model as a file has it, under this project's paths.
struct StoredModel {
  ModelRecord record;
  Leaves parameters;
  Metadata metadata;
};

/// The names that PyTorch modules give their parameters, `P` standing for any module around them
/// (nothing, or "transformer." and so on), `N` for a layer's number; matrices are [out, in] there
/// and are transposed.
///
///     P encoder.layers.N.self_attn.in_proj_weight  W_q, W_k, W_v, one above the other: [3D, D]
///     P decoder.layers.N.multihead_attn.…          cross-attention
///     … .in_proj_bias, .out_proj.weight, .out_proj.bias
///     … .linear1, .linear2, .norm1, .norm2, .norm3, each .weight and .bias
///     P encoder.norm, P decoder.norm               the final norms
///     P layers.N.…, P norm                         an `nn.TransformerEncoder` alone
///     P embedding.weight                             of both sentences, or
///     P src_embedding.weight, P tgt_embedding.weight of each
///     P position_embedding.weight                    learned positions
///     P generator.weight, P generator.bias           of the logits; without it the table is used
///
/// Without a table of embeddings the model takes word vectors, and adds no positions to them; with
/// one, but without one of positions, they are sinusoidal. PyTorch's defaults stand for what no
/// tensor says: post-norm, ReLU, ε = 10⁻⁵.
///
/// Throws Error(missing) naming a tensor that the names of others demand, or nhead; (shape, rank)
/// naming a tensor of another shape; (step) `parameters` for a tensor of a name that is not listed.
StoredModel read_torch_transformer(const Safetensors& file, const ImportOptions& options);

/// GPT-2's names, and minGPT's, which has the same; `transformer.` may be absent, and modules
/// around it may put anything before them. Matrices are [in, out] in GPT-2 and [out, in] in minGPT,
/// which the shape of c_attn tells.
///
///     transformer.wte.weight, transformer.wpe.weight  tables of tokens and positions
///     transformer.h.N.ln_1, ln_2                      norms
///     transformer.h.N.attn.c_attn                     W_q, W_k, W_v side by side
///     transformer.h.N.attn.c_proj, mlp.c_fc, mlp.c_proj
///     transformer.ln_f                                the final norm
///     lm_head.weight                                  of the logits; without it the table is used
///
/// Masks among the tensors (attn.bias, attn.masked_bias) are left out. The model is pre-norm, with
/// gelu_tanh. Throws as read_torch_transformer does.
StoredModel read_gpt(const Safetensors& file, const ImportOptions& options);

/// Whether the names are GPT-2's.
bool has_gpt_names(const Safetensors& file);

}  // namespace ap
