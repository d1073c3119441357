#pragma once

#include "attention_playground/checkpoint/model_file.hpp"
#include "bindings/files.hpp"
#include "bindings/request.hpp"
#include "bindings/transformer.hpp"

namespace ap::bindings {

/// The model of a file; the request has what the caller says of it, and −1 for what it does not
/// say.
val load_model(Handle bytes, double length, const Request& said);
/// Its options and words, as JSON of the options of ap.transformer.
val record_of(const Transformer& model);
/// The keys and texts of a file's metadata, which the request has in turn.
Metadata metadata_of(const Request& request);
/// The bytes of its file; the request has the metadata as keys and texts in turn.
val save_model(const Transformer& model, int type, const Request& metadata);

}  // namespace ap::bindings
