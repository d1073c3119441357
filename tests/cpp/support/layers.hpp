#pragma once

#include <string>

#include "attention_playground/steps/run.hpp"
#include "attention_playground/transformer/layers.hpp"

namespace ap::test {

/// The parameters of layer 0 of one stack of a traced model: "encoder" or "decoder".
GivenLayer layer_of(Run& run, const std::string& stack);

/// A layer whose parameters are all 0, except norms of weight 1: x passes unchanged.
GivenLayer silent_layer(Index width, Index feed_forward);

}  // namespace ap::test
