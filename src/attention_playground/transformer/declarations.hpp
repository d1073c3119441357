#pragma once

#include "attention_playground/steps/declaration.hpp"

namespace ap {

/// Visits every kind of step that this library declares, once for each operation that it may have.
void for_each_declaration(DeclarationVisitor visit);

}  // namespace ap
