#include "bindings/request.hpp"

#include "attention_playground/tensor/error.hpp"

namespace ap::bindings {

namespace {

/// Makes a tensor of only `rank` axes a batch of one.
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

const Tensor* Request::find_tensor(std::string_view name, std::string_view of) const {
  for (const auto& [key, tensor] : tensors_) {
    if (key.size() == of.size() + name.size() && key.starts_with(of) && key.ends_with(name))
      return &tensor;
  }
  return nullptr;
}

std::optional<Tensor> Request::optional_tensor(const char* name, const char* of) const {
  const Tensor* const found = find_tensor(name, of);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

Tensor Request::tensor(const char* name, const char* of) const {
  const Tensor* const found = find_tensor(name, of);
  if (found == nullptr) fail(ErrorCode::missing, std::string(of) + name, {"nothing"}, {"a tensor"});
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

GivenMasks Request::masks(const char* custom, const char* key_padding) const {
  const std::optional<Tensor> padding = optional_tensor(key_padding);
  return {optional_tensor(custom), padding ? std::optional(batched(*padding, 1)) : padding};
}

GivenProjections Request::projections(const char* of) const {
  return {tensor("wq", of),          tensor("wk", of),          tensor("wv", of),
          tensor("wo", of),          optional_tensor("bq", of), optional_tensor("bk", of),
          optional_tensor("bv", of), optional_tensor("bo", of)};
}

GivenLinear Request::linear(const char* of) const {
  return {tensor("weight", of), optional_tensor("bias", of)};
}

GivenNorm Request::norm(const char* of) const {
  return {tensor("weight", of), optional_tensor("bias", of)};
}

GivenLayer Request::layer(bool decoder) const {
  GivenLayer layer{projections("selfAttn."), std::nullopt,   linear("linear1."), linear("linear2."),
                   norm("norm1."),           norm("norm2."), std::nullopt};
  if (decoder) {
    layer.multihead_attn = projections("multiheadAttn.");
    layer.norm3 = norm("norm3.");
  }
  return layer;
}

LayerOptions Request::layer_options() const {
  LayerOptions options;
  options.d_model = whole("dModel");
  options.nhead = whole("nhead");
  options.dim_feedforward = whole("dimFeedforward");
  options.activation = static_cast<Activation>(whole("activation"));
  options.norm_first = flag("normFirst");
  options.layer_norm_eps = static_cast<float>(number("layerNormEps"));
  options.bias = flag("bias");
  options.dropout = static_cast<float>(number("dropout"));
  options.idle_dropout = static_cast<float>(number("idleDropout"));
  options.seed = static_cast<std::uint32_t>(number("seed"));
  return options;
}

Tensor Request::through_layer(const char* name, Callback<Tensor(const Tensor&)> call) const {
  const Tensor x = tensor(name);
  const Tensor result = call(batched(x, 2));
  return x.rank() == 2 ? without_batch(result) : result;
}

Tensor Request::encoder_layer() const {
  return through_layer("src", [&](const Tensor& src) {
    return ap::encoder_layer(src, layer(false), layer_options(),
                             masks("srcMask", "srcKeyPaddingMask"), flag("isCausal"));
  });
}

Tensor Request::decoder_layer() const {
  return through_layer("tgt", [&](const Tensor& tgt) {
    return ap::decoder_layer(tgt, batched(tensor("memory"), 2), layer(true), layer_options(),
                             masks("tgtMask", "tgtKeyPaddingMask"),
                             masks("memoryMask", "memoryKeyPaddingMask"), flag("tgtIsCausal"),
                             flag("memoryIsCausal"));
  });
}

std::optional<SentenceInput> Request::sentence(const char* vectors, const char* ids,
                                               const char* lengths) const {
  SentenceInput input{optional_tensor(vectors), optional_tensor(ids), optional_tensor(lengths)};
  if (!input.vectors && !input.ids) return std::nullopt;
  return input;
}

std::vector<Index> Request::ids(const char* name) const {
  std::vector<Index> result;
  const std::optional<Tensor> given = optional_tensor(name);
  for (Index i = 0; given && i < given->count(); ++i)
    result.push_back(static_cast<Index>(given->data()[i]));
  return result;
}

std::shared_ptr<Model> Request::model() const {
  ModelOptions options;
  options.architecture = static_cast<Architecture>(whole("architecture"));
  options.layer = layer_options();
  options.num_encoder_layers = whole("numEncoderLayers");
  options.num_decoder_layers = whole("numDecoderLayers");
  options.final_norm = flag("finalNorm");
  options.positions = static_cast<Positions>(whole("positions"));
  options.max_length = whole("maxLength");
  options.scale_embedding = flag("scaleEmbedding");
  options.tied = flag("tieWeights");
  return std::make_shared<Model>(options, vocabulary_, parameters());
}

Leaves Request::parameters() const {
  Leaves parameters;
  constexpr std::string_view prefix = "parameters.";
  for (const auto& [name, tensor] : tensors_)
    if (name.starts_with(prefix)) add_leaf(parameters, name.substr(prefix.size()), tensor);
  return parameters;
}

PassRequest Request::pass() const {
  PassRequest request;
  request.source = sentence("src", "sourceIds", "sourceLengths");
  request.target = sentence("tgt", "targetIds", "targetLengths");
  request.src_masks = masks("srcMask", "srcKeyPaddingMask");
  request.tgt_masks = masks("tgtMask", "tgtKeyPaddingMask");
  request.memory_masks = masks("memoryMask", "memoryKeyPaddingMask");
  request.target_causal = flag("tgtIsCausal");
  request.mask_padding = flag("maskPadding");
  request.labels = optional_tensor("labels");
  request.faults = faults_;
  return request;
}

NextTokenRequest Request::next_token() const {
  NextTokenRequest request;
  request.source = ids("source");
  request.tokens = ids("tokens");
  request.choice.temperature = static_cast<float>(number("temperature"));
  request.choice.top_k = whole("topK");
  request.choice.sampled = flag("doSample");
  request.choice.seed = static_cast<std::uint32_t>(number("seed"));
  request.use_cache = flag("useCache");
  return request;
}

WeightOptions Request::weights() const {
  WeightOptions weights;
  weights.mask.causal = flag("isCausal");
  weights.mask.causal_offset = whole("causalOffset");
  weights.scale = optional_number("scale");
  weights.temperature = static_cast<float>(number("temperature"));
  weights.dropout_p = static_cast<float>(number("dropoutP"));
  weights.seed = static_cast<std::uint32_t>(number("seed"));
  weights.tile = {whole("tileQueries"), whole("tileKeys")};
  return weights;
}

AttentionResult Request::multi_head() const {
  const Tensor query = tensor("query");
  std::optional<Tensor> out = optional_tensor("out");
  if (out) out = batched(*out, 2);
  AttentionResult result = multi_head_attention(
      batched(query, 2), batched(tensor("key"), 2), batched(tensor("value"), 2), projections(),
      whole("numHeads"), masks(), weights(), flag("needWeights"), out ? &*out : nullptr);
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
  request.d_model = whole("dModel");
  request.positions = static_cast<Positions>(number("positions"));
  request.projections.reset();
  if (!flag("noProjections")) request.projections = static_cast<Projections>(number("projections"));
  if (request.projections == Projections::given) request.given = projections();
  request.num_heads = whole("numHeads");
  request.bias = flag("bias");
  request.separate = flag("separate");
  request.workers = whole("workers");
  request.mask_padding = flag("maskPadding");
  request.masks = masks();
  request.weights = weights();
  request.weights.idle_dropout_p = static_cast<float>(number("idleDropoutP"));
  request.faults = faults_;
  request.parameters = parameters();
  return trace_attention(request);
}

}  // namespace ap::bindings
