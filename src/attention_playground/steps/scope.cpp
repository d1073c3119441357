#include "attention_playground/steps/scope.hpp"

#include <array>

namespace ap {

const char* name_of(Sentence sentence) {
  static constexpr std::array names = {"", "source", "target"};
  return names[static_cast<std::size_t>(sentence)];
}

const char* name_of(Stack stack) {
  static constexpr std::array names = {"", "encoder", "decoder"};
  return names[static_cast<std::size_t>(stack)];
}

const char* name_of(Part part) {
  static constexpr std::array names = {
      "", "words", "self_attention", "cross_attention", "feed_forward", "choice", "scaled"};
  return names[static_cast<std::size_t>(part)];
}

Scope nested(const Scope& outer, const Scope& inner) {
  constexpr Scope unsaid;
  Scope scope = outer;
  const auto say = [&](auto field) {
    if (inner.*field != unsaid.*field) scope.*field = inner.*field;
  };
  say(&Scope::sentence);
  say(&Scope::key_sentence);
  say(&Scope::stack);
  say(&Scope::part);
  for (const auto number : {&Scope::layer, &Scope::sublayer, &Scope::head, &Scope::tile_row,
                            &Scope::tile_column, &Scope::worker})
    say(number);
  return scope;
}

}  // namespace ap
