#include "attention_playground/checkpoint/safetensors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "attention_playground/checkpoint/file_kind.hpp"
#include "attention_playground/checkpoint/half.hpp"
#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/order.hpp"

namespace ap {

namespace {

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t most_header = 100'000'000;
constexpr std::uint64_t most_numbers = std::uint64_t{4} * Count::too_many;
constexpr const char* metadata_key = "__metadata__";

struct KnownType {
  const char* name;
  unsigned bits;
};

// Those that are read come first, in the order of Dtype.
constexpr KnownType known_types[] = {
    {"F32", 32},    {"F16", 16},    {"BF16", 16},   {"F64", 64},    {"I64", 64},
    {"I32", 32},    {"I16", 16},    {"I8", 8},      {"U64", 64},    {"U32", 32},
    {"U16", 16},    {"U8", 8},      {"BOOL", 8},    {"C64", 64},    {"F8_E4M3", 8},
    {"F8_E5M2", 8}, {"F8_E8M0", 8}, {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F4", 4},
};
constexpr std::ptrdiff_t read_types = 3;

const KnownType* type_called(std::string_view name) {
  return std::find_if(std::begin(known_types), std::end(known_types),
                      [&](const KnownType& type) { return name == type.name; });
}

std::size_t width_of(Dtype type) { return known_types[static_cast<std::size_t>(type)].bits / 8; }

/// Little-endian, whatever the machine is.
template <typename Word>
Word word_at(const std::uint8_t* bytes) {
  Word word = 0;
  for (std::size_t i = 0; i < sizeof(Word); ++i)
    word = static_cast<Word>(word | static_cast<Word>(bytes[i]) << (8 * i));
  return word;
}

template <typename Word>
void put_word(std::uint8_t* to, Word word) {
  for (std::size_t i = 0; i < sizeof(Word); ++i) to[i] = static_cast<std::uint8_t>(word >> (8 * i));
}

std::string list_text(const std::vector<std::uint64_t>& shape) {
  std::string text = "[";
  for (const std::uint64_t size : shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

FileTensor read_entry(JsonReader& json, const std::string& name) {
  FileTensor tensor;
  tensor.name = name;
  bool has_dtype = false;
  bool has_shape = false;
  std::vector<std::uint64_t> offsets;
  json.object([&](const std::string& key) {
    if (key == "dtype") {
      tensor.dtype = json.string();
      has_dtype = true;
    } else if (key == "shape") {
      json.array([&] { tensor.shape.push_back(json.whole()); });
      has_shape = true;
    } else if (key == "data_offsets") {
      json.array([&] { offsets.push_back(json.whole()); });
    } else {
      json.refuse("only the fields dtype, shape and data_offsets");
    }
  });
  require(has_dtype && has_shape && offsets.size() == 2, ErrorCode::file, shown_name(name),
          {"an incomplete entry"}, {"dtype, shape and data_offsets with a begin and an end"});
  tensor.begin = offsets[0];
  tensor.end = offsets[1];
  return tensor;
}

/// Throws unless type and shape take exactly the bytes that the offsets say.
void require_size(const FileTensor& tensor) {
  const KnownType* const type = type_called(tensor.dtype);
  require(type != std::end(known_types), ErrorCode::file, shown_name(tensor.name),
          {"the type ", shown_name(tensor.dtype)}, {"a type of the format: F32, F16, BF16, I64 …"});
  std::uint64_t bits = type->bits;
  bool overflow = false;
  for (const std::uint64_t size : tensor.shape)
    overflow |= __builtin_mul_overflow(bits, size, &bits);
  require(!overflow, ErrorCode::file, shown_name(tensor.name),
          {"the shape ", list_text(tensor.shape)}, {"sizes whose product can be counted"});
  const bool fits =
      tensor.begin <= tensor.end && bits % 8 == 0 && tensor.end - tensor.begin == bits / 8;
  require(fits, ErrorCode::file, shown_name(tensor.name),
          {"bytes ", tensor.begin, " to ", tensor.end},
          {bits / 8, " bytes for ", tensor.dtype, " ", list_text(tensor.shape)});
}

void put_numbers(std::uint8_t* to, const std::string& name, const Tensor& tensor, Dtype type) {
  const std::string shown = shown_name(name);
  const Tensor rows = tensor.contiguous();
  const float* const from = rows.data();
  const auto count = static_cast<std::size_t>(rows.count());
  for (std::size_t i = 0; i < count; ++i) {
    if (type == Dtype::f32) {
      std::uint32_t word = 0;
      std::memcpy(&word, from + i, sizeof word);
      put_word(to + 4 * i, word);
      continue;
    }
    const bool half = type == Dtype::f16;
    const std::uint16_t word = half ? half_of_float(from[i]) : bfloat_of_float(from[i]);
    const float kept = half ? float_of_half(word) : float_of_bfloat(word);
    require(std::isfinite(kept) || !std::isfinite(from[i]), ErrorCode::range, shown, {from[i]},
            {"numbers that ", known_types[static_cast<std::size_t>(type)].name, " can hold"});
    put_word(to + 2 * i, word);
  }
}

/// Throws if the bytes do not begin as a header, but as something that is known.
void require_kind(ByteView bytes) {
  if (bytes.size() > length_bytes && bytes[length_bytes] == '{') return;
  const FileKind* const kind = kind_of_file(bytes);
  if (kind != nullptr) fail(ErrorCode::file, "bytes", {kind->name}, {kind->advice});
}

void require_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    require_utf8(name, "name");
    require(name != metadata_key, ErrorCode::conflict, shown_name(name), {"a name"},
            {"another one"});
  }
  if (const std::string* const twice = repeated(names))
    fail(ErrorCode::conflict, shown_name(*twice), {"a name that comes twice"}, {"each name once"});
}

}  // namespace

std::optional<Dtype> FileTensor::type() const {
  const std::ptrdiff_t place = type_called(dtype) - known_types;
  return place < read_types ? std::optional(static_cast<Dtype>(place)) : std::nullopt;
}

Tensor read_numbers(const std::uint8_t* bytes, Dtype type, const Dims& shape) {
  Tensor tensor(shape);
  float* const to = tensor.mutable_data();
  const auto count = static_cast<std::size_t>(tensor.count());
  for (std::size_t i = 0; i < count; ++i) {
    if (type == Dtype::f32) {
      const auto word = word_at<std::uint32_t>(bytes + 4 * i);
      std::memcpy(to + i, &word, sizeof word);
      continue;
    }
    const auto word = word_at<std::uint16_t>(bytes + 2 * i);
    to[i] = type == Dtype::f16 ? float_of_half(word) : float_of_bfloat(word);
  }
  return tensor;
}

Safetensors::Safetensors(ByteView bytes) {
  require_kind(bytes);
  require(bytes.size() >= length_bytes, ErrorCode::file, "bytes", {bytes.size(), " bytes"},
          {"at least 8, the length of a header"});
  const auto length = word_at<std::uint64_t>(bytes.data());
  require(length <= most_header, ErrorCode::file, "bytes", {"a header of ", length, " bytes"},
          {"at most ", most_header});
  require(length <= bytes.size() - length_bytes, ErrorCode::file, "bytes",
          {"a header of ", length, " bytes"},
          {"at most the ", bytes.size() - length_bytes,
           " that follow its length: the file is cut off, or not one of safetensors"});
  const auto size = static_cast<std::size_t>(length);
  numbers_ = bytes.subspan(length_bytes + size);
  read_header({reinterpret_cast<const char*>(bytes.data()) + length_bytes, size});
  require_layout();
}

void Safetensors::read_header(std::string_view text) {
  require_utf8(text, "bytes");
  JsonReader json(text, "bytes");
  if (!text.starts_with('{')) json.refuse("a header that begins with a brace");
  json.object([&](const std::string& key) {
    if (key != metadata_key) return tensors_.push_back(read_entry(json, key));
    // MLX writes null, as Rust's Option.
    if (json.null()) return;
    json.object([&](const std::string& name) { metadata_.emplace_back(name, json.string()); });
  });
  json.end();
  by_name_ = order_of(tensors_.size(), [&](std::size_t a, std::size_t b) {
    return tensors_[a].name < tensors_[b].name;
  });
}

void Safetensors::require_layout() const {
  for (const FileTensor& tensor : tensors_) require_size(tensor);
  const auto order = order_of(tensors_.size(), [&](std::size_t a, std::size_t b) {
    const FileTensor &first = tensors_[a], &second = tensors_[b];
    return first.begin == second.begin ? first.end < second.end : first.begin < second.begin;
  });
  std::uint64_t filled = 0;
  for (const std::size_t place : order) {
    const FileTensor& tensor = tensors_[place];
    require(tensor.begin == filled, ErrorCode::file, shown_name(tensor.name),
            {"numbers from byte ", tensor.begin},
            {"from byte ", filled, ", where those before it end"});
    filled = tensor.end;
  }
  require(filled == numbers_.size(), ErrorCode::file, "bytes",
          {numbers_.size(), " bytes of numbers"},
          {filled, ", as the header says",
           numbers_.size() < filled ? ": the end of the file is missing" : ""});
}

void Safetensors::unwrap() {
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view wrapper : {"_orig_mod.", "module.", "model."}) {
      const bool around_all =
          !tensors_.empty() &&
          std::all_of(tensors_.begin(), tensors_.end(), [&](const FileTensor& tensor) {
            return tensor.name.size() > wrapper.size() && tensor.name.starts_with(wrapper);
          });
      if (!around_all) continue;
      // What all begin with changes nothing about their order.
      for (FileTensor& tensor : tensors_) tensor.name.erase(0, wrapper.size());
      found = true;
    }
  }
}

const std::string* Safetensors::text(std::string_view key) const {
  const auto found = std::find_if(metadata_.begin(), metadata_.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  return found == metadata_.end() ? nullptr : &found->second;
}

const FileTensor* Safetensors::find(std::string_view name) const {
  const auto found = std::lower_bound(
      by_name_.begin(), by_name_.end(), name,
      [&](std::size_t place, std::string_view wanted) { return tensors_[place].name < wanted; });
  if (found == by_name_.end() || tensors_[*found].name != name) return nullptr;
  return &tensors_[*found];
}

Tensor Safetensors::read(const FileTensor& tensor) const {
  const std::optional<Dtype> type = tensor.type();
  require(type.has_value(), ErrorCode::file, shown_name(tensor.name), {tensor.dtype},
          {"F32, F16 or BF16"});
  require(tensor.shape.size() <= std::size_t{max_rank}, ErrorCode::rank, shown_name(tensor.name),
          {tensor.shape.size(), " axes"}, {"at most ", max_rank});
  Dims shape;
  for (const std::uint64_t size : tensor.shape) {
    // Beside a 0 a size may be anything.
    require(size < static_cast<std::uint64_t>(Count::too_many), ErrorCode::overflow,
            shown_name(tensor.name), {list_text(tensor.shape)}, {"sizes below ", Count::too_many});
    shape.push_back(static_cast<Index>(size));
  }
  return read_numbers(numbers_.data() + tensor.begin, *type, shape);
}

Bytes write_safetensors(const Leaves& tensors, Dtype type, const Metadata& metadata) {
  std::vector<std::string> names, keys;
  std::string header = "{";
  for (const auto& [key, text] : metadata) {
    require_utf8(text, shown_name(key));
    keys.push_back(key);
    header += header.size() > 1 ? "," : "\"__metadata__\":{";
    (header += json_string(key) + ":") += json_string(text);
  }
  if (!metadata.empty()) header += "}";
  std::uint64_t filled = 0;
  for (const auto& [name, tensor] : tensors) {
    names.push_back(name);
    const std::uint64_t end = filled + static_cast<std::uint64_t>(tensor.count()) * width_of(type);
    const std::vector<std::uint64_t> shape(tensor.shape().begin(), tensor.shape().end());
    if (header.size() > 1) header += ",";
    header +=
        json_string(name) + ":{\"dtype\":\"" + known_types[static_cast<std::size_t>(type)].name +
        "\",\"shape\":" + list_text(shape) + ",\"data_offsets\":" + list_text({filled, end}) + "}";
    filled = end;
  }
  require_names(names);
  require_names(keys);
  header += "}";
  while (header.size() % length_bytes != 0) header += ' ';
  require(header.size() <= most_header, ErrorCode::size, "metadata", {header.size(), " bytes"},
          {"a header of at most ", most_header});
  require(filled < most_numbers, ErrorCode::memory, "tensors", {filled, " bytes"},
          {"fewer than ", most_numbers});
  Bytes bytes(length_bytes + header.size() + static_cast<std::size_t>(filled));
  put_word<std::uint64_t>(bytes.data(), header.size());
  std::memcpy(bytes.data() + length_bytes, header.data(), header.size());
  std::uint8_t* to = bytes.data() + length_bytes + header.size();
  for (const auto& [name, tensor] : tensors) {
    put_numbers(to, name, tensor, type);
    to += static_cast<std::size_t>(tensor.count()) * width_of(type);
  }
  return bytes;
}

}  // namespace ap
