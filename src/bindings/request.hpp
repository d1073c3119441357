#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attention/attention.hpp"
#include "bindings/tensors.hpp"

namespace ap::bindings {

/// The options of one call, put in by name; web/engine has checked their types and filled in what
/// was left out.
class Request {
 public:
  void set_tensor(const std::string& name, Handle tensor) {
    tensors_.emplace_back(name, *tensor_at(tensor));
  }
  void set_number(const std::string& name, double number) { numbers_.emplace_back(name, number); }
  void add_token(const std::string& token) { vocabulary_.push_back(token); }

  /// Inputs without a batch axis are a batch of one, and so are then the results.
  AttentionResult multi_head() const;
  std::unique_ptr<Run> trace() const;

 private:
  std::optional<Tensor> optional_tensor(const char* name) const;
  Tensor tensor(const char* name) const;  // Error(missing)
  double number(const char* name) const;  // 0 where it is not there
  bool flag(const char* name) const { return number(name) != 0; }
  std::optional<float> optional_number(const char* name) const;
  GivenMasks masks() const;
  GivenProjections projections() const;
  WeightOptions weights() const;

  std::vector<std::pair<std::string, Tensor>> tensors_;
  std::vector<std::pair<std::string, double>> numbers_;
  std::vector<std::string> vocabulary_;
};

}  // namespace ap::bindings
