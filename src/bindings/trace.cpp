#include "bindings/trace.hpp"

#include "ops/softmax.hpp"

namespace ap::bindings {

val Trace::steps() const {
  val array = val::array();
  for (StepId id = 0; id < run_->plan().count(); ++id) {
    const Step& step = run_->plan()[id];
    val object = declaration_value(step.declaration);
    object.set("path", step.path);
    object.set("shape", array_of(step.layout.shape));
    object.set("strides", array_of(step.layout.strides));
    object.set("inputs", paths_of(step.inputs));
    object.set("leaf", step.is_leaf());
    object.set("aliases", step.declaration.operation->aliases);
    array.set(id, object);
  }
  return array;
}

val Trace::states() {
  std::vector<std::int32_t> states;
  for (StepId id = 0; id < run_->plan().count(); ++id) {
    const Step& step = run_->plan()[id];
    const bool softmax = step.declaration.operation == &ops::softmax;
    const Index masked = softmax ? ops::fully_masked_rows(run_->value(step.inputs[0])) : 0;
    states.push_back(static_cast<std::int32_t>(run_->edited_cells(id)));
    states.push_back(static_cast<std::int32_t>(masked));
  }
  return val(emscripten::typed_memory_view(states.size(), states.data())).call<val>("slice");
}

val Trace::paths_of(const std::vector<StepId>& ids) const {
  val array = val::array();
  for (std::size_t i = 0; i < ids.size(); ++i) array.set(i, run_->plan()[ids[i]].path);
  return array;
}

val Trace::tensor(const std::string& path) {
  return guarded([&] { return copy_of(run_->value(run_->plan().find(path))); });
}

val Trace::baseline(const std::string& path) {
  return guarded([&] { return copy_of(run_->baseline(run_->plan().find(path))); });
}

val Trace::memory(const std::string& path) {
  return guarded([&] {
    const Tensor tensor = run_->value(run_->plan().find(path));
    const Storage& storage = *tensor.storage();
    const Tensor whole(tensor.storage(), contiguous_layout({storage.count()}));
    val result = copy_of(whole);
    result.set("storage", storage.id());
    result.set("offset", static_cast<double>(tensor.layout().offset));
    result.set("shape", array_of(tensor.shape()));
    result.set("strides", array_of(tensor.strides()));
    return result;
  });
}

val Trace::explain(const std::string& path, const val& index) {
  return guarded(
      [&] { return explanation_value(*run_, run_->plan().find(path), dims_of(index, "index")); });
}

val Trace::set(const std::string& path, const val& index, double value) {
  return guarded([&] {
    const StepId id = run_->plan().find(path);
    const Dims cell = dims_of(index, "index");
    run_->computed(id, cell);  // throws where there is no such cell
    const Dims& shape = run_->plan()[id].layout.shape;
    return paths_of(run_->edit(id, {{id, position_of(cell, shape), static_cast<float>(value)}}));
  });
}

val Trace::set_tensor(const std::string& path, const val& handle) {
  return guarded([&] {
    const StepId id = run_->plan().find(path);
    return paths_of(run_->edit(id, run_->differing_cells(id, tensor_of(handle))));
  });
}

val Trace::undo() {
  return guarded([&] { return paths_of(run_->undo()); });
}

val Trace::reset() {
  return guarded([&] { return paths_of(run_->reset()); });
}

val Trace::edits() const {
  val array = val::array();
  int next = 0;
  for (const auto& entry : run_->edits()) {
    for (const CellEdit& cell : entry) {
      const Step& step = run_->plan()[cell.step];
      val object = val::object();
      object.set("path", step.path);
      object.set("index", array_of(index_at(cell.position, step.layout.shape)));
      object.set("value", static_cast<double>(cell.value));
      array.set(next++, object);
    }
  }
  return array;
}

val Trace::compare(Trace& other) {
  return guarded([&] {
    val array = val::array();
    int next = 0;
    for (const Difference& difference : ap::compare(*run_, *other.run_)) {
      val object = val::object();
      object.set("path", run_->plan()[difference.first].path);
      object.set("maxDifference", difference.largest);
      object.set("tolerance", difference.tolerance);
      array.set(next++, object);
    }
    return array;
  });
}

}  // namespace ap::bindings
