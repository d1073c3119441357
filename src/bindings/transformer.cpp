#include "bindings/transformer.hpp"

namespace ap::bindings {

val ChosenToken::row(StepId id) {
  return guarded([&] {
    const Tensor values = token_->run->loan(id).contiguous();
    return floats_value(values.data(), values.count());
  });
}

val ChosenToken::trace() {
  return guarded([&] {
    token_->run->keep_all();
    return trace_value(token_->run, token_);
  });
}

val Transformer::trace(const Request& request) {
  return guarded([&] { return trace_value(model_->trace(request.pass())); });
}

val Transformer::next_token(const Request& request) {
  return guarded([&] {
    auto token = std::make_shared<NextToken>(generation_.next(request.next_token()));
    return val(std::make_unique<ChosenToken>(std::move(token)));
  });
}

val Transformer::set(const std::string& path, double position, double value) {
  return guarded([&] {
    const Index cell = cell_of(position, model_->parameter(path).count());
    return val(generation_.set(path, cell, static_cast<float>(value)));
  });
}

val Transformer::parameter(const std::string& path) const {
  return guarded([&] { return tensor_value(model_->parameter(path)); });
}

}  // namespace ap::bindings
