#include "bindings/trace.hpp"

#include "attention_playground/ops/softmax.hpp"
#include "bindings/explanation_record.hpp"

namespace ap::bindings {

namespace {

template <typename Numbers, typename ToText>
std::string list(const Numbers& numbers, ToText text_of) {
  std::string text;
  for (const auto& number : numbers) (text += text.empty() ? "" : ",") += text_of(number);
  return text;
}

std::string list(const Dims& dims) {
  return list(dims, [](Index size) { return std::to_string(size); });
}

void append(std::vector<double>& numbers, std::initializer_list<double> more) {
  for (const double number : more) numbers.push_back(number);
}

void append_field(std::string& record, const std::string& field) { (record += field_end) += field; }

}  // namespace

std::string declaration_record(const Declaration& declaration) {
  std::string record = declaration.kind;
  for (const char* field : {declaration.symbol, declaration.formula, declaration.code,
                            declaration.operation->name, name_of(declaration.role)})
    append_field(record, field);
  append_field(record, list(declaration.axes, [](Axis axis) { return name_of(axis); }));
  return record;
}

val Trace::steps() const {
  return guarded([&] {
    std::string text;
    for (const Step& step : run_->plan().steps()) {
      std::string record = declaration_record(step.declaration);
      append_field(record, step.path);
      append_field(record, list(step.layout.shape));
      append_field(record, list(step.layout.strides));
      append_field(record, std::to_string(step.layout.offset));
      append_field(record, list(step.inputs, [](StepId input) { return std::to_string(input); }));
      append_field(record, step.declaration.operation->aliases ? "1" : "0");
      append_field(record, step.attributes.factor_name);
      append_field(record, to_text(step.multiply_adds));
      (text += text.empty() ? "" : std::string(1, record_end)) += record;
    }
    return text_value(text);
  });
}

val Trace::origin() const {
  if (!origin_.model) return val::null();
  return guarded([&] {
    return val(std::make_shared<Trace>(run_without_cache(*origin_.model, origin_.request)));
  });
}

val Trace::states() {
  return guarded([&] {
    std::vector<int> states;
    for (StepId id = 0; id < run_->plan().count(); ++id) {
      const Step& step = run_->plan()[id];
      const bool softmax = step.declaration.operation == &ops::softmax;
      const Index masked = softmax ? ops::fully_masked_rows(run_->loan(step.inputs[0])) : 0;
      states.push_back(static_cast<int>(run_->edited_cells(id)));
      states.push_back(static_cast<int>(masked));
    }
    return integers_value(states);
  });
}

val Trace::tensor(StepId id) {
  return guarded([&] { return tensor_value(run_->loan(id)); });
}

val Trace::baseline(StepId id) {
  return guarded([&] { return tensor_value(run_->loan_baseline(id)); });
}

val Trace::memory(StepId id) {
  return guarded([&] {
    const Tensor tensor = run_->loan(id);
    return floats_value(tensor.storage()->data(), tensor.storage()->count());
  });
}

val Trace::storage(StepId id) {
  return guarded([&] { return val(run_->loan(id).storage()->id()); });
}

val Trace::explain(StepId id, double position) {
  return guarded([&] {
    const Dims& shape = run_->plan()[id].layout.shape;
    const Dims index = index_at(cell_of(position, element_count(shape)), shape);
    return numbers_value(explanation_record(*run_, id, index));
  });
}

val Trace::set(StepId id, double position, double value) {
  return guarded([&] {
    const Index count = element_count(run_->plan()[id].layout.shape);
    const CellEdit edit{id, cell_of(position, count), static_cast<float>(value)};
    return integers_value(run_->edit(id, {edit}));
  });
}

val Trace::set_tensor(StepId id, Handle values) {
  return guarded([&] {
    return integers_value(run_->edit(id, run_->differing_cells(id, *tensor_at(values))));
  });
}

val Trace::undo() {
  return guarded([&] { return integers_value(run_->undo()); });
}

val Trace::reset() {
  return guarded([&] { return integers_value(run_->reset()); });
}

val Trace::edits() const {
  return guarded([&] {
    std::vector<double> numbers;
    for (const auto& entry : run_->edits()) {
      for (const CellEdit& cell : entry)
        append(numbers, {static_cast<double>(cell.step), static_cast<double>(cell.position),
                         static_cast<double>(cell.value)});
    }
    return numbers_value(numbers);
  });
}

val Trace::compare(Trace& other) {
  return guarded([&] {
    std::vector<double> numbers;
    for (const Difference& each : ap::compare(*run_, *other.run_))
      append(numbers, {static_cast<double>(each.first), each.largest, each.tolerance});
    return numbers_value(numbers);
  });
}

}  // namespace ap::bindings
