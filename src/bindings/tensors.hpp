#pragma once

#include <cstdint>
#include <initializer_list>

#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap::bindings {

// Tensors cross to JavaScript as numbers: building objects would take longer than a call over a
// sentence. web/engine owns the handles and deletes them.

/// The address of a Tensor on the heap; 0 if a call takes none, or failed.
using Handle = std::uintptr_t;

inline Tensor* tensor_at(Handle handle) { return reinterpret_cast<Tensor*>(handle); }

/// A tensor that web/engine fills; it is not initialised. The report has its address.
Handle create_tensor(int rank, int s0, int s1, int s2, int s3, int s4, int s5);
void delete_tensor(Handle tensor);
/// Says that several calls will use the tensor, so that facts about it are cached.
void tensor_stays(Handle tensor);
/// To be called after web/engine has written into it again.
void tensor_changed(Handle tensor);
/// Puts an existing tensor into the report.
void describe_tensor(Handle tensor);
/// Packs a weight once for all products with it, if memory allows.
void pack_tensor(Handle tensor);

/// Address of the report of the last call: for each result a handle, the address of its numbers,
/// its rank and six sizes. It is an array of integers in wasm memory that never moves.
std::uintptr_t report_address();

/// Puts new handles on these tensors into the report, 0 for those without storage. Returns the
/// first.
Handle report(std::initializer_list<Tensor> results);

/// The body's handle, or 0 if it failed.
Handle reported(Callback<Handle()> body);

}  // namespace ap::bindings
