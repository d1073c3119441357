#include "bindings/request.hpp"

#include "tensor/error.hpp"

namespace ap::bindings {

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
  return {optional_tensor("attnMask"), optional_tensor("keyPaddingMask")};
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

AttentionResult Request::scaled_dot_product() const {
  return scaled_dot_product_attention(tensor("query"), tensor("key"), tensor("value"), masks(),
                                      weights(), flag("needWeights"));
}

AttentionResult Request::multi_head() const {
  return multi_head_attention(tensor("query"), tensor("key"), tensor("value"), projections(),
                              static_cast<Index>(number("numHeads")), masks(), weights(),
                              flag("needWeights"));
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
