#pragma once

#include <string>

namespace ap {

/// A null-terminated text that is not copied: a literal, or a string that outlives the call. It is
/// a single pointer, because steps and errors are named in hundreds of places.
struct Words {
  constexpr Words(const char* literal) : text(literal) {}
  Words(const std::string& kept) : text(kept.c_str()) {}
  bool empty() const { return *text == '\0'; }

  const char* text;
};

}  // namespace ap
