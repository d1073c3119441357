#pragma once

#include <memory>

#include "bindings/convert.hpp"

namespace ap::bindings {

/// A run as JavaScript holds it: every method converts, calls and converts back.
class Trace {
 public:
  explicit Trace(std::unique_ptr<Run> run) : run_(std::move(run)) {}

  val steps() const;
  /// [edited cells, fully masked rows] for each step, in one Int32Array: what an edit can change of
  /// a step.
  val states();
  val tensor(const std::string& path);
  val baseline(const std::string& path);
  val memory(const std::string& path);
  val explain(const std::string& path, const val& index);
  val set(const std::string& path, const val& index, double value);
  val set_tensor(const std::string& path, const val& handle);
  val undo();
  val reset();
  val edits() const;
  val compare(Trace& other);

 private:
  val paths_of(const std::vector<StepId>& ids) const;

  std::unique_ptr<Run> run_;
};

}  // namespace ap::bindings
