#pragma once

#include <memory>

#include "attention_playground/steps/run.hpp"

namespace ap::test {

/// A graph of ten steps, declared by hand:
///
///   x [3, 4] ── split "left" [3, 2] ── scaled ─┐
///      └─────── projected [3, 4] ── dropped ─ concat [3, 6] ── weights
///   w [4, 4] ───┘            offset (mask) ────────┘ masked
///
/// `left` is a view of x's memory.
std::shared_ptr<const Plan> small_plan(const std::vector<std::string>* keep = nullptr);

/// Its leaves x, w and offset, the same every time.
std::vector<Tensor> small_leaves();

Run small_run(const std::vector<std::string>* keep = nullptr,
              Implementation implementation = Implementation::simd);

/// Every number of every step, one after the other.
std::vector<std::vector<float>> snapshot(Run& run);

/// The same of a fresh run in which one of small_leaves() has this cell.
std::vector<std::vector<float>> snapshot_with(std::size_t leaf, const Dims& index, float value);

}  // namespace ap::test
