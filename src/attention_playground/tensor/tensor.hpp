#pragma once

#include <atomic>
#include <memory>
#include <span>

#include "attention_playground/tensor/count.hpp"
#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// A copy of a storage's numbers in another order. ops/packed.hpp keeps one for a weight.
class PackedForm {
 public:
  virtual ~PackedForm() = default;
  /// Writes the numbers in the storage's original order.
  virtual void unpack(float* to) const = 0;
};

/// Cached facts about a storage's numbers, valid until they change. Threads that read one tensor
/// may set them at the same time; only a thread that may write calls forget().
class Knowledge {
 public:
  Knowledge() = default;
  ~Knowledge() { forget(); }
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  /// Whether the storage is used in more than one call, so that caching facts pays off.
  bool stays() const { return stays_.load(std::memory_order_relaxed); }
  void set_stays(bool stays) { stays_.store(stays, std::memory_order_relaxed); }
  /// Whether every number is known to be finite.
  bool finite() const { return finite_.load(std::memory_order_relaxed); }
  void set_finite() { finite_.store(true, std::memory_order_relaxed); }
  /// Null if there is no packed form; valid until the numbers change.
  const PackedForm* packed() const { return packed_.load(std::memory_order_acquire); }
  /// Keeps the packed form of the first thread that calls it; later ones are discarded.
  void keep(std::unique_ptr<const PackedForm> packed);
  void forget();

 private:
  std::atomic<bool> stays_ = false;
  std::atomic<bool> finite_ = false;
  std::atomic<const PackedForm*> packed_ = nullptr;
};

/// Floats in memory, 16-byte aligned, not initialised. Throws Error(memory) if memory has no room
/// for them.
class Storage {
 public:
  explicit Storage(Count count);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  const float* data() const {
    const float* const data = data_.load(std::memory_order_acquire);
    return data != nullptr ? data : restored();
  }
  /// For immediate writes: it clears what is known about the numbers, but only now. A caller that
  /// writes after another call has read them must ask for the pointer again.
  float* mutable_data() {
    changed();
    return data_.load(std::memory_order_relaxed);
  }
  Index count() const { return count_; }
  /// Differs between any two storages of a process.
  unsigned id() const { return id_; }

  Knowledge& knowledge() const { return knowledge_; }
  /// For callers that write through an address that they hold, as JavaScript does.
  void changed() {
    data();
    knowledge_.forget();
  }
  /// Frees the memory of numbers that are also kept in packed form; the next read of the numbers
  /// restores it. The caller must hold all handles, and no pointer into the memory may be in use.
  void give_back_packed();
  bool is_given_back() const { return data_.load(std::memory_order_acquire) == nullptr; }

  /// Frees its memory. No tensor in it may be read or written until resize() has given it enough.
  void clear();
  /// Has memory for `count` floats from now on, not initialised, in place of what it had, which is
  /// freed first: both at once may not fit. Throws Error(memory); then it is cleared.
  void resize(Count count);

 private:
  const float* restored() const;

  mutable Knowledge knowledge_;
  mutable std::atomic<float*> data_;
  Index count_;
  unsigned id_;
};

/// A shared storage seen through a layout. Copying a Tensor copies the handle, never the elements.
class Tensor {
 public:
  Tensor() = default;
  // Out of line, because handles are copied and destroyed in hundreds of places.
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept;
  Tensor& operator=(const Tensor& other);
  Tensor& operator=(Tensor&& other) noexcept;
  ~Tensor();
  /// Contiguous and not initialised. Throws Error(shape, overflow, memory) naming `shape`.
  explicit Tensor(const Dims& shape);
  /// A view of a storage. Throws Error(missing) naming `storage` if it is null, and Error(range)
  /// naming `layout` if it reaches outside.
  Tensor(std::shared_ptr<Storage> storage, const Layout& layout);
  /// A contiguous copy of row-major values. Throws Error(size) naming `data` if the counts differ,
  /// and what the constructor throws.
  static Tensor from(const Dims& shape, std::span<const float> values);
  /// A contiguous tensor of one repeated number.
  static Tensor filled(const Dims& shape, float value);

  /// Whether it has a storage. The elements of a tensor without one must not be accessed.
  explicit operator bool() const { return storage_ != nullptr; }
  const Layout& layout() const { return layout_; }
  const Dims& shape() const { return layout_.shape; }
  const Dims& strides() const { return layout_.strides; }
  int rank() const { return layout_.rank(); }
  /// Size of an axis from −rank to rank − 1.
  Index size(int axis) const { return layout_.shape[axis < 0 ? rank() + axis : axis]; }
  Index stride(int axis) const { return layout_.strides[axis < 0 ? rank() + axis : axis]; }
  Index count() const { return element_count(layout_.shape); }
  const std::shared_ptr<Storage>& storage() const { return storage_; }

  /// The first element of the view.
  const float* data() const { return storage_->data() + layout_.offset; }
  /// The same for writing; see Storage::mutable_data. All handles on the storage see the changes.
  float* mutable_data();
  /// One cell; the index is not checked.
  float at(const Dims& index) const { return storage_->data()[layout_.offset_of(index)]; }
  void set(const Dims& index, float value);

  // These share memory with this tensor.

  /// The tensor with another shape, if PyTorch allows it. Throws Error(view, size) naming `shape`.
  Tensor view(const Dims& shape) const;
  /// Two axes swapped; −1 is the last. Throws Error(range) naming `axis`.
  Tensor transpose(int first, int second) const;
  /// Axes of size 1 repeated. Throws Error(shape) naming `argument`.
  Tensor broadcast(const Dims& shape, const char* argument) const;
  /// Whether it covers its whole storage in row-major order, so that facts about the storage hold
  /// for the tensor.
  bool is_whole() const { return layout_.is_contiguous() && storage_->count() == count(); }
  /// This tensor if it is contiguous, else a row-major copy.
  Tensor contiguous() const;
  /// A copy of the whole storage with the same layout; an edit writes to it.
  Tensor clone() const;
  /// Copies the elements in row-major order. Throws Error(size) naming `out` unless `out` holds
  /// exactly count() floats.
  void copy_to(std::span<float> out) const;

 private:
  std::shared_ptr<Storage> storage_;
  Layout layout_;
};

}  // namespace ap
