#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/words.hpp"

namespace ap {

/// Throws Error(file) naming `argument` unless the bytes are UTF-8 (RFC 3629: nothing overlong, no
/// surrogates).
void require_utf8(std::string_view text, Words argument);

/// Reads JSON (RFC 8259) from front to back, as what its caller says must come next, so that a
/// text needs no memory and no deeper recursion than its caller's. Anything else throws Error(file)
/// naming `argument`, with what was found and where.
class JsonReader {
 public:
  /// Refers to the text, which must be UTF-8.
  JsonReader(std::string_view text, Words argument) : text_(text), argument_(argument) {}

  /// Calls `field` with each key; it reads the value. Throws for a key that comes twice.
  void object(Callback<void(const std::string& key)> field);
  /// Calls `element` before each element; it reads it.
  void array(Callback<void()> element);
  std::string string();
  bool boolean();
  /// Whether null comes next, which it then has read.
  bool null();
  /// A whole number from 0 to below 2⁶³, without point and exponent.
  std::uint64_t whole();
  /// Any number, to within a few units in the last place of a double.
  double number();
  /// Nothing but spaces may follow.
  void end();

  /// Throws what the methods throw: something else was expected here.
  [[noreturn]] void refuse(const char* expected) const;

 private:
  void skip_space();
  bool takes(char wanted);
  bool takes_word(std::string_view word);
  void require_next(char wanted, const char* expected);
  unsigned code_unit();
  void append_escape(std::string& to);

  std::string_view text_;
  Words argument_;
  std::size_t at_ = 0;
};

/// A JSON object or array that is written element by element; values are JSON themselves.
class JsonText {
 public:
  static JsonText object() { return JsonText("{", '}'); }
  static JsonText array() { return JsonText("[", ']'); }

  void add(const std::string& value);
  void add(const char* name, const std::string& value);
  std::string finished() const { return text_ + close_; }

 private:
  JsonText(const char* open, char close) : text_(open), close_(close) {}

  std::string text_;
  char close_;
};

/// Text as a JSON string, with its quotes.
std::string json_string(std::string_view text);
/// A name from a file, for an error: with control characters and quotes escaped, since a text of an
/// error ends at the first null, and cut after 100 bytes.
std::string shown_name(const std::string& name);
/// A finite number in the fewest digits that JsonReader reads back as the same float.
std::string json_number(float number);
/// As a JSON array.
std::string json_strings(std::span<const std::string> texts);

}  // namespace ap
