#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/transformer/generation.hpp"
#include "attention_playground/transformer/layers.hpp"
#include "bindings/tensors.hpp"

namespace ap::bindings {

/// The options of one call, set by name; web/engine has checked their types and filled in defaults.
class Request {
 public:
  void set_tensor(const std::string& name, Handle tensor) {
    tensors_.emplace_back(name, *tensor_at(tensor));
  }
  void set_number(const std::string& name, double number) { numbers_.emplace_back(name, number); }
  /// `fault` from 0, in the order of web/engine/options/tables.ts.
  void add_fault(int fault, const std::string& at) {
    faults_.push_back({static_cast<Fault>(fault + 1), at});
  }
  void add_token(const std::string& token) { vocabulary_.push_back(token); }
  const std::vector<std::string>& tokens() const { return vocabulary_; }

  /// Inputs may lack the batch axis; then the results lack it too.
  AttentionResult multi_head() const;
  Tensor encoder_layer() const;
  Tensor decoder_layer() const;
  std::unique_ptr<Run> trace() const;
  std::unique_ptr<Run> study() const;
  std::shared_ptr<Model> model() const;
  Leaves parameters() const;
  PassRequest pass() const;
  NextTokenRequest next_token() const;
  /// The tensors whose names begin so, by the rest of their names.
  Leaves tensors_of(std::string_view prefix) const;
  double number(const char* name) const;  // 0 if absent
  Index whole(const char* name) const { return static_cast<Index>(number(name)); }
  bool flag(const char* name) const { return number(name) != 0; }

 private:
  // `of` names the layer or the attention that has the tensor: "selfAttn." before "wq".
  const Tensor* find_tensor(std::string_view name, std::string_view of) const;
  std::optional<Tensor> optional_tensor(const char* name, const char* of = "") const;
  Tensor tensor(const char* name, const char* of = "") const;  // Error(missing)
  std::optional<float> optional_number(const char* name) const;
  float real(const char* name) const { return static_cast<float>(number(name)); }
  std::uint32_t seed() const { return static_cast<std::uint32_t>(number("seed")); }
  GivenMasks masks(const char* custom, const char* padding) const;
  /// Of a single attention: also that of dropout.
  GivenMasks attention_masks() const;
  GivenProjections projections(const char* of = "") const;
  GivenLinear linear(const char* of) const;
  GivenNorm norm(const char* of) const;
  GivenLayer layer(bool decoder) const;
  LayerOptions layer_options() const;
  /// x [T, D] or [B, T, D] through a layer.
  Tensor through_layer(const char* name, Callback<Tensor(const Tensor&)> call) const;
  SentenceInput sentence(const char* vectors, const char* ids, const char* lengths) const;
  /// None if there are neither vectors nor ids.
  std::optional<SentenceInput> optional_sentence(const char* vectors, const char* ids,
                                                 const char* lengths) const;
  std::vector<Index> ids(const char* name) const;
  WeightOptions weights() const;
  /// Of a trace; none if there is no query.
  std::optional<GivenOperands> operands() const;

  std::vector<std::pair<std::string, Tensor>> tensors_;
  std::vector<std::pair<std::string, double>> numbers_;
  std::vector<std::string> vocabulary_;
  Faults faults_;
};

}  // namespace ap::bindings
