#include "bindings/training/gradients.hpp"

namespace ap::bindings {

val Gradients::compute(const Request& request) {
  return guarded([&] { return val(gradients_.compute(request.pass())); });
}

val Gradients::parameters() const {
  return guarded([&] {
    std::string text;
    for (const auto& [path, gradient] : gradients_.gradients()) {
      text += path;
      for (const Index size : gradient.shape()) (text += field_end) += std::to_string(size);
      text += record_end;
    }
    return text_value(text);
  });
}

val Gradients::numbers() const {
  return guarded([&] {
    std::size_t count = 0;
    for (const auto& [path, gradient] : gradients_.gradients())
      count += static_cast<std::size_t>(gradient.count());
    // Filled from here, where a copy of each would be one more object.
    const val all = val::global("Float32Array").new_(count);
    std::size_t first = 0;
    for (const auto& [path, gradient] : gradients_.gradients()) {
      const auto own = static_cast<std::size_t>(gradient.count());
      all.call<void>("set", val(emscripten::typed_memory_view(own, gradient.data())), first);
      first += own;
    }
    return all;
  });
}

}  // namespace ap::bindings
