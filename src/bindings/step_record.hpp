#pragma once

#include <string>

#include "attention_playground/steps/plan.hpp"

namespace ap::bindings {

// Records as web/engine/steps.ts reads them: fields and their order. Each is appended to those
// before.

/// kind, symbol, variable, formula, torch, numpy, operation, role, axes, arity: least and most.
void append_record(std::string& text, const Declaration& declaration);

/// A declaration's fields, then path, name, scope, superscript, shape, strides, offset, inputs,
/// whether it aliases, what a leaf is, its fault, attributes, multiply-adds.
void append_record(std::string& text, const Step& step);

}  // namespace ap::bindings
