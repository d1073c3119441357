#include "bindings/trace.hpp"

#include "attention_playground/ops/summary.hpp"
#include "bindings/explanation_record.hpp"

namespace ap::bindings {

namespace {

void append(std::vector<double>& numbers, std::initializer_list<double> more) {
  for (const double number : more) numbers.push_back(number);
}

}  // namespace

val trace_value(std::shared_ptr<Run> run, std::shared_ptr<const NextToken> token) {
  return val(std::make_unique<Trace>(std::move(run), std::move(token)));
}

val Trace::steps() const {
  return guarded([&] {
    std::string text;
    for (const Step& step : run_->plan().steps()) append_record(text, step);
    return text_value(text);
  });
}

val Trace::origin() const {
  if (token_ == nullptr || !token_->request.use_cache) return val::null();
  return guarded([&] { return trace_value(run_without_cache(*token_->model, token_->request)); });
}

val Trace::sequence(double temperature, int top_k, bool sampled, unsigned seed) const {
  return guarded([&] {
    ChoiceOptions choice;
    choice.temperature = static_cast<float>(temperature);
    choice.top_k = top_k;
    choice.sampled = sampled;
    choice.seed = seed;
    return trace_value(run_of_sequence(*token_, choice), token_);
  });
}

val Trace::states() {
  return guarded([&] {
    std::vector<int> states;
    for (StepId id = 0; id < run_->plan().count(); ++id) {
      const Step& step = run_->plan()[id];
      const auto hidden_rows = step.declaration.operation->hidden_rows;
      const Index masked =
          hidden_rows == nullptr ? 0 : hidden_rows(run_->loan(step.inputs[0]), step.attributes);
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

val Trace::extent(StepId id, double low, double high) {
  return guarded([&] { return extent_value(ap::extent(run_->loan(id), low, high)); });
}

val Trace::histogram(StepId id, double bins, double reach) {
  return guarded([&] {
    const Histogram found = ap::histogram(run_->loan(id), static_cast<Index>(bins), reach);
    std::vector<double> numbers = {found.largest, found.outside};
    for (const double count : found.counts) append(numbers, {count});
    for (std::size_t i = 0; i <= found.counts.size(); ++i) append(numbers, {found.edge(i)});
    return numbers_value(numbers);
  });
}

val Trace::rows(StepId id, int axis) {
  return guarded([&] {
    const Tensor x = run_->loan(id);
    const int last = x.rank() - 1;
    const RowSummary found = row_summary(axis < last ? x.transpose(axis, last) : x);
    std::vector<double> numbers;
    for (const auto* each : {&found.sums, &found.means, &found.deviations})
      for (const double number : *each) numbers.push_back(number);
    return numbers_value(numbers);
  });
}

val Trace::rank(StepId id, double position, double axes) {
  return guarded([&] {
    const Tensor x = run_->loan(id);
    return val(rank_among(x, index_at(cell_of(position, x.count()), x.shape()),
                          static_cast<unsigned>(axes)));
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

val Trace::backward(StepId of, Handle seed) {
  return guarded(
      [&] { return integers_value(run_->backward(of, seed == 0 ? Tensor() : *tensor_at(seed))); });
}

val Trace::loss() {
  return guarded([&] { return val(run_->loss()); });
}

val Trace::downhill(StepId id, StepId gradient, double rate) {
  return guarded(
      [&] { return tensor_value(run_->downhill(id, gradient, static_cast<float>(rate))); });
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
    double place = 0;
    for (const auto& entry : run_->edits()) {
      for (const CellEdit& cell : entry)
        append(numbers, {place, static_cast<double>(cell.step), static_cast<double>(cell.position),
                         static_cast<double>(cell.value)});
      ++place;
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

val Trace::difference(StepId id, Trace& other, StepId of_other) {
  return guarded([&] { return tensor_value(ap::difference(*run_, id, *other.run_, of_other)); });
}

}  // namespace ap::bindings
