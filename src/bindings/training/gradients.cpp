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

}  // namespace ap::bindings
