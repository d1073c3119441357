#pragma once

#include <cstdint>
#include <initializer_list>

#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap::bindings {

// Tensors cross the border as numbers: a call over a sentence is over in less time than it takes to
// build objects for it. web/engine keeps them and deletes what it made.

/// The address of a Tensor on the heap; 0 where a call takes none, or failed.
using Handle = std::uintptr_t;

inline Tensor* tensor_at(Handle handle) { return reinterpret_cast<Tensor*>(handle); }

/// Not initialised, for web/engine to fill; its place is in the report.
Handle create_tensor(int rank, int s0, int s1, int s2, int s3, int s4, int s5);
void delete_tensor(Handle tensor);
/// It will be given to more than one call: what is found out about it is remembered.
void tensor_stays(Handle tensor);
/// After web/engine wrote into it again.
void tensor_changed(Handle tensor);
/// As new in the report.
void describe_tensor(Handle tensor);
/// A weight that stays: packed once, for all products with it, where there is memory for that.
void pack_tensor(Handle tensor);

/// Where the last call's results lie: for each handle, address of the numbers, rank, six sizes. An
/// array of integers in wasm memory that stays where it is.
std::uintptr_t report_address();

/// Puts new handles on these into the report; empty ones leave 0. Returns the first.
Handle report(std::initializer_list<Tensor> results);

/// The body's handle, or 0 where it failed.
Handle reported(Callback<Handle()> body);

}  // namespace ap::bindings
