#include "attention_playground/steps/declaration.hpp"

namespace ap {

const char* name_of(Axis axis) {
  static constexpr std::array names = {"batch", "head",         "token",      "memory_token",
                                       "query", "key",          "vocabulary", "d_model",
                                       "d_out", "heads_d_k",    "heads_d_v",  "d_k",
                                       "d_v",   "feed_forward", "one"};
  return names[static_cast<std::size_t>(axis)];
}

const char* name_of(Role role) {
  static constexpr std::array names = {"token",    "input",        "memory", "query",   "key",
                                       "value",    "scores",       "mask",   "weights", "output",
                                       "residual", "feed_forward", "logits"};
  return names[static_cast<std::size_t>(role)];
}

Texts Declaration::written() const {
  const Texts& others = operation->texts;
  return {texts.formula != nullptr ? texts.formula : others.formula,
          texts.torch != nullptr ? texts.torch : others.torch,
          texts.numpy != nullptr ? texts.numpy : others.numpy};
}

}  // namespace ap
