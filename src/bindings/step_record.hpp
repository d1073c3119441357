#pragma once

#include <string>

#include "attention_playground/steps/plan.hpp"

namespace ap::bindings {

// Records as web/engine/steps.ts reads them: fields and their order.

/// kind, symbol, variable, formula, torch, numpy, operation, role, axes, arity.
std::string declaration_record(const Declaration& declaration);

/// A declaration's fields, then path, name, scope, superscript, shape, strides, offset, inputs,
/// whether it aliases, what a leaf is, attributes, multiply-adds.
std::string step_record(const Step& step);

}  // namespace ap::bindings
