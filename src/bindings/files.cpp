#include "bindings/files.hpp"

namespace ap::bindings {

ByteView file_at(Handle bytes, double length) {
  const Tensor& storage = *tensor_at(bytes);
  return {reinterpret_cast<const std::uint8_t*>(storage.data()), static_cast<std::size_t>(length)};
}

val check_safetensors(Handle bytes, double length) {
  return guarded([&] {
    const Safetensors file(file_at(bytes, length));
    return val(true);
  });
}

val numbers_of_file(Handle bytes, double begin, double count, int type) {
  return guarded([&] {
    const std::uint8_t* const first = file_at(bytes, 0).data() + static_cast<std::size_t>(begin);
    const Dims shape = {static_cast<Index>(count)};
    const Tensor numbers = read_numbers(first, static_cast<Dtype>(type), shape);
    return floats_value(numbers.data(), numbers.count());
  });
}

}  // namespace ap::bindings
