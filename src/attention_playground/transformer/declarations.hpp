#pragma once

#include <vector>

#include "attention_playground/steps/declaration.hpp"

namespace ap {

/// Every kind of step of a Transformer's passes with every variant of its formula, in the order of
/// the walk; those of attention among them are left to attention_declarations().
void add_transformer_declarations(std::vector<Declaration>& list);

}  // namespace ap
