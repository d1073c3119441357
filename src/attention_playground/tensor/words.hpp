#pragma once

#include <string>

namespace ap {

/// Words where they lie, ending in a null: of a literal, or of a string that lives as long as the
/// call. One pointer, because steps and errors are named in hundreds of places.
struct Words {
  constexpr Words(const char* text) : text(text) {}
  Words(const std::string& text) : text(text.c_str()) {}
  bool empty() const { return *text == '\0'; }

  const char* text;
};

}  // namespace ap
