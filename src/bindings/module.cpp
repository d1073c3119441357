#include <emscripten/bind.h>

#include "bindings/request.hpp"
#include "bindings/trace.hpp"
#include "ops/embedding.hpp"
#include "ops/matmul.hpp"
#include "ops/softmax.hpp"
#include "ops/visibility.hpp"

namespace ap::bindings {

namespace {

/// A tensor for web/engine to fill through its address, before anything else is called.
val create_tensor(const val& shape) {
  return guarded([&] {
    Dims dims;
    for (double size : emscripten::convertJSArrayToNumberVector<double>(shape))
      dims.push_back(static_cast<Index>(size));
    return val(Tensor(dims));
  });
}

double address_of(Tensor& tensor) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(tensor.data()));
}

val result_value(const AttentionResult& result) {
  val object = val::object();
  object.set("output", tensor_value(result.output));
  if (result.weights) object.set("weights", tensor_value(result.weights));
  return object;
}

val scaled_dot_product(const Request& request) {
  return guarded([&] { return result_value(request.scaled_dot_product()); });
}

val multi_head(const Request& request) {
  return guarded([&] { return result_value(request.multi_head()); });
}

val trace(const Request& request) {
  return guarded([&] { return val(std::make_shared<Trace>(request.trace())); });
}

val positional_encoding(int length, int d_model) {
  return guarded([&] {
    return tensor_value(apply(ops::positional_encoding, {}, {.shape = {length, d_model}}));
  });
}

val causal_mask(int queries, int keys, int offset) {
  return guarded([&] {
    return tensor_value(apply(ops::causal_mask, {}, {.shape = {queries, keys}, .offset = offset}));
  });
}

val softmax(const Tensor& x, int axis) {
  return guarded([&] {
    require_finite(x, "x", true);
    return tensor_value(apply(ops::softmax, {&x}, {.axis = axis}));
  });
}

val matmul(const Tensor& a, const Tensor& b) {
  return guarded([&] {
    require_finite(a, "a");
    require_finite(b, "b");
    return tensor_value(apply(ops::matmul, {&a, &b}));
  });
}

std::string declarations() {
  std::string text;
  for (const Declaration& declaration : attention_declarations())
    (text += text.empty() ? "" : std::string(1, record_end)) += declaration_record(declaration);
  return text;
}

}  // namespace

}  // namespace ap::bindings

EMSCRIPTEN_BINDINGS(attention_playground) {
  namespace ab = ap::bindings;
  using emscripten::class_;
  using emscripten::function;

  class_<ap::Tensor>("Tensor").function("address", &ab::address_of);

  class_<ab::Request>("Request")
      .constructor<>()
      .function("setTensor", &ab::Request::set_tensor)
      .function("setNumber", &ab::Request::set_number)
      .function("addToken", &ab::Request::add_token);

  class_<ab::Trace>("Trace")
      .smart_ptr<std::shared_ptr<ab::Trace>>("TracePtr")
      .function("steps", &ab::Trace::steps)
      .function("states", &ab::Trace::states)
      .function("tensor", &ab::Trace::tensor)
      .function("baseline", &ab::Trace::baseline)
      .function("memory", &ab::Trace::memory)
      .function("storage", &ab::Trace::storage)
      .function("explain", &ab::Trace::explain)
      .function("set", &ab::Trace::set)
      .function("setTensor", &ab::Trace::set_tensor)
      .function("undo", &ab::Trace::undo)
      .function("reset", &ab::Trace::reset)
      .function("edits", &ab::Trace::edits)
      .function("compare", &ab::Trace::compare);

  function("createTensor", &ab::create_tensor);
  function("scaledDotProductAttention", &ab::scaled_dot_product);
  function("multiHeadAttention", &ab::multi_head);
  function("traceAttention", &ab::trace);
  function("positionalEncoding", &ab::positional_encoding);
  function("causalMask", &ab::causal_mask);
  function("softmax", &ab::softmax);
  function("matmul", &ab::matmul);
  function("declarations", &ab::declarations);
}
