#include "bindings/request.hpp"

#include "tensor/error.hpp"

namespace ap::bindings {

namespace {

/// What has only `rank` axes is a batch of one.
Tensor batched(const Tensor& tensor, int rank) {
  if (tensor.rank() != rank) return tensor;
  Dims shape = {1};
  for (Index size : tensor.shape()) shape.push_back(size);
  return tensor.view(shape);
}

Tensor without_batch(const Tensor& tensor) {
  Dims shape;
  for (int axis = 1; axis < tensor.rank(); ++axis) shape.push_back(tensor.size(axis));
  return tensor.view(shape);
}

}  // namespace

std::optional<Tensor> Request::optional_tensor(const char* name) const {
  for (const auto& [key, tensor] : tensors_)
    if (key == name) return tensor;
  return std::nullopt;
}

Tensor Request::tensor(const char* name) const {
  const std::optional<Tensor> found = optional_tensor(name);
  require(found.has_value(), ErrorCode::missing, name, {"nothing"}, {"a tensor"});
  return *found;
}

std::optional<float> Request::optional_number(const char* name) const {
  for (const auto& [key, number] : numbers_)
    if (key == name) return static_cast<float>(number);
  return std::nullopt;
}

double Request::number(const char* name) const {
  for (const auto& [key, number] : numbers_)
    if (key == name) return number;
  return 0;
}

GivenMasks Request::masks() const {
  const std::optional<Tensor> padding = optional_tensor("keyPaddingMask");
  return {optional_tensor("attnMask"), padding ? std::optional(batched(*padding, 1)) : padding};
}

GivenProjections Request::projections() const {
  return {tensor("wq"),          tensor("wk"),          tensor("wv"),
          tensor("wo"),          optional_tensor("bq"), optional_tensor("bk"),
          optional_tensor("bv"), optional_tensor("bo")};
}

WeightOptions Request::weights() const {
  WeightOptions weights;
  weights.mask.causal = flag("isCausal");
  weights.mask.causal_offset = static_cast<Index>(number("causalOffset"));
  weights.scale = optional_number("scale");
  weights.temperature = static_cast<float>(number("temperature"));
  weights.dropout = static_cast<float>(number("dropoutP"));
  weights.seed = static_cast<std::uint32_t>(number("seed"));
  return weights;
}

AttentionResult Request::multi_head() const {
  const Tensor query = tensor("query");
  std::optional<Tensor> out = optional_tensor("out");
  if (out) out = batched(*out, 2);
  AttentionResult result = multi_head_attention(
      batched(query, 2), batched(tensor("key"), 2), batched(tensor("value"), 2), projections(),
      static_cast<Index>(number("numHeads")), masks(), weights(), flag("needWeights"),
      out ? &*out : nullptr);
  if (query.rank() != 2) return result;
  result.output = without_batch(result.output);
  if (result.weights) result.weights = without_batch(result.weights);
  return result;
}

std::unique_ptr<Run> Request::trace() const {
  TraceRequest request;
  request.x = {optional_tensor("x"), optional_tensor("ids"), optional_tensor("lengths")};
  if (flag("cross")) {
    request.memory = SentenceInput{optional_tensor("memory"), optional_tensor("memoryIds"),
                                   optional_tensor("memoryLengths")};
  }
  request.vocabulary = vocabulary_;
  request.d_model = static_cast<Index>(number("dModel"));
  request.positions = static_cast<Positions>(number("positions"));
  request.projections.reset();
  if (!flag("noProjections")) request.projections = static_cast<Projections>(number("projections"));
  if (request.projections == Projections::given) request.given = projections();
  request.heads = static_cast<Index>(number("numHeads"));
  request.bias = flag("bias");
  request.separate = flag("separate");
  request.mask_padding = flag("maskPadding");
  request.masks = masks();
  request.weights = weights();
  return trace_attention(std::move(request));
}

}  // namespace ap::bindings
