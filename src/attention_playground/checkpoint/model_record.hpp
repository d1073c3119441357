#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attention_playground/tensor/words.hpp"
#include "attention_playground/transformer/options.hpp"

namespace ap {

/// What a file says of a model besides its parameters.
struct ModelRecord {
  ModelOptions options;
  std::vector<std::string> vocabulary, source_vocabulary;  // tokens by id
};

/// A JSON object whose fields are the options of `ap.transformer` in the npm API, with the same
/// names and values: "dModel", "architecture": "decoder-only". Numbers are as exact as in the
/// options. Given parameters are not part of it.
std::string model_record(const ModelRecord& record);

/// Reads such a record; fields that it lacks are as in ModelOptions. Throws Error(file) naming
/// `argument` for anything else, a field of another name included. A width of attention of 0 stands
/// for the width of the model.
ModelRecord read_model_record(std::string_view text, Words argument);

}  // namespace ap
