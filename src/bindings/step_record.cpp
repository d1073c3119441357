#include "bindings/step_record.hpp"

#include <cstring>

#include "attention_playground/tensor/error.hpp"
#include "bindings/values.hpp"

namespace ap::bindings {

namespace {

template <typename Entries, typename ToText>
std::string list(const Entries& entries, ToText text_of) {
  std::string text;
  for (const auto& entry : entries) (text += text.empty() ? "" : ",") += text_of(entry);
  return text;
}

std::string list(const Dims& dims) {
  return list(dims, [](Index size) { return std::to_string(size); });
}

void append_field(std::string& record, const std::string& field) { (record += field_end) += field; }

/// "name=value,name=value": what does not apply is left out.
class Pairs {
 public:
  void add(const char* name, const std::string& value) {
    if (value.empty()) return;
    ((text_ += text_.empty() ? "" : ",") += name) += "=" + value;
  }
  void add(const char* name, Index number) { add(name, std::to_string(number)); }
  /// Its bits: exact, and no printf.
  void add_float(const char* name, float number) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    add(name, "#" + std::to_string(bits));
  }
  /// From 0: −1 where it does not apply.
  void add_place(const char* name, Index place) {
    if (place >= 0) add(name, place);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string scope_text(const Scope& scope) {
  Pairs pairs;
  pairs.add("sentence", name_of(scope.sentence));
  pairs.add("keySentence", name_of(scope.key_sentence));
  pairs.add("stack", name_of(scope.stack));
  pairs.add("part", name_of(scope.part));
  pairs.add_place("layer", scope.layer);
  if (scope.sublayer > 0) pairs.add("sublayer", scope.sublayer);
  pairs.add_place("head", scope.head);
  pairs.add_place("row", scope.tile_row);
  pairs.add_place("column", scope.tile_column);
  pairs.add_place("worker", scope.worker);
  return pairs.text();
}

/// What stands above the symbol, to tell it from others beside it.
const char* superscript_of(const Scope& scope) {
  if (scope.worker >= 0) return "worker";
  return scope.is_crossing() || scope.part == Part::scaled ? "'" : "";
}

/// What an operation was told, by the names that texts use; shapes go with the step itself.
struct AttributeWriter {
  Pairs& pairs;

  void operator()(std::monostate) {}
  void operator()(const ToShape&) {}
  void operator()(const Along& along) { pairs.add("axis", along.axis); }
  void operator()(const Swapped& swapped) {
    pairs.add("axis", swapped.axis);
    pairs.add("other_axis", swapped.other_axis);
  }
  void operator()(const Window& window) {
    pairs.add("axis", window.axis);
    pairs.add("start", window.start);
    pairs.add("length", window.length);
  }
  void operator()(const Factor& factor) {
    static constexpr const char* names[] = {
        "plain",  "sqrt_d_k", "scale",        "temperature", "scale_over_temperature",
        "sqrt_d", "unscaled", "sqrt_d_model", "sqrt_h"};
    pairs.add_float("factor", factor.value);
    pairs.add(names[static_cast<int>(factor.name)], 1);
  }
  void operator()(const Normalised& normalised) {
    std::string sizes;
    for (const Index size : normalised.shape)
      (sizes += sizes.empty() ? "" : " ") += std::to_string(size);
    pairs.add("normalized_shape", sizes);
    pairs.add_float("eps", normalised.epsilon);
  }
  void operator()(const Dropped& dropped) {
    pairs.add_float("p", dropped.probability);
    pairs.add("seed", std::to_string(dropped.seed));
  }
  void operator()(const Drawn& drawn) { pairs.add("seed", std::to_string(drawn.seed)); }
  void operator()(const Largest& largest) { pairs.add("k", largest.count); }
  void operator()(const FromPosition& positions) { pairs.add("first", positions.first); }
  void operator()(const Visible& visible) { pairs.add("past", visible.past); }
  void operator()(const Leaf& leaf) {
    static constexpr const char* names[] = {"xavier_uniform", "bias_uniform", "normal",
                                            "ones",           "zeros",        "identity"};
    if (leaf.source == Leaf::Source::parameter)
      pairs.add(names[static_cast<int>(leaf.initialiser)], 1);
  }
};

std::string attributes_text(const Attributes& attributes) {
  Pairs pairs;
  std::visit(AttributeWriter{pairs}, attributes);
  return pairs.text();
}

/// What is computed of no step follows from a rule.
const char* source_of(const Step& step) {
  static constexpr const char* names[] = {"data", "parameter", "cache"};
  if (!step.is_leaf()) return "";
  if (!step.is_supplied()) return "constant";
  return names[static_cast<int>(as<Leaf>(step.attributes).source)];
}

}  // namespace

std::string declaration_record(const Declaration& declaration) {
  const Operation& operation = *declaration.operation;
  const Texts texts = declaration.written();
  std::string record = declaration.kind;
  for (const char* field : {declaration.symbol, declaration.variable, texts.formula, texts.torch,
                            texts.numpy, operation.name, name_of(declaration.role)})
    append_field(record, field);
  append_field(record, list(declaration.axes, [](Axis axis) { return name_of(axis); }));
  const int most = operation.arity.most == many ? -1 : operation.arity.most;
  append_field(record, std::to_string(operation.arity.least) + " " + std::to_string(most));
  return record;
}

std::string step_record(const Step& step) {
  std::string record = declaration_record(step.declaration);
  append_field(record, step.path);
  append_field(record, step.name);
  append_field(record, scope_text(step.scope));
  append_field(record, superscript_of(step.scope));
  append_field(record, list(step.layout.shape));
  append_field(record, list(step.layout.strides));
  append_field(record, std::to_string(step.layout.offset));
  append_field(record, list(step.inputs, [](StepId input) { return std::to_string(input); }));
  append_field(record, step.declaration.operation->aliases ? "1" : "0");
  append_field(record, source_of(step));
  append_field(record, name_of(step.fault));
  append_field(record, attributes_text(step.attributes));
  append_field(record, to_text(step.multiply_adds));
  return record;
}

}  // namespace ap::bindings
