#include <emscripten/bind.h>

#include "attention/attention.hpp"
#include "bindings/trace.hpp"
#include "ops/embedding.hpp"
#include "ops/matmul.hpp"
#include "ops/softmax.hpp"
#include "ops/visibility.hpp"

namespace ap::bindings {

namespace {

/// A tensor for web/engine to fill through its address, before anything else is called.
val create_tensor(const val& shape, const std::string& argument) {
  return guarded([&] {
    const Dims dims = dims_of(shape, argument.c_str());
    element_count(dims, argument.c_str());
    return handle_of(Tensor(dims));
  });
}

double address_of(Tensor& tensor) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(tensor.data()));
}

val read_tensor(const Tensor& tensor) { return copy_of(tensor); }

template <typename Enum, std::size_t N>
Enum choice_of(const val& options, const char* property, const char* const (&names)[N]) {
  const auto name = options[property].as<std::string>();
  for (std::size_t i = 0; i < N; ++i)
    if (name == names[i]) return static_cast<Enum>(i);
  std::string accepted;
  for (const char* each : names) accepted += (accepted.empty() ? "" : ", ") + std::string(each);
  throw Error(ErrorCode::range, property, name, accepted);
}

GivenMasks masks_of(const val& options) {
  return {optional_tensor(options, "attnMask"), optional_tensor(options, "keyPaddingMask")};
}

WeightOptions weights_of(const val& options) {
  WeightOptions weights;
  weights.mask.causal = options["isCausal"].as<bool>();
  weights.mask.causal_offset = static_cast<Index>(options["causalOffset"].as<double>());
  if (!options["scale"].isUndefined()) weights.scale = options["scale"].as<float>();
  weights.temperature = options["temperature"].as<float>();
  weights.dropout = options["dropoutP"].as<float>();
  weights.seed = static_cast<std::uint32_t>(options["seed"].as<double>());
  return weights;
}

GivenProjections projections_of(const val& options) {
  return {tensor_of(options["wq"]),       tensor_of(options["wk"]),
          tensor_of(options["wv"]),       tensor_of(options["wo"]),
          optional_tensor(options, "bq"), optional_tensor(options, "bk"),
          optional_tensor(options, "bv"), optional_tensor(options, "bo")};
}

val result_value(const AttentionResult& result) {
  val object = val::object();
  object.set("output", copy_of(result.output));
  if (result.weights) object.set("weights", copy_of(result.weights));
  return object;
}

val scaled_dot_product(const val& options) {
  return guarded([&] {
    return result_value(scaled_dot_product_attention(
        tensor_of(options["query"]), tensor_of(options["key"]), tensor_of(options["value"]),
        masks_of(options), weights_of(options), options["needWeights"].as<bool>()));
  });
}

val multi_head(const val& options) {
  return guarded([&] {
    return result_value(multi_head_attention(
        tensor_of(options["query"]), tensor_of(options["key"]), tensor_of(options["value"]),
        projections_of(options), static_cast<Index>(options["numHeads"].as<double>()),
        masks_of(options), weights_of(options), options["needWeights"].as<bool>()));
  });
}

SentenceInput sentence_of(const val& sentence) {
  return {optional_tensor(sentence, "vectors"), optional_tensor(sentence, "ids"),
          optional_tensor(sentence, "lengths")};
}

std::optional<Projections> take_source(const val& options) {
  static constexpr const char* names[] = {"xavier", "identity", "given", "none"};
  const int chosen = choice_of<int>(options, "projections", names);
  if (chosen == 3) return std::nullopt;
  return static_cast<Projections>(chosen);
}

val trace(const val& options) {
  return guarded([&] {
    static constexpr const char* positions[] = {"none", "sinusoidal", "learned"};
    TraceRequest request;
    request.x = sentence_of(options["x"]);
    if (!options["memory"].isUndefined()) request.memory = sentence_of(options["memory"]);
    request.vocabulary = emscripten::vecFromJSArray<std::string>(options["vocabulary"]);
    request.d_model = static_cast<Index>(options["dModel"].as<double>());
    request.positions = choice_of<Positions>(options, "positions", positions);
    request.projections = take_source(options);
    if (request.projections == Projections::given) request.given = projections_of(options["given"]);
    request.heads = static_cast<Index>(options["numHeads"].as<double>());
    request.bias = options["bias"].as<bool>();
    request.separate = options["separate"].as<bool>();
    request.mask_padding = options["maskPadding"].as<bool>();
    request.masks = masks_of(options);
    request.weights = weights_of(options);
    return val(std::make_shared<Trace>(trace_attention(std::move(request))));
  });
}

val positional_encoding(const val& shape) {
  return guarded([&] {
    return copy_of(apply(ops::positional_encoding, {}, {.shape = dims_of(shape, "shape")}));
  });
}

val causal_mask(const val& shape, double offset) {
  return guarded([&] {
    return copy_of(apply(ops::causal_mask, {},
                         {.shape = dims_of(shape, "shape"), .offset = static_cast<Index>(offset)}));
  });
}

val softmax(const Tensor& x, int axis) {
  return guarded([&] {
    require_finite(x, "x", true);
    return copy_of(apply(ops::softmax, {&x}, {.axis = axis}));
  });
}

val matmul(const Tensor& a, const Tensor& b) {
  return guarded([&] {
    require_finite(a, "a");
    require_finite(b, "b");
    return copy_of(apply(ops::matmul, {&a, &b}));
  });
}

val declarations() {
  val array = val::array();
  int next = 0;
  for (const Declaration& declaration : attention_declarations())
    array.set(next++, declaration_value(declaration));
  return array;
}

}  // namespace

}  // namespace ap::bindings

EMSCRIPTEN_BINDINGS(attention_playground) {
  namespace ab = ap::bindings;
  using emscripten::class_;
  using emscripten::function;

  class_<ap::Tensor>("Tensor")
      .function("address", &ab::address_of)
      .function("read", &ab::read_tensor);

  class_<ab::Trace>("Trace")
      .smart_ptr<std::shared_ptr<ab::Trace>>("TracePtr")
      .function("steps", &ab::Trace::steps)
      .function("states", &ab::Trace::states)
      .function("tensor", &ab::Trace::tensor)
      .function("baseline", &ab::Trace::baseline)
      .function("memory", &ab::Trace::memory)
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
