// The strict reader of JSON: what it takes, and what it refuses.

#include "attention_playground/checkpoint/json.hpp"

#include <cstring>

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"

namespace ap::test {

namespace {

/// The message of the error; "" if there is none.
template <typename Read>
std::string refusal(const std::string& text, const Read& read) {
  try {
    JsonReader json(text, "bytes");
    read(json);
    json.end();
  } catch (const Error& error) {
    CHECK(error.code == ErrorCode::file);
    CHECK(error.argument == "bytes");
    CHECK(!error.expected.empty());
    return error.actual;
  }
  return "";
}

std::string string_of(const std::string& text) { return JsonReader(text, "bytes").string(); }
double number_of(const std::string& text) { return JsonReader(text, "bytes").number(); }

}  // namespace

TEST_CASE("json: strings with all escapes") {
  CHECK(string_of(R"("a\"\\\/\b\f\n\r\tz")") == "a\"\\/\b\f\n\r\tz");
  CHECK(string_of(R"("\u0041\u00e9\u20AC\uD83D\uDE00")") == "Aé€😀");
  const std::string all = "\x01 \x1f \" \\ / é 😀";
  CHECK(string_of(json_string(all)) == all);
  const auto read = [](JsonReader& json) { json.string(); };
  for (const char* text : {"\"a", "a\"", "\"\\x\"", "\"\\u12G4\"", "\"\\uD800\"", "\"\\uDC00\"",
                           "\"\\uD800\\u0041\"", "\"\\", "\"\n\"", ""}) {
    INFO(text);
    CHECK(refusal(text, read) != "");
  }
}

TEST_CASE("json: whole numbers below 2^63") {
  CHECK(JsonReader("0", "bytes").whole() == 0);
  CHECK(JsonReader(" 9223372036854775807", "bytes").whole() == 9223372036854775807U);
  const auto read = [](JsonReader& json) { json.whole(); };
  CHECK(refusal("12 ", read) == "");
  for (const char* text : {"-1", "01", "1.0", "1e3", "1E3", "9223372036854775808",
                           "18446744073709551616", "99999999999999999999999", "", "x", "1 1"}) {
    INFO(text);
    CHECK(refusal(text, read) != "");
  }
}

TEST_CASE("json: numbers are read back as the same float") {
  CHECK(number_of("-12.5e-1") == -1.25);
  CHECK(number_of("0.1") == 0.1);
  CHECK(number_of("1E+2") == 100);
  CHECK(json_number(1e-5F) == "1e-5");
  CHECK(json_number(-0.1F) == "-1e-1");
  CHECK(json_number(100) == "1e2");
  CHECK(json_number(-0.0F) == "-0");
  CHECK(json_number(12) == "12");
  CHECK(static_cast<float>(number_of("3.4028234663852886e38")) == 3.4028234663852886e38F);
  int wrong = 0;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto bits = static_cast<std::uint32_t>(i * 214748 + i % 7);
    float number = 0;
    std::memcpy(&number, &bits, sizeof number);
    if (!(number - number == 0)) continue;
    if (static_cast<float>(number_of(json_number(number))) != number) ++wrong;
  }
  CHECK(wrong == 0);
  const auto read = [](JsonReader& json) { json.number(); };
  for (const char* text :
       {"", "-", "+1", ".5", "1.", "1e", "1e+", "00", "NaN", "Infinity", "- 1"}) {
    INFO(text);
    CHECK(refusal(text, read) != "");
  }
}

TEST_CASE("json: objects and lists, and nothing after them") {
  const auto read = [](JsonReader& json) {
    json.object([&](const std::string&) { json.array([&] { json.boolean(); }); });
  };
  CHECK(refusal("{}", read) == "");
  CHECK(refusal(" {\"a\" : [ true , false ],\n\"b\":[]}  ", read) == "");
  CHECK(refusal("{\"a\":[],\"\\u0061\":[]}", read) == "the key \"a\" twice");
  for (const char* text :
       {"", "{", "{\"a\"}", "{\"a\":}", "{\"a\":[}", "{\"a\":[true", "{\"a\":[true,]}",
        "{\"a\":[true false]}", "{\"a\":[],}", "{\"a\":[] \"b\":[]}", "{a:[]}", "[]", "{}x", "{}\n",
        "{\"a\":[tru]}", "{\"a\":[null]}", "{}{}"}) {
    INFO(text);
    CHECK(refusal(text, read) != "");
  }
}

TEST_CASE("json: text is UTF-8") {
  CHECK_NOTHROW(require_utf8("a é € 😀 \xF4\x8F\xBF\xBF", "bytes"));
  for (const char* text : {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80",
                           "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xFF", "a\xE2\x82"}) {
    CHECK_THROWS_AS(require_utf8(text, "bytes"), Error);
  }
}

}  // namespace ap::test
