#pragma once

#include "attention_playground/checkpoint/model_file.hpp"
#include "bindings/request.hpp"
#include "bindings/transformer.hpp"

namespace ap::bindings {

/// The bytes of a file, in a tensor that web/engine filled: its first `length` bytes.
class FileBytes {
 public:
  FileBytes(Handle bytes, double length)
      : storage_(*tensor_at(bytes)), length_(static_cast<std::size_t>(length)) {}

  ByteView view() const {
    return {reinterpret_cast<const std::uint8_t*>(storage_.data()), length_};
  }

 private:
  Tensor storage_;
  std::size_t length_;
};

/// A safetensors file that is open.
class File {
 public:
  File(Handle bytes, double length) : bytes_(bytes, length), file_(bytes_.view()) {}

  /// JSON: the metadata as [key, text], the tensors as [name, type, sizes], in their order.
  val header() const;
  /// The numbers of the tensor at this place; null if they are of a type that is not read.
  val numbers(int place) const;

 private:
  FileBytes bytes_;
  Safetensors file_;
};

val read_safetensors(Handle bytes, double length);
/// The model of a file; the request has what the caller says of it, and −1 for what it does not
/// say.
val load_model(Handle bytes, double length, const Request& said);
/// Its options and words, as JSON of the options of ap.transformer.
val record_of(const Transformer& model);
/// The keys and texts of a file's metadata, which the request has in turn.
Metadata metadata_of(const Request& request);
/// The bytes of its file; the request has the metadata as keys and texts in turn.
val save_model(const Transformer& model, int type, const Request& metadata);

}  // namespace ap::bindings
