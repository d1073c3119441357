#pragma once

#include "attention_playground/checkpoint/parameter_names.hpp"
#include "attention_playground/transformer/model.hpp"

namespace ap {

/// The key of a file's metadata that has a model's record (model_record.hpp).
inline constexpr const char* model_key = "attention_playground.model";

/// What the names of an optimiser's tensors begin with; a model is read without them.
inline constexpr const char* optimizer_prefix = "optimizer.";

/// The metadata of a model's file: its record.
Metadata model_metadata(const Model& model);

/// A safetensors file of all parameters of a model by path, in the order of a pass, with its record
/// in the metadata before what the caller adds. Throws what Model::parameters and
/// write_safetensors throw; (conflict) if `metadata` has the record's key.
Bytes save_model(Model& model, Dtype type, const Metadata& metadata = {});

/// The parts of a model in a safetensors file: one that save_model wrote, or one that PyTorch's
/// modules name (parameter_names.hpp), also inside of wrappers (Safetensors::unwrap). Throws what
/// Safetensors, read_model_record, read_torch_transformer and read_gpt throw.
StoredModel read_model(ByteView bytes, const ImportOptions& options = {});

/// The model in a file. From 32-bit numbers it computes what the saved model did, to the last bit.
/// Throws what read_model and Model throw, and (missing, step, shape) for parameters that are not
/// those of the options.
Model load_model(ByteView bytes, const ImportOptions& options = {});

}  // namespace ap
