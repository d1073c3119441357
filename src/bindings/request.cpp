#include "bindings/request.hpp"

#include "attention_playground/attention/study.hpp"
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

GivenMasks Request::attention_masks() const {
  GivenMasks all = masks("attnMask", "keyPaddingMask");
  all.dropout_mask = optional_tensor("dropoutMask");
  return all;
}

GivenProjections Request::projections(const char* of) const {
  return {tensor("wq", of),          tensor("wk", of),          tensor("wv", of),
          optional_tensor("wo", of), optional_tensor("bq", of), optional_tensor("bk", of),
          optional_tensor("bv", of), optional_tensor("bo", of)};
}

GivenLinear Request::linear(const char* of) const {
  return {tensor("weight", of), optional_tensor("bias", of)};
}

GivenNorm Request::norm(const char* of) const {
  return {optional_tensor("weight", of).value_or(Tensor()), optional_tensor("bias", of)};
}

GivenLayer Request::layer(bool decoder) const {
  GivenLayer layer{projections("selfAttn."), std::nullopt,   linear("linear1."), linear("linear2."),
                   norm("norm1."),           norm("norm2."), std::nullopt};
  if (decoder) {
    layer.multihead_attn.emplace(projections("multiheadAttn."));
    layer.norm3.emplace(norm("norm3."));
  }
  return layer;
}

LayerOptions Request::layer_options() const {
  return {.d_model = whole("dModel"),
          .nhead = whole("nhead"),
          .dim_feedforward = whole("dimFeedforward"),
          .activation = static_cast<Activation>(whole("activation")),
          .norm = static_cast<Norm>(whole("norm")),
          .norm_first = flag("normFirst"),
          .layer_norm_eps = real("layerNormEps"),
          .bias = flag("bias"),
          .scale = optional_number("scale"),
          .dropout = real("dropout"),
          .idle_dropout = real("idleDropout"),
          .seed = seed()};
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

SentenceInput Request::sentence(const char* vectors, const char* ids, const char* lengths) const {
  return {optional_tensor(vectors), optional_tensor(ids), optional_tensor(lengths)};
}

std::optional<SentenceInput> Request::optional_sentence(const char* vectors, const char* ids,
                                                        const char* lengths) const {
  const bool is_given = find_tensor(vectors, "") != nullptr || find_tensor(ids, "") != nullptr;
  return is_given ? std::optional(sentence(vectors, ids, lengths)) : std::nullopt;
}

std::vector<Index> Request::ids(const char* name) const {
  std::vector<Index> result;
  const std::optional<Tensor> given = optional_tensor(name);
  for (Index i = 0; given && i < given->count(); ++i)
    result.push_back(static_cast<Index>(given->data()[i]));
  return result;
}

std::unique_ptr<Run> Request::study() const {
  return ap::trace_study({whole("dK"), whole("queries"), whole("keys"), seed()});
}

std::shared_ptr<Model> Request::model() const {
  ModelOptions options = {.architecture = static_cast<Architecture>(whole("architecture")),
                          .layer = layer_options(),
                          .num_encoder_layers = whole("numEncoderLayers"),
                          .num_decoder_layers = whole("numDecoderLayers"),
                          .layers = {},
                          .final_norm = flag("finalNorm"),
                          .positions = static_cast<Positions>(whole("positions")),
                          .max_length = whole("maxLength"),
                          .scale_embedding = flag("scaleEmbedding"),
                          .tied = flag("tieWeights"),
                          .raw_values = flag("rawValues"),
                          .pointer = flag("pointer"),
                          .predicts = flag("predicts"),
                          .label_smoothing = real("labelSmoothing"),
                          .initialization = static_cast<Initialization>(whole("initialization")),
                          .given = {}};
  options.layer.attention_width = whole("attentionWidth");
  options.layer.residual = flag("residual");
  options.layer.scale_scores = flag("scaleScores");
  for (Index i = 0; i < whole("layerShapes"); ++i) {
    const std::string layer = "layers." + std::to_string(i) + ".";
    options.layers.push_back({whole((layer + "attentionWidth").c_str()),
                              whole((layer + "dimFeedforward").c_str()),
                              flag((layer + "residual").c_str())});
  }
  // The source's own tokens come after the others.
  const auto first = vocabulary_.end() - whole("sourceTokens");
  return std::make_shared<Model>(options, std::vector(vocabulary_.begin(), first), parameters(),
                                 std::vector(first, vocabulary_.end()));
}

Leaves Request::parameters() const { return tensors_of("parameters."); }

Leaves Request::tensors_of(std::string_view prefix) const {
  Leaves found;
  for (const auto& [name, tensor] : tensors_)
    if (name.starts_with(prefix)) add_leaf(found, name.substr(prefix.size()), tensor);
  return found;
}

PassRequest Request::pass() const {
  return {.source = optional_sentence("src", "sourceIds", "sourceLengths"),
          .target = optional_sentence("tgt", "targetIds", "targetLengths"),
          .src_masks = masks("srcMask", "srcKeyPaddingMask"),
          .tgt_masks = masks("tgtMask", "tgtKeyPaddingMask"),
          .memory_masks = masks("memoryMask", "memoryKeyPaddingMask"),
          .target_causal = flag("tgtIsCausal"),
          .mask_padding = flag("maskPadding"),
          .labels = optional_tensor("labels"),
          .faults = faults_};
}

NextTokenRequest Request::next_token() const {
  return {.source = ids("source"),
          .tokens = ids("tokens"),
          .choice = {.temperature = real("temperature"),
                     .top_k = whole("topK"),
                     .sampled = flag("doSample"),
                     .seed = seed()},
          .use_cache = flag("useCache")};
}

WeightOptions Request::weights() const {
  return {.mask = {.causal = flag("isCausal"), .causal_offset = whole("causalOffset")},
          .tile = {whole("tileQueries"), whole("tileKeys")},
          .scale = optional_number("scale"),
          .temperature = real("temperature"),
          .softcap = real("softcap"),
          .dropout_p = real("dropoutP"),
          .idle_dropout_p = 0,
          .seed = seed()};
}

AttentionResult Request::multi_head() const {
  const Tensor query = tensor("query");
  std::optional<Tensor> out = optional_tensor("out");
  if (out) out = batched(*out, 2);
  AttentionResult result = multi_head_attention(
      batched(query, 2), batched(tensor("key"), 2), batched(tensor("value"), 2), projections(),
      whole("numHeads"), attention_masks(), weights(), flag("needWeights"), out ? &*out : nullptr);
  if (query.rank() != 2) return result;
  result.output = without_batch(result.output);
  if (result.weights) result.weights = without_batch(result.weights);
  return result;
}

std::optional<GivenOperands> Request::operands() const {
  if (find_tensor("query", "") == nullptr) return std::nullopt;
  return GivenOperands{batched(tensor("query"), 2), batched(tensor("key"), 2),
                       batched(tensor("value"), 2)};
}

std::unique_ptr<Run> Request::trace() const {
  if (const Tensor* weights = find_tensor("weights", ""))
    return trace_weights(*weights, find_tensor("value", ""));
  TraceRequest request = {.operands = operands(),
                          .x = sentence("x", "ids", "lengths"),
                          .memory = std::nullopt,
                          .vocabulary = vocabulary_,
                          .d_model = whole("dModel"),
                          .positions = static_cast<Positions>(whole("positions")),
                          .projections = static_cast<Projections>(whole("projections")),
                          .given = std::nullopt,
                          .num_heads = whole("numHeads"),
                          .sizes = {whole("dK"), whole("dV"), whole("outputWidth")},
                          .output_projection = flag("outputProjection"),
                          .bias = flag("bias"),
                          .separate = flag("separate"),
                          .workers = whole("workers"),
                          .mask_padding = flag("maskPadding"),
                          .masks = attention_masks(),
                          .weights = weights(),
                          .faults = faults_,
                          .parameters = parameters()};
  request.weights.idle_dropout_p = real("idleDropoutP");
  if (flag("cross")) request.memory = sentence("memory", "memoryIds", "memoryLengths");
  if (flag("noProjections")) request.projections.reset();
  if (request.projections == Projections::given) request.given.emplace(projections());
  return trace_attention(request);
}

}  // namespace ap::bindings
