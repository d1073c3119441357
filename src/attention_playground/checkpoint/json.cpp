#include "attention_playground/checkpoint/json.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/order.hpp"

namespace ap {

namespace {

bool is_digit(char character) { return character >= '0' && character <= '9'; }

/// number · 10^exponent
double scaled(double number, int exponent) {
  constexpr int most = 400;  // beyond it every number is 0 or ∞
  double factor = 1;
  for (int i = std::min(std::abs(exponent), most); i > 0; --i) {
    factor *= 10;
    if (factor < 1e22 && i > 1) continue;  // powers up to 10²² are exact
    number = exponent < 0 ? number / factor : number * factor;
    factor = 1;
  }
  return number;
}

/// The bytes of the character that starts at `at`; 0 if it is not UTF-8.
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  unsigned code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  const bool fits = first >= 0xC2 && first < 0xF5 && code >= least[length] && code < 0x110000;
  return fits && !surrogate ? length : 0;
}

void append_utf8(std::string& to, unsigned code) {
  const auto add = [&](unsigned byte) { to.push_back(static_cast<char>(byte)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      add(0xE0 | code >> 12);
    } else {
      add(0xF0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3F));
    }
    add(0x80 | (code >> 6 & 0x3F));
  }
  add(0x80 | (code & 0x3F));
}

}  // namespace

void require_utf8(std::string_view text, Words argument) {
  for (std::size_t at = 0, length = 0; at < text.size(); at += length) {
    length = utf8_length(text, at);
    require(length > 0, ErrorCode::file, argument, {"other bytes at ", at}, {"text in UTF-8"});
  }
}

void JsonReader::refuse(const char* expected) const {
  const bool ended = at_ >= text_.size();
  const std::size_t length = ended ? 0 : std::max<std::size_t>(utf8_length(text_, at_), 1);
  const std::string found = ended ? "the end" : "“" + std::string(text_.substr(at_, length)) + "”";
  fail(ErrorCode::file, argument_, {found, " at ", at_}, {expected});
}

void JsonReader::skip_space() {
  while (at_ < text_.size() && std::string_view(" \n\r\t").find(text_[at_]) != text_.npos) ++at_;
}

bool JsonReader::takes(char wanted) {
  skip_space();
  if (at_ >= text_.size() || text_[at_] != wanted) return false;
  ++at_;
  return true;
}

void JsonReader::require_next(char wanted, const char* expected) {
  if (!takes(wanted)) refuse(expected);
}

void JsonReader::object(Callback<void(const std::string&)> field) {
  require_next('{', "an object");
  std::vector<std::string> keys;
  if (takes('}')) return;
  do {
    skip_space();
    keys.push_back(string());
    require_next(':', "a colon");
    field(keys.back());
  } while (takes(','));
  require_next('}', "a comma or a closing brace");
  if (const std::string* const twice = repeated(keys))
    fail(ErrorCode::file, argument_, {"the key ", json_string(*twice), " twice"},
         {"each key once"});
}

void JsonReader::array(Callback<void()> element) {
  require_next('[', "a list");
  if (takes(']')) return;
  do {
    element();
  } while (takes(','));
  require_next(']', "a comma or a closing bracket");
}

unsigned JsonReader::code_unit() {
  unsigned unit = 0;
  for (int i = 0; i < 4; ++i) {
    const char digit = at_ < text_.size() ? text_[at_] : '\0';
    const char letter = static_cast<char>(digit | 0x20);
    if (!is_digit(digit) && (letter < 'a' || letter > 'f')) refuse("four hexadecimal digits");
    unit = unit * 16 + static_cast<unsigned>(is_digit(digit) ? digit - '0' : letter - 'a' + 10);
    ++at_;
  }
  return unit;
}

void JsonReader::append_escape(std::string& to) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  const std::size_t place = at_ < text_.size() ? letters.find(text_[at_]) : letters.npos;
  if (place != letters.npos) {
    ++at_;
    return to.push_back("\"\\/\b\f\n\r\t"[place]);
  }
  if (at_ >= text_.size() || text_[at_] != 'u') refuse("an escape sequence");
  ++at_;
  unsigned code = code_unit();
  if (code >= 0xD800 && code < 0xE000) {
    // A character beyond 2¹⁶: two halves.
    const bool pair = code < 0xDC00 && text_.substr(at_, 2) == "\\u";
    if (pair) at_ += 2;
    const unsigned second = pair ? code_unit() : 0;
    if (second < 0xDC00 || second >= 0xE000) refuse("the other half of a surrogate pair");
    code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
  }
  append_utf8(to, code);
}

std::string JsonReader::string() {
  require_next('"', "a string");
  std::string result;
  for (;;) {
    if (at_ >= text_.size() || static_cast<unsigned char>(text_[at_]) < 0x20)
      refuse("a closing quote");
    const char character = text_[at_++];
    if (character == '"') return result;
    if (character == '\\')
      append_escape(result);
    else
      result.push_back(character);
  }
}

bool JsonReader::takes_word(std::string_view word) {
  skip_space();
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

bool JsonReader::boolean() {
  if (takes_word("true")) return true;
  if (!takes_word("false")) refuse("true or false");
  return false;
}

bool JsonReader::null() { return takes_word("null"); }

std::uint64_t JsonReader::whole() {
  constexpr const char* expected = "a whole number from 0 to below 2^63";
  constexpr std::uint64_t end = std::uint64_t{1} << 63;
  skip_space();
  const std::size_t first = at_;
  std::uint64_t number = 0;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    const auto digit = static_cast<std::uint64_t>(text_[at_] - '0');
    if (number > (end - 1 - digit) / 10) refuse(expected);
    number = number * 10 + digit;
  }
  const bool padded = at_ > first + 1 && text_[first] == '0';
  const bool goes_on = at_ < text_.size() && std::string_view(".eE").find(text_[at_]) != text_.npos;
  if (at_ == first || padded || goes_on) refuse(expected);
  return number;
}

double JsonReader::number() {
  skip_space();
  const bool negative = takes('-');
  const auto next_is = [&](const char* wanted) {
    return at_ < text_.size() && std::string_view(wanted).find(text_[at_]) != text_.npos;
  };
  double digits = 0;
  int exponent = 0;
  const auto read_digits = [&](bool fraction) {
    if (!next_is("0123456789")) refuse("a digit");
    for (; next_is("0123456789"); ++at_) {
      // More digits than a double holds only move the point.
      const bool counts = digits < 1e15;
      if (counts) digits = digits * 10 + (text_[at_] - '0');
      if (counts == fraction) exponent += fraction ? -1 : 1;
    }
  };
  const bool zero = next_is("0");
  if (zero)
    ++at_;
  else
    read_digits(false);
  if (zero && next_is("0123456789")) refuse("no digit after a leading zero");
  if (next_is(".")) {
    ++at_;
    read_digits(true);
  }
  if (next_is("eE")) {
    ++at_;
    const bool down = next_is("-");
    if (next_is("+-")) ++at_;
    if (!next_is("0123456789")) refuse("a digit");
    int power = 0;
    for (; next_is("0123456789"); ++at_) power = std::min(power * 10 + (text_[at_] - '0'), 100000);
    exponent += down ? -power : power;
  }
  const double result = scaled(digits, exponent);
  return negative ? -result : result;
}

void JsonReader::end() {
  while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  if (at_ < text_.size()) refuse("only spaces after the object");
}

void JsonText::add(const std::string& value) {
  if (text_.size() > 1) text_ += ',';
  text_ += value;
}

void JsonText::add(const char* name, const std::string& value) {
  add(json_string(name) + ":" + value);
}

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20) {
      result += "\\u00";
      result += static_cast<char>('0' + byte / 16);
      result += "0123456789abcdef"[byte % 16];
      continue;
    }
    if (character == '"' || character == '\\') result += '\\';
    result += character;
  }
  return result + '"';
}

std::string shown_name(const std::string& name) {
  constexpr std::size_t most = 100;
  std::string text = json_string(name);
  // Nothing is escaped: without quotation marks.
  if (text.size() == name.size() + 2 && !name.empty()) text = name;
  if (text.size() <= most) return text;
  std::size_t length = most;
  while ((static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80) --length;
  return text.substr(0, length) + "…";
}

std::string json_number(float number) {
  if (number == 0) return std::signbit(number) ? "-0" : "0";
  const auto exact = static_cast<double>(number);
  int exponent = 0;  // of the first digit
  while (std::fabs(scaled(exact, -exponent)) >= 10) ++exponent;
  while (std::fabs(scaled(exact, -exponent)) < 1) --exponent;
  std::string text;
  for (int digits = 1; digits <= 9; ++digits) {  // nine always suffice
    int power = exponent + 1 - digits;
    auto first = static_cast<long long>(std::fabs(scaled(exact, -power)) + 0.5);
    for (; first % 10 == 0; first /= 10) ++power;
    // Single characters: of literals GCC 12 warns that they may overlap the text.
    text.clear();
    if (number < 0) text += '-';
    text += std::to_string(first);
    if (power != 0) (text += 'e') += std::to_string(power);
    if (static_cast<float>(JsonReader(text, "").number()) == number) break;
  }
  return text;
}

std::string json_strings(std::span<const std::string> texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += ',';
    list += json_string(text);
  }
  return list + ']';
}

}  // namespace ap
