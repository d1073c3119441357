#include <emscripten/bind.h>

#include "bindings/training/files.hpp"
#include "bindings/training/gradients.hpp"
#include "bindings/training/task.hpp"
#include "bindings/training/trainer.hpp"

namespace ap::bindings {

namespace {

val gradients(const Transformer& model) {
  return guarded([&] { return val(std::make_unique<Gradients>(model)); });
}

}  // namespace

}  // namespace ap::bindings

// What the training module has beside everything of bindings/module.cpp.
EMSCRIPTEN_BINDINGS(attention_playground_training) {
  namespace ab = ap::bindings;
  using emscripten::class_;
  using emscripten::function;

  class_<ab::Gradients>("Gradients")
      .function("compute", &ab::Gradients::compute)
      .function("parameters", &ab::Gradients::parameters)
      .function("numbers", &ab::Gradients::numbers)
      .function("listed", &ab::Gradients::listed);

  class_<ab::Training>("Training")
      .function("addBatch", &ab::Training::add_batch)
      .function("useTask", &ab::Training::use_task)
      .function("evaluate", &ab::Training::evaluate)
      .function("save", &ab::Training::save)
      .function("resume", &ab::Training::resume)
      .function("step", &ab::Training::step)
      .function("trace", &ab::Training::trace)
      .function("places", &ab::Training::places)
      .function("numbers", &ab::Training::numbers)
      .function("restore", &ab::Training::restore)
      .function("updates", &ab::Training::updates)
      .function("round", &ab::Training::round);

  function("loadModel", &ab::load_model);
  function("recordOf", &ab::record_of);
  function("saveModel", &ab::save_model);
  function("gradients", &ab::gradients);
  function("trainer", &ab::trainer);
  function("task", &ab::describe_task);
  function("updateDeclarations", &ab::update_declarations);
}
