#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attention_playground/attention/parameters.hpp"

namespace ap {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;
/// Free texts of a file, by key.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// How a file stores the numbers of a tensor.
enum class Dtype { f32, f16, bf16 };

/// One tensor of a file.
struct FileTensor {
  std::string name;
  std::string dtype;  // as the file says: "F32", "I64"
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;  // bytes, from the first after the header

  /// None if its numbers are not read here: integers, booleans, doubles.
  std::optional<Dtype> type() const;
};

/// Numbers as a file stores them, little-endian, as floats. Throws Error(overflow, memory).
Tensor read_numbers(const std::uint8_t* bytes, Dtype type, const Dims& shape);

/// A safetensors file: the length of its header in 8 bytes, little-endian; the header, a JSON
/// object of `{ dtype, shape, data_offsets }` by name and of texts in `__metadata__`; the numbers
/// (https://github.com/huggingface/safetensors, README, "Format").
class Safetensors {
 public:
  /// Reads the header; refers to the bytes, which must outlive it.
  ///
  /// Throws Error(file) naming `bytes`, with what they look like if that is known (file_kind.hpp),
  /// or the tensor, unless the file is exactly what the format says: at most 100 MB of header that
  /// begins with a brace and ends with nothing but spaces, in UTF-8, no key twice, known types,
  /// sizes that match type and shape, and numbers that fill the rest of the file without a hole, an
  /// overlap or anything after them.
  explicit Safetensors(ByteView bytes);

  /// Leaves out what PyTorch's wrappers of a model put before all of its names, one inside the
  /// other: `_orig_mod.` (torch.compile), `module.` (DataParallel), `model.` (Lightning).
  /// The same is done in web/engine/files/model-file.ts.
  void unwrap();

  /// In the order of the header.
  const std::vector<FileTensor>& tensors() const { return tensors_; }
  const Metadata& metadata() const { return metadata_; }
  /// The text of a key; null if there is none.
  const std::string* text(std::string_view key) const;
  /// Null if there is none.
  const FileTensor* find(std::string_view name) const;
  /// Its numbers as floats, which are exact. Throws Error(file) naming the tensor if they are of
  /// another type, (rank) for more than six axes, (overflow, memory).
  Tensor read(const FileTensor& tensor) const;

 private:
  void read_header(std::string_view text);
  void require_layout() const;

  ByteView numbers_;
  std::vector<FileTensor> tensors_;
  std::vector<std::size_t> by_name_;  // places in tensors_, in the order of their names
  Metadata metadata_;
};

/// A file with these tensors, in this order, rounded to the type (to nearest, ties to even). Its
/// numbers begin at a multiple of 8 bytes. Throws Error(conflict) naming a tensor or a key that
/// comes twice or is called `__metadata__`, (range) naming a tensor with a finite number that the
/// type cannot hold, (size) `metadata`, (memory) `tensors`, (file) for names that are not UTF-8.
Bytes write_safetensors(const Leaves& tensors, Dtype type, const Metadata& metadata);

}  // namespace ap
