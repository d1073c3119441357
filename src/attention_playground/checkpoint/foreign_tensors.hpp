#pragma once

#include <set>
#include <string>

#include "attention_playground/checkpoint/safetensors.hpp"

namespace ap {

/// The tensors of a file of other names, taken one after the other under this project's paths.
class ForeignTensors {
 public:
  explicit ForeignTensors(const Safetensors& file) : file_(file) {}

  bool has(const std::string& name) const { return file_.find(name) != nullptr; }
  /// The name of the first tensor that is called so, whatever modules are around it; the name
  /// itself if there is none.
  std::string within(const std::string& name) const;
  /// Throws Error(missing) naming it if there is none, (rank) if it has other axes.
  Tensor take(const std::string& name, int rank);
  /// The i-th third of a fused matrix, q, k or v, as [in, out].
  void take_third(const std::string& path, const std::string& name, int i, bool transposed);
  void take_matrix(const std::string& path, const std::string& name, bool transposed);
  void take_vector(const std::string& path, const std::string& name);
  void take_norm(const std::string& path, const std::string& name, bool bias);
  void add(const std::string& path, const Tensor& tensor) { add_leaf(leaves_, path, tensor); }
  void ignore(const std::string& name) { taken_.insert(name); }
  /// All that were taken. Throws Error(step) naming `parameters` for a tensor that was not.
  Leaves finish() &&;

 private:
  const Safetensors& file_;
  std::set<std::string> taken_;
  Leaves leaves_;
};

/// The number of heads that the caller or the file's metadata says. Throws Error(missing) naming
/// `nhead`, (file) naming the metadata's key.
Index heads_of(const Safetensors& file, const std::optional<Index>& given);

/// The name of the first tensor that is called so, whatever modules are around it; or null.
const std::string* name_ending(const Safetensors& file, const std::string& name);

/// Of all tensors, in the order of the file.
std::vector<std::string> names_of(const Safetensors& file);

/// "0", "1", …: texts for tokens whose file has none.
std::vector<std::string> numbered_tokens(Index count);

/// How many of prefix + "0." + name, prefix + "1." + name … there are.
Index layers_of(const Safetensors& file, const std::string& prefix, const std::string& name);

}  // namespace ap
