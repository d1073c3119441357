#include "attention_playground/checkpoint/foreign_tensors.hpp"

#include <algorithm>

#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// The i-th third along the last axis.
Tensor third(const Tensor& fused, int i, const std::string& name) {
  const int last = fused.rank() - 1;
  const Index width = fused.size(last) / 3;
  require(fused.size(last) == 3 * width, ErrorCode::shape, shown_name(name), {fused.shape()},
          {"queries, keys and values of equal width"});
  Layout layout = fused.layout();
  layout.shape[last] = width;
  layout.offset += i * width * layout.strides[last];
  return Tensor(fused.storage(), layout).contiguous();
}

}  // namespace

std::string ForeignTensors::within(const std::string& name) const {
  const std::string* const found = name_ending(file_, name);
  return found == nullptr ? name : *found;
}

Tensor ForeignTensors::take(const std::string& name, int rank) {
  const FileTensor* const found = file_.find(name);
  require(found != nullptr, ErrorCode::missing, shown_name(name), {"nothing"},
          {"a tensor of this name"});
  taken_.insert(name);
  const Tensor tensor = file_.read(*found);
  require(tensor.rank() == rank, ErrorCode::rank, shown_name(name), {tensor.shape()},
          {rank, " axes"});
  return tensor;
}

void ForeignTensors::take_third(const std::string& path, const std::string& name, int i,
                                bool transposed) {
  const bool matrix = name.ends_with("weight");
  const Tensor fused = take(name, matrix ? 2 : 1);
  add(path, third(matrix && transposed ? fused.transpose(0, 1) : fused, i, name));
}

void ForeignTensors::take_matrix(const std::string& path, const std::string& name,
                                 bool transposed) {
  const Tensor matrix = take(name, 2);
  add(path, transposed ? matrix.transpose(0, 1).contiguous() : matrix);
}

void ForeignTensors::take_vector(const std::string& path, const std::string& name) {
  add(path, take(name, 1));
}

void ForeignTensors::take_norm(const std::string& path, const std::string& name, bool bias) {
  take_vector(path + "_weight", name + ".weight");
  if (bias) take_vector(path + "_bias", name + ".bias");
}

Leaves ForeignTensors::finish() && {
  std::vector<std::string> left;
  for (const FileTensor& tensor : file_.tensors())
    if (taken_.count(tensor.name) == 0 && tensor.type()) left.push_back(tensor.name);
  require(left.empty(), ErrorCode::step, "parameters", {first_of(left, shown_name)},
          {"names of nn.Transformer, minGPT or GPT-2"});
  return std::move(leaves_);
}

Index heads_of(const Safetensors& file, const std::optional<Index>& given) {
  if (given) return *given;
  for (const auto& [key, text] : file.metadata()) {
    if (key != "nhead" && key != "n_head") continue;
    JsonReader json(text, key);
    const std::uint64_t heads = json.whole();
    json.end();
    require(heads < static_cast<std::uint64_t>(Count::too_many), ErrorCode::file, key, {heads},
            {"a number of heads"});
    return static_cast<Index>(heads);
  }
  fail(ErrorCode::missing, "nhead", {"nothing"},
       {"the number of heads, which no shape of a parameter tells"});
}

const std::string* name_ending(const Safetensors& file, const std::string& name) {
  const std::vector<FileTensor>& tensors = file.tensors();
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const FileTensor& tensor) {
    return tensor.name == name || tensor.name.ends_with("." + name);
  });
  return found == tensors.end() ? nullptr : &found->name;
}

std::vector<std::string> names_of(const Safetensors& file) {
  std::vector<std::string> names;
  for (const FileTensor& tensor : file.tensors()) names.push_back(tensor.name);
  return names;
}

std::vector<std::string> numbered_tokens(Index count) {
  std::vector<std::string> tokens;
  for (Index id = 0; id < count; ++id) tokens.push_back(std::to_string(id));
  return tokens;
}

Index layers_of(const Safetensors& file, const std::string& prefix, const std::string& name) {
  Index count = 0;
  while (file.find(prefix + std::to_string(count) + name) != nullptr) ++count;
  return count;
}

}  // namespace ap
