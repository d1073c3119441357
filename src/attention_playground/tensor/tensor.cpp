#include "attention_playground/tensor/tensor.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

std::atomic<unsigned> storages_made{0};

float* allocate(Count count) {
  constexpr std::size_t alignment = 16;
  void* memory = nullptr;
  if (count.fits()) {
    const auto bytes = static_cast<std::size_t>(count.value()) * sizeof(float);
    const std::size_t whole_lanes = (bytes + alignment - 1) / alignment * alignment;
    memory = std::aligned_alloc(alignment, std::max(whole_lanes, alignment));
  }
  require(memory != nullptr, ErrorCode::memory, "shape",
          {count.fits() ? "" : "at least ", count.value(), " elements"},
          {"fewer than memory has room for"});
  return static_cast<float*>(memory);
}

}  // namespace

void Knowledge::keep(std::unique_ptr<const PackedForm> packed) {
  const PackedForm* none = nullptr;
  if (packed_.compare_exchange_strong(none, packed.get(), std::memory_order_acq_rel))
    packed.release();
}

void Knowledge::forget() {
  finite_.store(false, std::memory_order_relaxed);
  delete packed_.exchange(nullptr, std::memory_order_acq_rel);
}

Storage::Storage(Count count)
    : data_(allocate(count)), count_(count.value()), id_(++storages_made) {}

Storage::~Storage() { std::free(data_.load(std::memory_order_relaxed)); }

void Storage::clear() {
  knowledge_.forget();
  count_ = 0;
  std::free(data_.exchange(nullptr, std::memory_order_acq_rel));
}

void Storage::resize(Count count) {
  clear();
  data_.store(allocate(count), std::memory_order_release);
  count_ = count.value();
}

void Storage::give_back_packed() {
  if (knowledge_.packed() != nullptr) std::free(data_.exchange(nullptr, std::memory_order_acq_rel));
}

/// Several threads may find the memory missing at once: all use what the first of them restores.
const float* Storage::restored() const {
  float* const unpacked = allocate(count_);
  knowledge_.packed()->unpack(unpacked);
  float* none = nullptr;
  if (data_.compare_exchange_strong(none, unpacked, std::memory_order_acq_rel)) return unpacked;
  std::free(unpacked);
  return none;
}

Tensor::Tensor(const Tensor& other) = default;
Tensor::Tensor(Tensor&& other) noexcept = default;
Tensor& Tensor::operator=(const Tensor& other) = default;
Tensor& Tensor::operator=(Tensor&& other) noexcept = default;
Tensor::~Tensor() = default;

Tensor::Tensor(const Dims& shape)
    : storage_(std::make_shared<Storage>(element_count(shape))),
      layout_(contiguous_layout(shape)) {}

Tensor::Tensor(std::shared_ptr<Storage> storage, const Layout& layout)
    : storage_(std::move(storage)), layout_(layout) {
  require(storage_ != nullptr, ErrorCode::missing, "storage", {"nothing"}, {"a storage"});
  require(layout_.is_inside(storage_->count()), ErrorCode::range, "layout",
          {layout_.shape, " with strides ", layout_.strides, " from ", layout_.offset},
          {"positions within ", storage_->count(), " elements"});
}

Tensor Tensor::from(const Dims& shape, std::span<const float> values) {
  Tensor tensor(shape);
  if (tensor.count() != static_cast<Index>(values.size())) {
    fail(ErrorCode::size, "data", {values.size(), " elements"},
         {tensor.count(), " for shape ", shape});
  }
  std::copy(values.begin(), values.end(), tensor.mutable_data());
  return tensor;
}

Tensor Tensor::filled(const Dims& shape, float value) {
  Tensor tensor(shape);
  std::fill_n(tensor.mutable_data(), tensor.count(), value);
  return tensor;
}

float* Tensor::mutable_data() { return storage_->mutable_data() + layout_.offset; }

void Tensor::set(const Dims& index, float value) {
  storage_->mutable_data()[layout_.offset_of(index)] = value;
}

Tensor Tensor::view(const Dims& shape) const { return {storage_, view_layout(layout_, shape)}; }

Tensor Tensor::transpose(int first, int second) const {
  return {storage_, transpose_layout(layout_, checked_axis(first, rank(), "axis"),
                                     checked_axis(second, rank(), "axis"))};
}

Tensor Tensor::broadcast(const Dims& shape, const char* argument) const {
  return {storage_, broadcast_layout(layout_, shape, argument)};
}

Tensor Tensor::contiguous() const {
  if (layout_.is_contiguous()) return *this;
  Tensor copy(shape());
  copy_to({copy.mutable_data(), static_cast<std::size_t>(copy.count())});
  return copy;
}

Tensor Tensor::clone() const {
  auto storage = std::make_shared<Storage>(storage_->count());
  std::memcpy(storage->mutable_data(), storage_->data(),
              static_cast<std::size_t>(storage_->count()) * sizeof(float));
  return {std::move(storage), layout_};
}

void Tensor::copy_to(std::span<float> out) const {
  require(static_cast<Index>(out.size()) == count(), ErrorCode::size, "out",
          {out.size(), " elements"}, {count(), " elements"});
  if (out.empty()) return;
  if (layout_.is_contiguous()) {
    std::memcpy(out.data(), data(), out.size_bytes());
    return;
  }
  const int last = rank() - 1;
  Dims rows = shape();
  rows[last] = 1;
  Dims index = first_index(rank());
  float* to = out.data();
  do {
    const float* from = storage_->data() + layout_.offset_of(index);
    for (Index i = 0; i < shape()[last]; ++i) *to++ = from[i * strides()[last]];
  } while (next_index(index, rows));
}

}  // namespace ap
