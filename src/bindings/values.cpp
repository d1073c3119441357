#include "bindings/values.hpp"

#include <exception>

namespace ap::bindings {

namespace {

template <typename Number>
val copied(const Number* data, std::size_t count) {
  return val(emscripten::typed_memory_view(count, data)).call<val>("slice");
}

std::string text_of(const Error& error) {
  std::string text = name_of(error.code);
  for (const std::string* field : {&error.argument, &error.actual, &error.expected})
    (text += field_end) += *field;
  return text;
}

}  // namespace

std::string caught_text() {
  try {
    throw;
  } catch (const Error& error) {
    return text_of(error);
  } catch (const std::exception&) {
    // Nothing else is thrown: bad_alloc, or length_error of a list longer than memory.
    return text_of(Error(ErrorCode::memory, "shape", "no memory left", "less at a time"));
  }
}

Index cell_of(double position, Index count) {
  require(position >= 0 && position < static_cast<double>(count), ErrorCode::index, "index",
          {position}, {"a position from 0 to below ", count});
  return static_cast<Index>(position);
}

val guarded(Callback<val()> body) {
  try {
    return body();
  } catch (...) {
    return val(caught_text());
  }
}

val numbers_value(const std::vector<double>& numbers) {
  return copied(numbers.data(), numbers.size());
}

val integers_value(const std::vector<int>& numbers) {
  return copied(numbers.data(), numbers.size());
}

val floats_value(const float* data, Index count) {
  return copied(data, static_cast<std::size_t>(count));
}

val tensor_value(const Tensor& tensor) {
  const Tensor rows = tensor.contiguous();
  val result = val::object();
  result.set("shape", integers_value({rows.shape().begin(), rows.shape().end()}));
  result.set("data", floats_value(rows.data(), rows.count()));
  return result;
}

}  // namespace ap::bindings
