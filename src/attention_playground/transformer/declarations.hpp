#pragma once

#include <vector>

#include "attention_playground/steps/declaration.hpp"

namespace ap {

/// Every kind of step that a graph of ours declares, once for each operation that it may have.
std::vector<Declaration> declarations();

}  // namespace ap
