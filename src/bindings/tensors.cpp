#include "bindings/tensors.hpp"

#include <memory>

#include "attention_playground/ops/packed.hpp"
#include "bindings/values.hpp"

namespace ap::bindings {

namespace {

constexpr int most_results = 2;

struct Reported {
  std::int32_t handle, data, rank, sizes[max_rank];
};

Reported results[most_results];

void describe(Handle handle, Reported& place) {
  place = {};
  place.handle = static_cast<std::int32_t>(handle);
  if (handle == 0) return;
  const Tensor& tensor = *tensor_at(handle);
  place.data = static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(tensor.data()));
  place.rank = tensor.rank();
  for (int axis = 0; axis < tensor.rank(); ++axis) place.sizes[axis] = tensor.shape()[axis];
}

}  // namespace

Handle create_tensor(int rank, int s0, int s1, int s2, int s3, int s4, int s5) {
  return reported([&] {
    Dims shape;
    const int sizes[] = {s0, s1, s2, s3, s4, s5};
    for (int axis = 0; axis < rank; ++axis) shape.push_back(sizes[axis]);
    return report({Tensor(shape)});
  });
}

void delete_tensor(Handle tensor) { delete tensor_at(tensor); }

void tensor_stays(Handle tensor) { tensor_at(tensor)->storage()->knowledge().set_stays(true); }

void tensor_changed(Handle tensor) { tensor_at(tensor)->storage()->changed(); }

void describe_tensor(Handle tensor) { describe(tensor, results[0]); }

void pack_tensor(Handle tensor) { keep_packed(*tensor_at(tensor)); }

std::uintptr_t report_address() { return reinterpret_cast<std::uintptr_t>(results); }

Handle report(std::initializer_list<Tensor> tensors) {
  // All of them or none, because web/engine deletes what is in the report.
  std::unique_ptr<Tensor> made[most_results];
  std::unique_ptr<Tensor>* next = made;
  for (const Tensor& tensor : tensors) {
    if (tensor) *next = std::make_unique<Tensor>(tensor.contiguous());
    ++next;
  }
  for (int i = 0; i < most_results; ++i)
    describe(reinterpret_cast<Handle>(made[i].release()), results[i]);
  return static_cast<Handle>(results[0].handle);
}

Handle reported(Callback<Handle()> body) {
  try {
    return body();
  } catch (...) {
    note_failure();
    return 0;
  }
}

}  // namespace ap::bindings
