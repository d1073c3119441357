#include <emscripten/bind.h>

#include <limits>

#include "attention_playground/transformer/declarations.hpp"
#include "bindings/calls.hpp"
#include "bindings/files.hpp"
#include "bindings/transformer.hpp"

namespace ap::bindings {

namespace {

val trace(const Request& request) {
  return guarded([&] { return trace_value(request.trace()); });
}

val transformer(const Request& request) {
  return guarded([&] { return val(std::make_unique<Transformer>(request.model())); });
}

val trace_study(const Request& request) {
  return guarded([&] { return trace_value(request.study()); });
}

val extent(Handle x) {
  return guarded([&] {
    constexpr double nothing = std::numeric_limits<double>::infinity();
    return extent_value(ap::extent(*tensor_at(x), nothing, -nothing));
  });
}

val declarations() {
  return guarded([&] {
    std::string text;
    for_each_declaration([&](const Declaration& declaration) { append_record(text, declaration); });
    return text_value(text);
  });
}

}  // namespace

}  // namespace ap::bindings

EMSCRIPTEN_BINDINGS(attention_playground) {
  namespace ab = ap::bindings;
  using emscripten::class_;
  using emscripten::function;

  class_<ab::Request>("Request")
      .constructor<>()
      .function("setTensor", &ab::Request::set_tensor)
      .function("setNumber", &ab::Request::set_number)
      .function("addFault", &ab::Request::add_fault)
      .function("addToken", &ab::Request::add_token);

  class_<ab::Trace>("Trace")
      .function("steps", &ab::Trace::steps)
      .function("states", &ab::Trace::states)
      .function("tensor", &ab::Trace::tensor)
      .function("baseline", &ab::Trace::baseline)
      .function("memory", &ab::Trace::memory)
      .function("storage", &ab::Trace::storage)
      .function("explain", &ab::Trace::explain)
      .function("extent", &ab::Trace::extent)
      .function("histogram", &ab::Trace::histogram)
      .function("rows", &ab::Trace::rows)
      .function("rank", &ab::Trace::rank)
      .function("set", &ab::Trace::set)
      .function("setTensor", &ab::Trace::set_tensor)
      .function("backward", &ab::Trace::backward)
      .function("loss", &ab::Trace::loss)
      .function("downhill", &ab::Trace::downhill)
      .function("listed", &ab::Trace::listed)
      .function("undo", &ab::Trace::undo)
      .function("reset", &ab::Trace::reset)
      .function("edits", &ab::Trace::edits)
      .function("compare", &ab::Trace::compare)
      .function("difference", &ab::Trace::difference)
      .function("origin", &ab::Trace::origin)
      .function("sequence", &ab::Trace::sequence);

  class_<ab::Transformer>("Transformer")
      .function("trace", &ab::Transformer::trace)
      .function("nextToken", &ab::Transformer::next_token)
      .function("set", &ab::Transformer::set)
      .function("parameter", &ab::Transformer::parameter)
      .function("cached", &ab::Transformer::cached)
      .function("clear", &ab::Transformer::clear);

  class_<ab::ChosenToken>("ChosenToken")
      .function("id", &ab::ChosenToken::id)
      .function("kept", &ab::ChosenToken::kept)
      .function("computed", &ab::ChosenToken::computed)
      .function("multiplyAdds", &ab::ChosenToken::multiply_adds)
      .function("multiplyAddsWithoutCache", &ab::ChosenToken::multiply_adds_without_cache)
      .function("logits", &ab::ChosenToken::logits)
      .function("probabilities", &ab::ChosenToken::probabilities)
      .function("trace", &ab::ChosenToken::trace);

  function("reportAddress", &ab::report_address);
  function("failureAddress", &ab::failure_address);
  function("createTensor", &ab::create_tensor);
  function("deleteTensor", &ab::delete_tensor);
  function("tensorStays", &ab::tensor_stays);
  function("tensorChanged", &ab::tensor_changed);
  function("describeTensor", &ab::describe_tensor);
  function("packTensor", &ab::pack_tensor);

  function("positionalEncoding", &ab::positional_encoding);
  function("causalMask", &ab::causal_mask);
  function("extent", &ab::extent);
  function("matmul", &ab::matmul);
  function("linear", &ab::linear);
  function("softmax", &ab::softmax);
  function("layerNorm", &ab::layer_norm);
  function("scaledDotProductAttention", &ab::scaled_dot_product);
  function("multiHeadAttention", &ab::multi_head);
  function("encoderLayer", &ab::encoder_layer);
  function("decoderLayer", &ab::decoder_layer);
  function("traceAttention", &ab::trace);
  function("traceStudy", &ab::trace_study);
  function("transformer", &ab::transformer);
  function("checkSafetensors", &ab::check_safetensors);
  function("numbersOfFile", &ab::numbers_of_file);
  function("declarations", &ab::declarations);
}
