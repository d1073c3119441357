#pragma once

#include <string>

#include "attention_playground/steps/plan.hpp"

namespace ap::bindings {

// Records whose fields have the order that web/engine/traces/steps.ts reads. Each is appended to
// the text.

/// kind, symbol, variable, formula, torch, numpy, operation, role, axes, arity: least and most.
void append_record(std::string& text, const Declaration& declaration);

/// A declaration's fields, then path, name, scope, superscript, shape, strides, offset, inputs,
/// whether it aliases, the source of a leaf, its fault, attributes, multiply-adds.
void append_record(std::string& text, const Step& step);

}  // namespace ap::bindings
