#pragma once

#include <atomic>
#include <memory>
#include <span>

#include "attention_playground/tensor/count.hpp"
#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// The numbers of a storage once more, in another order: what ops/packed.hpp keeps of a weight.
class PackedForm {
 public:
  virtual ~PackedForm() = default;
  /// Writes the storage's numbers as they lay.
  virtual void unpack(float* to) const = 0;
};

/// What has been found out about a storage's numbers, until they change. Threads that read one
/// tensor may find it out at the same time; forget() is for who may write.
class Knowledge {
 public:
  Knowledge() = default;
  ~Knowledge() { forget(); }
  Knowledge(const Knowledge&) = delete;
  Knowledge& operator=(const Knowledge&) = delete;

  /// Whether the storage is given to more than one call, so that it is worth remembering.
  bool stays() const { return stays_.load(std::memory_order_relaxed); }
  void set_stays(bool stays) { stays_.store(stays, std::memory_order_relaxed); }
  /// Whether every number is known to be finite.
  bool finite() const { return finite_.load(std::memory_order_relaxed); }
  void set_finite() { finite_.store(true, std::memory_order_relaxed); }
  /// Null where nothing is kept; lives until the numbers change.
  const PackedForm* packed() const { return packed_.load(std::memory_order_acquire); }
  /// Keeps what the first thread brings.
  void keep(std::unique_ptr<const PackedForm> packed);
  void forget();

 private:
  std::atomic<bool> stays_ = false;
  std::atomic<bool> finite_ = false;
  std::atomic<const PackedForm*> packed_ = nullptr;
};

/// Floats in memory, 16-byte aligned, not initialised. Throws Error(memory) where there is no room
/// for so many.
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
  /// To write through at once: what was found out about the numbers is forgotten now, and not a
  /// second time. Whoever writes after a call has read them asks again.
  float* mutable_data() {
    changed();
    return data_.load(std::memory_order_relaxed);
  }
  Index count() const { return count_; }
  /// Differs between any two storages of a process.
  unsigned id() const { return id_; }

  Knowledge& knowledge() const { return knowledge_; }
  /// For who writes through an address of his own, as JavaScript does.
  void changed() {
    data();
    knowledge_.forget();
  }
  /// Gives back the memory of numbers whose packed form is kept, until somebody reads them as they
  /// were. For who holds all handles: nobody may have an address in it.
  void give_back_packed();
  bool is_given_back() const { return data_.load(std::memory_order_acquire) == nullptr; }

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
  // Out of line: handles are copied and let go in hundreds of places.
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept;
  Tensor& operator=(const Tensor& other);
  Tensor& operator=(Tensor&& other) noexcept;
  ~Tensor();
  /// Contiguous and not initialised. Throws Error(shape, overflow, memory) naming `shape`.
  explicit Tensor(const Dims& shape);
  /// A view of a storage. Throws Error(missing) naming `storage` for none, and (range) naming
  /// `layout` where it reaches outside.
  Tensor(std::shared_ptr<Storage> storage, const Layout& layout);
  /// A contiguous copy of row-major values. Throws Error(size) naming `data` where the counts
  /// differ, and what the constructor throws.
  static Tensor from(const Dims& shape, std::span<const float> values);
  /// Contiguous, one number everywhere.
  static Tensor filled(const Dims& shape, float value);

  /// Whether it has a storage: nothing can be asked of the elements of one that has none.
  explicit operator bool() const { return storage_ != nullptr; }
  const Layout& layout() const { return layout_; }
  const Dims& shape() const { return layout_.shape; }
  const Dims& strides() const { return layout_.strides; }
  int rank() const { return layout_.rank(); }
  /// Of an axis from −rank to rank − 1.
  Index size(int axis) const { return layout_.shape[axis < 0 ? rank() + axis : axis]; }
  Index stride(int axis) const { return layout_.strides[axis < 0 ? rank() + axis : axis]; }
  Index count() const { return element_count(layout_.shape); }
  const std::shared_ptr<Storage>& storage() const { return storage_; }

  /// The first element of the view.
  const float* data() const { return storage_->data() + layout_.offset; }
  /// The same to write through, as Storage::mutable_data. All handles on the storage see it.
  float* mutable_data();
  /// One cell, whose index is not checked to lie inside.
  float at(const Dims& index) const { return storage_->data()[layout_.offset_of(index)]; }
  void set(const Dims& index, float value);

  // These share memory with this tensor.

  /// Another shape, where PyTorch allows it. Throws Error(view, size) naming `shape`.
  Tensor view(const Dims& shape) const;
  /// Two axes swapped, −1 the last. Throws Error(range) naming `axis`.
  Tensor transpose(int first, int second) const;
  /// Axes of size 1 repeated. Throws Error(shape) naming `argument`.
  Tensor broadcast(const Dims& shape, const char* argument) const;
  /// Whether it is all of its storage, row-major: what is known of the one holds for the other.
  bool is_whole() const { return layout_.is_contiguous() && storage_->count() == count(); }
  /// This tensor where it is contiguous, else a row-major copy.
  Tensor contiguous() const;
  /// The whole storage copied, the layout kept: what an edit writes to.
  Tensor clone() const;
  /// Elements in row-major order. Throws Error(size) naming `out` unless `out` holds exactly
  /// count() floats.
  void copy_to(std::span<float> out) const;

 private:
  std::shared_ptr<Storage> storage_;
  Layout layout_;
};

}  // namespace ap
