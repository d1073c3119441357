#include "support/tensors.hpp"

#include <algorithm>
#include <numeric>

#include "attention_playground/tensor/random.hpp"

namespace ap::test {

namespace {

constexpr std::uint32_t seed = 7;
constexpr float guard = -12345.5F;
constexpr Index guards_before = 5;  // odd, so that the tensor is not aligned
constexpr Index guards_behind = 6;

std::shared_ptr<Storage> filled_storage(Index count, float value) {
  auto storage = std::make_shared<Storage>(count);
  std::fill_n(storage->mutable_data(), count, value);
  return storage;
}

/// NaN everywhere except where `layout` puts the values.
Tensor placed(const Tensor& values, const Layout& layout, Index storage_count) {
  Tensor result(filled_storage(storage_count, not_a_number), layout);
  const std::vector<float> elements = values_of(values);
  for (std::size_t i = 0; i < elements.size(); ++i)
    result.set(index_at(static_cast<Index>(i), values.shape()), elements[i]);
  return result;
}

}  // namespace

Tensor tensor(const Dims& shape, const std::vector<float>& values) {
  return Tensor::from(shape, values);
}

Tensor counting(const Dims& shape) {
  Tensor result(shape);
  std::iota(result.mutable_data(), result.mutable_data() + result.count(), 0.0F);
  return result;
}

Tensor random_tensor(const Dims& shape, const std::string& name, float limit) {
  return uniform_tensor(shape, limit, seed, stream_of(name));
}

Tensor with_last(const Dims& shape, float bad) {
  Tensor result = Tensor::filled(shape, 1);
  result.set(index_at(result.count() - 1, shape), bad);
  return result;
}

std::vector<float> values_of(const Tensor& tensor) {
  std::vector<float> values(static_cast<std::size_t>(tensor.count()));
  tensor.copy_to(values);
  return values;
}

const char* name_of(Arrangement arrangement) {
  static constexpr const char* names[] = {"plain", "offset", "transposed", "spread"};
  return names[static_cast<int>(arrangement)];
}

Tensor arranged(const Tensor& values, Arrangement arrangement) {
  const int last = values.rank() - 1;
  if (last < 0) return values;
  Dims wide = values.shape();
  if (arrangement == Arrangement::offset) {
    wide[last] += 2;
    const Layout layout = narrow_layout(contiguous_layout(wide), last, 1, values.size(-1));
    // The storage ends with the last element, so that a read after it is out of bounds.
    return placed(values, layout, std::max<Index>(element_count(wide) - 1, 1));
  }
  if (arrangement == Arrangement::spread) {
    wide[last] *= 2;
    Layout layout = contiguous_layout(wide);
    layout.shape = values.shape();
    layout.strides[last] = 2;
    return placed(values, layout, std::max<Index>(element_count(wide) - 1, 1));
  }
  if (arrangement == Arrangement::transposed && last > 0) {
    std::swap(wide[last], wide[last - 1]);
    const Layout layout = transpose_layout(contiguous_layout(wide), last - 1, last);
    return placed(values, layout, element_count(wide));
  }
  return values;
}

GuardedOutput::GuardedOutput(const Dims& shape) {
  Layout layout = contiguous_layout(shape);
  layout.offset = guards_before;
  const Index count = element_count(shape);
  tensor_ = Tensor(filled_storage(guards_before + count + guards_behind, guard), layout);
  std::fill_n(tensor_.mutable_data(), count, not_a_number);  // shows cells that are not written
}

bool GuardedOutput::intact() const {
  const float* all = tensor_.storage()->data();
  const Index end = guards_before + tensor_.count();
  const auto is_guard = [](float value) { return value == guard; };
  return std::all_of(all, all + guards_before, is_guard) &&
         std::all_of(all + end, all + end + guards_behind, is_guard);
}

}  // namespace ap::test
