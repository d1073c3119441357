// A million files with bytes changed, cut off, repeated or added: each is read whole or is an
// Error.

#include <algorithm>

#include "attention_playground/checkpoint/model_file.hpp"
#include "attention_playground/training/training_file.hpp"
#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/models.hpp"

namespace ap::fuzz {

namespace {

constexpr int files_of_a_round = 250'000;

Bytes small_file(Draw& draw) {
  Leaves tensors;
  const char* const names[] = {"a",     "b.weight",   "\u732b",
                               "\"q\\", "wte.weight", "h.0.attn.c_attn.weight"};
  for (const char* name : names)
    if (draw.chance(0.6)) add_leaf(tensors, name, draw.plain(draw.shape(0, 3)));
  Metadata metadata;
  if (draw.chance(0.5)) metadata = {{"format", "pt"}, {"note", "\u732b \" \\ \n"}};
  const Dtype types[] = {Dtype::f32, Dtype::f16, Dtype::bf16};
  return write_safetensors(tensors, draw.pick(types), metadata);
}

std::size_t place_in(Draw& draw, const Bytes& bytes) {
  return static_cast<std::size_t>(draw.whole(0, static_cast<Index>(bytes.size()) - 1));
}

/// Texts that mean something where they stand.
constexpr const char* fragments[] = {"{",
                                     "}",
                                     "[",
                                     "]",
                                     ",",
                                     ":",
                                     "\"",
                                     "\\u0000",
                                     "\\ud800",
                                     "\\",
                                     "-1",
                                     "1e9",
                                     "0.5",
                                     "true",
                                     "null",
                                     "18446744073709551616",
                                     "9223372036854775807",
                                     "4294967296",
                                     "\"F32\"",
                                     "\"I64\"",
                                     "\"F8_E5M2\"",
                                     "\"shape\":[0]",
                                     "\"data_offsets\":[0,0]",
                                     "\"__metadata__\":{}",
                                     " ",
                                     "\t",
                                     "\xff",
                                     "\xc0\x80",
                                     "\0"};

void mutate(Draw& draw, Bytes& bytes) {
  if (bytes.empty()) return;
  const auto at = [&] {
    return bytes.begin() + static_cast<std::ptrdiff_t>(place_in(draw, bytes));
  };
  switch (draw.whole(0, 7)) {
    case 0:
      *at() = static_cast<std::uint8_t>(draw.bits());
      break;
    case 1:
      *at() ^= static_cast<std::uint8_t>(1 << draw.whole(0, 7));
      break;
    case 2:
      bytes.resize(place_in(draw, bytes));
      break;
    case 3: {
      const std::string text = draw.pick(fragments);
      bytes.insert(at(), text.begin(), text.end());
      break;
    }
    case 4: {
      // The length of the header.
      bytes[static_cast<std::size_t>(draw.whole(0, 7)) % bytes.size()] =
          static_cast<std::uint8_t>(draw.bits());
      break;
    }
    case 5: {
      const std::string text = draw.pick(fragments);
      for (std::size_t i = 0, first = place_in(draw, bytes);
           i < text.size() && first + i < bytes.size(); ++i)
        bytes[first + i] = static_cast<std::uint8_t>(text[i]);
      break;
    }
    case 6: {
      auto first = at(), last = at();
      if (last < first) std::swap(first, last);
      const Bytes part(first, last);
      bytes.insert(at(), part.begin(), part.end());
      break;
    }
    default: {
      auto first = at(), last = at();
      if (last < first) std::swap(first, last);
      bytes.erase(first, last);
    }
  }
}

/// Also where more follows than a mutation leaves: the length says what the header is.
void fit_length(Draw& draw, Bytes& bytes, std::size_t before) {
  if (bytes.size() < 8 || draw.chance(0.3)) return;
  std::uint64_t length = 0;
  for (int i = 7; i >= 0; --i) length = length << 8 | bytes[static_cast<std::size_t>(i)];
  length += bytes.size() - before;
  for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(length >> (8 * i));
}

bool read_all(const Bytes& bytes) {
  return goes_through([&] {
    const Safetensors file(bytes);
    std::size_t numbers = 0;
    for (const FileTensor& tensor : file.tensors())
      if (tensor.type()) numbers += static_cast<std::size_t>(file.read(tensor).count());
    CHECK(numbers * 2 <= bytes.size());
  });
}

}  // namespace

TEST_CASE("files: of a million mutated ones each is read whole or is an error") {
  int read = 0, refused = 0;
  for (int round = 0; round < rounds(); ++round) {
    Draw draw("files", round);
    INFO(draw.again());
    Bytes original = small_file(draw);
    for (int file = 0; file < files_of_a_round; ++file) {
      if (file % 100 == 0) original = small_file(draw);
      Bytes bytes = original;
      for (Index left = draw.whole(1, 3); left > 0; --left) {
        const std::size_t before = bytes.size();
        mutate(draw, bytes);
        fit_length(draw, bytes, before);
      }
      (read_all(bytes) ? read : refused) += 1;
    }
  }
  // Neither is the exception, so that both ways are tried.
  CHECK(read > refused / 200);
  CHECK(refused > read);
}

TEST_CASE("files: models and trainings in mutated files") {
  for (int round = 0; round < rounds(); ++round) {
    Draw draw("model files", round);
    INFO(draw.again());
    const auto model = test::model_of(test::small_model());
    const Bytes original =
        save_model(*model, draw.chance(0.5) ? Dtype::f16 : Dtype::f32, {{updates_key, "3"}});
    for (int file = 0; file < 2000; ++file) {
      Bytes bytes = original;
      const std::size_t before = bytes.size();
      // In the header, most of which is the record.
      const std::size_t header = std::min<std::size_t>(bytes.size(), 1500);
      if (draw.chance(0.7))
        bytes[static_cast<std::size_t>(draw.whole(0, static_cast<Index>(header) - 1))] =
            static_cast<std::uint8_t>(draw.whole(32, 126));
      else
        mutate(draw, bytes);
      fit_length(draw, bytes, before);
      goes_through([&] { load_model(bytes); });
      goes_through([&] { read_training(bytes); });
    }
  }
}

}  // namespace ap::fuzz
