#include "bindings/convert.hpp"

#include <emscripten/bind.h>

#include <cmath>

namespace ap::bindings {

namespace {

double number(float x) { return static_cast<double>(x); }

val data_copy(const float* data, Index count) {
  // The view is into wasm memory, which growth detaches: it is copied before anything else happens.
  return val(emscripten::typed_memory_view(static_cast<std::size_t>(count), data))
      .call<val>("slice");
}

val numbers_of(const std::vector<double>& numbers) {
  val array = val::array();
  for (std::size_t i = 0; i < numbers.size(); ++i) array.set(i, numbers[i]);
  return array;
}

/// Turns the records of one explanation into objects; operands name the step that they lie in.
class ExplanationWriter {
 public:
  ExplanationWriter(Run& run, const Step& step, val object)
      : run_(run), step_(step), object_(std::move(object)) {}

  void operator()(const DotRule& rule) {
    object_.set("rule", "dot");
    object_.set("left", cells(rule.left));
    object_.set("right", cells(rule.right));
    object_.set("products", numbers_of(rule.products));
    object_.set("sums", numbers_of(rule.sums));
    if (rule.bias) object_.set("bias", cell(*rule.bias));
  }
  void operator()(const SoftmaxRule& rule) {
    object_.set("rule", "softmax");
    object_.set("operands", cells(rule.operands));
    object_.set("position", static_cast<double>(rule.position));
    object_.set("maximum", rule.maximum);
    object_.set("exponentials", numbers_of(rule.exponentials));
    object_.set("sum", rule.sum);
    object_.set("fullyMasked", rule.fully_masked);
  }
  void operator()(const CopyRule& rule) {
    object_.set("rule", "copy");
    object_.set("source", cell(rule.source));
  }
  void operator()(const SelectRule& rule) {
    object_.set("rule", "select");
    object_.set("id", cell(rule.id));
    object_.set("source", cell(rule.source));
  }
  void operator()(const ElementwiseRule& rule) {
    object_.set("rule", "elementwise");
    object_.set("operator", rule.multiply ? "multiply" : "add");
    object_.set("operands", cells(rule.operands));
    val constants = val::array();
    for (std::size_t i = 0; i < rule.constants.size(); ++i) {
      val constant = val::object();
      constant.set("name", std::string(rule.constants[i].name));
      constant.set("value", number(rule.constants[i].value));
      constants.set(i, constant);
    }
    object_.set("constants", constants);
  }
  void operator()(const DropoutRule& rule) {
    object_.set("rule", "dropout");
    object_.set("source", cell(rule.source));
    object_.set("draw", number(rule.draw));
    object_.set("p", number(rule.probability));
    object_.set("kept", rule.draw >= rule.probability);
    object_.set("factor", number(rule.factor));
  }
  void operator()(const SinusoidRule& rule) {
    object_.set("rule", "sinusoid");
    object_.set("function", rule.sine ? "sin" : "cos");
    object_.set("position", static_cast<double>(rule.position));
    object_.set("pair", static_cast<double>(rule.pair));
    object_.set("dModel", static_cast<double>(rule.d_model));
    object_.set("angle", rule.angle);
  }
  void operator()(const VisibilityRule& rule) {
    object_.set("rule", rule.causal ? "causal" : "padding");
    object_.set("visible", rule.visible);
    object_.set("limit", static_cast<double>(rule.limit));
  }
  void operator()(const LeafRule& rule) {
    constexpr const char* origins[] = {"given", "random", "identity"};
    object_.set("rule", "leaf");
    object_.set("origin", origins[static_cast<std::size_t>(rule.origin)]);
  }

 private:
  val cell(const Operand& operand) const {
    const StepId source = step_.inputs[static_cast<std::size_t>(operand.input)];
    val object = val::object();
    object.set("step", run_.plan()[source].path);
    object.set("index", array_of(operand.index));
    object.set("value", number(operand.value));
    return object;
  }
  val cells(const std::vector<Operand>& operands) const {
    val array = val::array();
    for (std::size_t i = 0; i < operands.size(); ++i) array.set(i, cell(operands[i]));
    return array;
  }

  Run& run_;
  const Step& step_;
  val object_;
};

}  // namespace

val error_value(const Error& error) {
  val record = val::object();
  record.set("code", name_of(error.code));
  record.set("argument", error.argument);
  record.set("actual", error.actual);
  record.set("expected", error.expected);
  val result = val::object();
  result.set("error", record);
  return result;
}

val handle_of(const Tensor& tensor) { return val(tensor); }

Tensor tensor_of(const val& handle) {
  return *handle.as<Tensor*>(emscripten::allow_raw_pointers());
}

std::optional<Tensor> optional_tensor(const val& object, const char* property) {
  const val handle = object[property];
  if (handle.isUndefined()) return std::nullopt;
  return tensor_of(handle);
}

val array_of(const Dims& dims) {
  val array = val::array();
  for (int axis = 0; axis < dims.rank(); ++axis) array.set(axis, static_cast<double>(dims[axis]));
  return array;
}

Dims dims_of(const val& array, const char* argument) {
  const auto rank = array["length"].as<unsigned>();
  if (rank > static_cast<unsigned>(max_rank)) {
    throw Error(ErrorCode::rank, argument, std::to_string(rank) + " axes", "at most 6 axes");
  }
  Dims dims;
  for (unsigned axis = 0; axis < rank; ++axis) {
    const auto size = array[axis].as<double>();
    if (!(std::fabs(size) <= 2147483647.0))
      throw Error(ErrorCode::overflow, argument, to_text(size), "sizes below 2^31");
    if (std::trunc(size) != size)
      throw Error(ErrorCode::range, argument, to_text(size), "whole numbers");
    dims.push_back(static_cast<Index>(size));
  }
  return dims;
}

val copy_of(const Tensor& tensor) {
  const Tensor rows = tensor.contiguous();
  val result = val::object();
  result.set("shape", array_of(rows.shape()));
  result.set("data", data_copy(rows.data(), rows.count()));
  return result;
}

val declaration_value(const Declaration& declaration) {
  val object = val::object();
  object.set("kind", std::string(declaration.kind));
  object.set("symbol", std::string(declaration.symbol));
  object.set("formula", std::string(declaration.formula));
  object.set("code", std::string(declaration.code));
  object.set("op", std::string(declaration.operation->name));
  object.set("role", std::string(name_of(declaration.role)));
  val axes = val::array();
  int next = 0;
  for (const Axis axis : declaration.axes) axes.set(next++, std::string(name_of(axis)));
  object.set("axes", axes);
  return object;
}

val explanation_value(Run& run, StepId id, const Dims& index) {
  const Explanation explanation = run.explain(id, index);
  const Step& step = run.plan()[id];
  val object = val::object();
  object.set("step", step.path);
  object.set("index", array_of(index));
  object.set("value", number(run.value(id).at(index)));
  object.set("result", explanation.result);
  object.set("bound", explanation.bound);
  if (run.is_edited(id, index)) {
    val edited = val::object();
    edited.set("computed", number(run.computed(id, index)));
    object.set("edited", edited);
  }
  std::visit(ExplanationWriter(run, step, object), explanation.rule);
  return object;
}

}  // namespace ap::bindings
