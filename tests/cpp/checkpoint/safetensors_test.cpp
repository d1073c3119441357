// Files of tensors: each way to be malformed, and what is written is what is read.

#include "attention_playground/checkpoint/safetensors.hpp"

#include <cstring>

#include "attention_playground/tensor/error.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Bytes file_of(const std::string& header, std::size_t numbers = 0) {
  Bytes bytes(8 + header.size() + numbers);
  for (std::size_t i = 0; i < 8; ++i)
    bytes[i] = static_cast<std::uint8_t>(std::uint64_t{header.size()} >> (8 * i));
  std::memcpy(bytes.data() + 8, header.data(), header.size());
  return bytes;
}

std::string entry(const std::string& name, const std::string& dtype, const std::string& shape,
                  const std::string& offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
         ",\"data_offsets\":" + offsets + "}";
}

const std::string f32 = entry("a", "F32", "[2]", "[0,8]");

/// The error's message; "" if the file is read.
std::string refusal_of_file(const Bytes& bytes) {
  try {
    const Safetensors file(bytes);
  } catch (const Error& error) {
    CHECK(error.code == ErrorCode::file);
    return error.what();
  }
  return "";
}

struct Malformed {
  const char* what;
  Bytes bytes;
  const char* argument = "bytes";
};

std::vector<Malformed> malformed_files() {
  Bytes huge = file_of("{}");
  huge[4] = 1;
  Bytes beyond = file_of("{}");
  beyond[0] = 3;
  const auto of = [](const std::string& fields, std::size_t numbers = 8) {
    return file_of("{" + fields + "}", numbers);
  };
  return {
      {"no length", {}},
      {"half a length", Bytes(7)},
      {"a header over 100 MB", huge},
      {"a header past the end", beyond},
      {"an empty header", file_of("")},
      {"not UTF-8", file_of("{\"\xFF\":{}}")},
      {"no object", file_of("[]")},
      {"a space before the object", file_of(" {}")},
      {"an object that does not end", file_of("{")},
      {"a second object", file_of("{}{}")},
      {"a line break after the object", file_of("{}\n")},
      {"a zero byte after the object", file_of(std::string("{}\0", 3))},
      {"a tensor that is no object", of("\"a\":1")},
      {"a tensor twice", of(f32 + "," + f32)},
      {"a field twice", of("\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[2],"
                           "\"data_offsets\":[0,8]}")},
      {"a metadata key twice", of("\"__metadata__\":{\"k\":\"1\",\"k\":\"2\"}", 0)},
      {"metadata twice", of("\"__metadata__\":{},\"__metadata__\":{}", 0)},
      {"metadata that is no text", of("\"__metadata__\":{\"k\":1}", 0)},
      {"metadata that is no object", of("\"__metadata__\":\"k\"", 0)},
      {"an unknown field", of("\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],"
                              "\"more\":1}")},
      {"no dtype", of("\"a\":{\"shape\":[2],\"data_offsets\":[0,8]}"), "a"},
      {"no shape", of("\"a\":{\"dtype\":\"F32\",\"data_offsets\":[0,4]}", 4), "a"},
      {"no offsets", of("\"a\":{\"dtype\":\"F32\",\"shape\":[2]}"), "a"},
      {"one offset", of(entry("a", "F32", "[2]", "[8]")), "a"},
      {"three offsets", of(entry("a", "F32", "[2]", "[0,8,8]")), "a"},
      {"an unknown type", of(entry("a", "F33", "[2]", "[0,8]")), "a"},
      {"a type in small letters", of(entry("a", "f32", "[2]", "[0,8]")), "a"},
      {"a negative size", of(entry("a", "F32", "[-2]", "[0,8]"))},
      {"a fractional size", of(entry("a", "F32", "[2.0]", "[0,8]"))},
      {"a size as text", of(entry("a", "F32", "[\"2\"]", "[0,8]"))},
      {"a size beyond 2^63", of(entry("a", "F32", "[9223372036854775808]", "[0,8]"))},
      {"a product beyond 2^64", of(entry("a", "F32", "[4611686018427387904,4]", "[0,0]"), 0), "a"},
      {"too few bytes", of(entry("a", "F32", "[2]", "[0,4]"), 4), "a"},
      {"too many bytes", of(entry("a", "F16", "[2]", "[0,8]")), "a"},
      {"half a byte", of(entry("a", "F4", "[3]", "[0,1]"), 1), "a"},
      {"an end before the begin", of(entry("a", "F32", "[2]", "[8,0]")), "a"},
      {"a hole at the begin", of(entry("a", "F32", "[2]", "[8,16]"), 16), "a"},
      {"a hole", of(f32 + "," + entry("b", "F32", "[2]", "[12,20]"), 20), "b"},
      {"an overlap", of(f32 + "," + entry("b", "F32", "[2]", "[4,12]"), 12), "b"},
      {"the same bytes twice", of(f32 + "," + entry("b", "F32", "[2]", "[0,8]")), "b"},
      {"an empty tensor inside another", of(f32 + "," + entry("b", "F32", "[0]", "[4,4]")), "b"},
      {"bytes after the last tensor", of(f32, 9)},
      {"bytes without a tensor", of("", 1)},
      {"missing bytes", of(f32, 7)},
  };
}

}  // namespace

TEST_CASE("safetensors: every malformed file is an error that names what is wrong") {
  for (const Malformed& each : malformed_files()) {
    INFO(each.what);
    const std::string message = refusal_of_file(each.bytes);
    CHECK(message.starts_with(std::string(each.argument) + ": "));
  }
  CHECK(refusal_of_file(file_of("{" + f32 + "}", 8)) == "");
}

TEST_CASE(
    "safetensors: spaces after the header, empty tensors and numbers without axes are legal") {
  const Bytes bytes = file_of("{" + entry("none", "F32", "[3,0]", "[4,4]") + "," +
                                  entry("one", "F32", "[]", "[0,4]") + "}   ",
                              4);
  const Safetensors file(bytes);
  REQUIRE(file.tensors().size() == 2);
  CHECK(file.read(*file.find("none")).shape() == Dims{3, 0});
  CHECK(file.read(*file.find("one")).shape() == Dims{});
  CHECK(file.find("two") == nullptr);
  CHECK(Safetensors(file_of("{}")).tensors().empty());
}

TEST_CASE("safetensors: metadata that is null is none") {
  const Bytes bytes = file_of("{\"__metadata__\": null ," + f32 + "}", 8);
  const Safetensors file(bytes);
  CHECK(file.metadata().empty());
  CHECK(file.find("a") != nullptr);
  CHECK(refusal_of_file(file_of("{\"__metadata__\":nul}")) != "");
}

TEST_CASE("safetensors: what wraps all names is left out, what wraps some of them stays") {
  const auto names_in = [](std::initializer_list<const char*> names) {
    std::string header;
    for (const char* name : names)
      header += (header.empty() ? "{" : ",") + entry(name, "F32", "[0]", "[0,0]");
    const Bytes bytes = file_of(header + "}");
    Safetensors file(bytes);
    file.unwrap();
    std::string found;
    for (const FileTensor& tensor : file.tensors()) {
      CHECK(file.find(tensor.name) == &tensor);
      found += tensor.name + " ";
    }
    return found;
  };
  CHECK(names_in({"_orig_mod.module.b", "_orig_mod.module.a.c"}) == "b a.c ");
  CHECK(names_in({"model.model.b", "model.a"}) == "model.b a ");
  CHECK(names_in({"module.", "module.a"}) == "module. module.a ");
  CHECK(names_in({"models.a", "models.b"}) == "models.a models.b ");
}

TEST_CASE("safetensors: a file of another kind is called what it looks like") {
  const auto bytes_of = [](std::string_view text) { return Bytes(text.begin(), text.end()); };
  CHECK(refusal_of_file({}).starts_with("bytes: an empty file, expected"));
  CHECK(refusal_of_file(bytes_of("GGUF and so on")).starts_with("bytes: a GGUF file"));
  CHECK(refusal_of_file(bytes_of("<html></html>")).starts_with("bytes: a page of HTML"));
  CHECK(refusal_of_file(bytes_of("{\"a\": 1}    ")).starts_with("bytes: JSON"));
  Bytes cut = file_of("{" + f32 + "}", 8);
  cut.pop_back();
  CHECK(refusal_of_file(cut).ends_with("the end of the file is missing"));
}

TEST_CASE("safetensors: a type that is not read spoils only the tensor that has it") {
  const Bytes bytes = file_of("{" + entry("ids", "I64", "[1]", "[8,16]") + "," + f32 + "," +
                                  entry("flags", "BOOL", "[3]", "[16,19]") + "," +
                                  entry("deep", "F16", "[1,1,1,1,1,1,1]", "[19,21]") + "}",
                              21);
  const Safetensors file(bytes);
  CHECK(file.read(*file.find("a")).count() == 2);
  CHECK(!file.find("ids")->type());
  const auto code = [&](const char* name) {
    try {
      file.read(*file.find(name));
    } catch (const Error& error) {
      CHECK(error.argument == name);
      return error.code;
    }
    return ErrorCode::missing;
  };
  CHECK(code("ids") == ErrorCode::file);
  CHECK(code("flags") == ErrorCode::file);
  CHECK(code("deep") == ErrorCode::rank);
}

TEST_CASE("safetensors: long names do not fill an error") {
  const std::string name(2000, 'n');
  const std::string message =
      refusal_of_file(file_of("{" + entry(name, "F32", "[2]", "[0,4]") + "}", 4));
  CHECK(message.starts_with(name.substr(0, 100) + "…: "));
}

TEST_CASE("safetensors: an error shows what cannot be seen in a name") {
  const auto named = [](const std::string& json) {
    return refusal_of_file(
        file_of("{\"" + json + R"(":{"dtype":"F3","shape":[],"data_offsets":[0,4]}})", 4));
  };
  CHECK(named("\\u0000weight").starts_with(R"("\u0000weight": the type F3)"));
  CHECK(named("a\\nb").starts_with(R"("a\u000ab": )"));
  CHECK(named("").starts_with(R"("": )"));
  CHECK(named("字").starts_with("字: "));
}

TEST_CASE("safetensors: what is written is what is read") {
  const Leaves tensors = {
      {"weights", random_tensor({3, 5}, "weights")},
      {"transposed", random_tensor({4, 2}, "transposed").transpose(0, 1)},
      {"none", Tensor(Dims{0, 4})},
      {"one", Tensor::filled({}, -0.0F)},
      {"a \"name\" in 中文\n", Tensor::from({3}, std::vector{1e-40F, infinity, -1.5F})},
  };
  const Metadata metadata = {{"format", "pt"}, {"a \\ key", "line\nbreak"}, {"", ""}};
  const Bytes bytes = write_safetensors(tensors, Dtype::f32, metadata);
  CHECK(bytes[0] % 8 == 0);
  const Safetensors file(bytes);
  CHECK(file.metadata() == metadata);
  REQUIRE(file.tensors().size() == tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const auto& [name, tensor] = tensors[i];
    CHECK(file.tensors()[i].name == name);
    CHECK(file.read(file.tensors()[i]).shape() == tensor.shape());
    CHECK(first_bit_difference(file.read(file.tensors()[i]), tensor.contiguous()) == "");
  }
}

TEST_CASE("safetensors: narrower types keep what they can hold, and refuse what they cannot") {
  const Tensor numbers = Tensor::from({4}, std::vector{1.0F, -0.333333343F, 65504.0F, 1e-7F});
  for (const Dtype type : {Dtype::f16, Dtype::bf16}) {
    const Bytes bytes = write_safetensors({{"x", numbers}}, type, {});
    const Safetensors file(bytes);
    const Tensor read = file.read(file.tensors()[0]);
    CHECK(read.at({0}) == 1);
    CHECK(read.at({1}) == (type == Dtype::f16 ? -0.333251953125F : -0.333984375F));
    // Once narrowed, they stay.
    CHECK(write_safetensors({{"x", read}}, type, {}) == bytes);
  }
  const auto refused = [](const Leaves& tensors, const Metadata& metadata, ErrorCode expected) {
    try {
      write_safetensors(tensors, Dtype::f16, metadata);
    } catch (const Error& error) {
      return error.code == expected && !error.argument.empty();
    }
    return false;
  };
  const Tensor large = Tensor::filled({1}, 65520);
  CHECK(refused({{"x", large}}, {}, ErrorCode::range));
  CHECK(refused({{"x", numbers}, {"x", numbers}}, {}, ErrorCode::conflict));
  CHECK(refused({{"__metadata__", numbers}}, {}, ErrorCode::conflict));
  CHECK(refused({}, {{"k", "1"}, {"k", "2"}}, ErrorCode::conflict));
  CHECK(refused({{"\xFF", numbers}}, {}, ErrorCode::file));
  CHECK(refused({}, {{"k", "\xFF"}}, ErrorCode::file));
}

}  // namespace ap::test
