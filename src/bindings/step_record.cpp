#include "bindings/step_record.hpp"

#include <cstring>

#include "attention_playground/tensor/error.hpp"
#include "bindings/values.hpp"

namespace ap::bindings {

namespace {

/// Writes fields one after the other, and lists and pairs into them.
class StepWriter {
 public:
  explicit StepWriter(std::string& text) : text_(text) {}

  /// Begins the field of the entries that follow.
  void begin_field() { text_ += field_end; }
  void field(const char* words) {
    begin_field();
    text_ += words;
  }
  void field(Index number) { field(std::to_string(number).c_str()); }

  /// Adds an entry, after a comma unless it is the first of its field.
  void entry(const char* words) {
    if (text_.back() != field_end) text_ += ',';
    text_ += words;
  }
  void entry(Index number) { entry(std::to_string(number).c_str()); }
  template <typename Entries>
  void list(const Entries& entries) {
    begin_field();
    for (const auto each : entries) entry(each);
  }

  /// "name=value"; left out if the value is empty.
  void pair(const char* name, const char* value) {
    if (*value == '\0') return;
    entry(name);
    (text_ += '=') += value;
  }
  void pair(const char* name, Index number) { pair(name, std::to_string(number).c_str()); }
  void seed(std::uint32_t seed) { pair("seed", std::to_string(seed).c_str()); }
  /// The bits of the number: exact, and without printf.
  void pair_of_float(const char* name, float number) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    pair(name, ("#" + std::to_string(bits)).c_str());
  }
  /// A number from 0; −1, left out, means that it does not apply.
  void place(const char* name, Index place) {
    if (place >= 0) pair(name, place);
  }

 private:
  std::string& text_;
};

void write_scope(StepWriter& writer, const Scope& scope) {
  writer.begin_field();
  writer.pair("sentence", name_of(scope.sentence));
  writer.pair("keySentence", name_of(scope.key_sentence));
  writer.pair("stack", name_of(scope.stack));
  writer.pair("part", name_of(scope.part));
  writer.place("layer", scope.layer);
  if (scope.sublayer > 0) writer.pair("sublayer", scope.sublayer);
  writer.place("head", scope.head);
  writer.place("row", scope.tile_row);
  writer.place("column", scope.tile_column);
  writer.place("worker", scope.worker);
}

/// The superscript that distinguishes the symbol from others beside it. A gradient has that of the
/// symbol in its own.
const char* superscript_of(const Step& step) {
  const Scope& scope = step.scope;
  if (step.backward) return "";
  if (scope.worker >= 0) return "worker";
  return scope.is_crossing() || scope.part == Part::scaled ? "'" : "";
}

/// Writes an operation's attributes by the names that texts use; the step itself has the shape.
struct AttributeWriter {
  StepWriter& writer;

  void several(const char* name, const Dims& numbers) {
    std::string text;
    for (const Index number : numbers) (text += text.empty() ? "" : " ") += std::to_string(number);
    writer.pair(name, text.c_str());
  }

  void operator()(std::monostate) {}
  void operator()(const ToShape&) {}
  void operator()(const Along& along) { writer.pair("axis", along.axis); }
  void operator()(const Swapped& swapped) {
    writer.pair("axis", swapped.axis);
    writer.pair("other_axis", swapped.other_axis);
  }
  void operator()(const Window& window) {
    writer.pair("axis", window.axis);
    writer.pair("start", window.start);
    writer.pair("length", window.length);
  }
  void operator()(const Padding& padding) {
    writer.pair("axis", padding.axis);
    writer.pair("before", padding.before);
    writer.pair("after", padding.after);
  }
  void operator()(const Summed& summed) {
    several("removed", summed.removed);
    several("reduced", summed.kept);
  }
  void operator()(const Entries& entries) { writer.pair("entries", entries.count); }
  void operator()(const Labelled& labelled) {
    if (labelled.smoothing > 0) writer.pair_of_float("smoothing", labelled.smoothing);
    writer.pair("entries", labelled.entries);
  }
  void operator()(const Factor& factor) {
    static constexpr const char* names[] = {"plain",  "sqrt_d_k", "scale",        "temperature",
                                            "sqrt_d", "unscaled", "sqrt_d_model", "sqrt_h"};
    writer.pair_of_float("factor", factor.value);
    writer.pair(names[static_cast<int>(factor.name)], 1);
  }
  void operator()(const Normalised& normalised) {
    several("normalized_shape", normalised.shape);
    writer.pair_of_float("eps", normalised.epsilon);
  }
  void operator()(const Dropped& dropped) {
    writer.pair_of_float("p", dropped.probability);
    writer.seed(dropped.seed);
  }
  void operator()(const DropoutRate& rate) { writer.pair_of_float("p", rate.probability); }
  void operator()(const Drawn& drawn) { writer.seed(drawn.seed); }
  void operator()(const Largest& largest) { writer.pair("k", largest.count); }
  void operator()(const Tie& tie) { writer.pair("wins", tie.loses ? 0 : 1); }
  void operator()(const Above& above) { writer.pair_of_float("threshold", above.threshold); }
  void operator()(const Capped& capped) { writer.pair_of_float("cap", capped.cap); }
  void operator()(const FromPosition& positions) { writer.pair("first", positions.first); }
  void operator()(const Rotated& rotated) {
    writer.pair("first", rotated.first);
    if (rotated.back) writer.pair("back", 1);
  }
  void operator()(const Visible& visible) { writer.pair("past", visible.past); }
  void operator()(const Leaf& leaf) {
    static constexpr const char* names[] = {"xavier_uniform", "xavier_normal", "bias_uniform",
                                            "normal",         "narrow_normal", "ones",
                                            "zeros",          "identity"};
    if (leaf.source == Leaf::Source::parameter || leaf.source == Leaf::Source::constant)
      writer.pair(names[static_cast<int>(leaf.initialiser)], 1);
  }
};

/// What a step of a backward pass is: indices of steps.
void write_backward(StepWriter& writer, const std::optional<BackwardPart>& part) {
  writer.begin_field();
  if (!part) return;
  writer.place("of", part->of);
  writer.place("through", part->through);
  if (part->is_share) writer.pair("share", 1);
  if (part->is_update) writer.pair("update", 1);
}

/// The source of a leaf. A leaf that is not supplied is computed from its attributes alone.
const char* source_of(const Step& step) {
  static constexpr const char* names[] = {"data", "parameter", "cache", "constant"};
  if (!step.is_leaf()) return "";
  if (!step.is_supplied()) return "constant";
  return names[static_cast<int>(as<Leaf>(step.attributes).source)];
}

}  // namespace

void append_record(std::string& text, const Declaration& declaration) {
  const Operation& operation = *declaration.operation;
  const Texts texts = declaration.written();
  if (!text.empty()) text += record_end;
  text += declaration.kind;
  StepWriter writer(text);
  for (const char* field : {declaration.symbol, declaration.variable, texts.formula, texts.torch,
                            texts.numpy, operation.name, name_of(declaration.role)})
    writer.field(field);
  writer.begin_field();
  for (const Axis axis : declaration.axes) writer.entry(name_of(axis));
  writer.begin_field();
  writer.entry(operation.arity.least);
  writer.entry(operation.arity.most == many ? -1 : operation.arity.most);
}

void append_record(std::string& text, const Step& step) {
  append_record(text, step.declaration);
  StepWriter writer(text);
  writer.field(step.path.c_str());
  writer.field(step.name.c_str());
  write_scope(writer, step.scope);
  writer.field(superscript_of(step));
  writer.list(step.inputs);
  writer.field(step.declaration.operation->aliases ? "1" : "0");
  writer.field(source_of(step));
  writer.field(name_of(step.fault));
  writer.begin_field();
  std::visit(AttributeWriter{writer}, step.attributes);
  write_backward(writer, step.backward);
  // Fields that depend on the length come last: web/engine/traces/steps.ts parses the others once.
  writer.list(step.layout.shape);
  writer.list(step.layout.strides);
  writer.field(step.layout.offset);
  writer.field(to_text(step.multiply_adds).c_str());
}

}  // namespace ap::bindings
