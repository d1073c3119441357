#include "attention_playground/transformer/model.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/attention/rotation.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

namespace {

constexpr Index most_layers = 1000;

/// The columns of a layer's W_q, W_k and W_v.
Index projected_width(const LayerOptions& layer) {
  return layer.attention_width > 0 ? layer.attention_width : layer.d_model;
}

void check_layers(Index layers, const char* argument) {
  require(layers >= 0 && layers <= most_layers, ErrorCode::range, argument, {layers},
          {"a whole number from 0 to ", most_layers});
}

/// Called before a plan is declared: not even the steps of a million layers would fit.
void check_parameters(const ModelOptions& options) {
  const auto width = static_cast<double>(options.layer.d_model);
  const auto feed_forward_of = [&](const LayerOptions& layer) {
    return 2 * width * static_cast<double>(layer.dim_feedforward);
  };
  const auto attention_of = [&](const LayerOptions& layer) {
    return 4 * width * static_cast<double>(projected_width(layer));
  };
  double feed_forward = feed_forward_of(options.layer);
  double attention = attention_of(options.layer);
  for (std::size_t i = 0; i < options.layers.size(); ++i) {
    const LayerOptions layer = options.layer_at(static_cast<Index>(i));
    feed_forward = std::max(feed_forward, feed_forward_of(layer));
    attention = std::max(attention, attention_of(layer));
  }
  const double encoder =
      options.has_encoder() ? static_cast<double>(options.num_encoder_layers) : 0;
  const double decoder =
      options.has_decoder() ? static_cast<double>(options.num_decoder_layers) : 0;
  const double attentions = encoder + decoder * (options.has_encoder() ? 2 : 1);
  const double tables = width * (static_cast<double>(options.vocabulary) * (options.tied ? 1 : 2) +
                                 static_cast<double>(options.source_vocabulary));
  const double floats = attentions * attention + (encoder + decoder) * feed_forward + tables;
  require_fits(floats, "d_model", "parameters of ", "");
  if (options.positions != Positions::learned) return;
  // While the table is generated, each row also needs the id of its random stream, as large as two
  // floats.
  const double positions = static_cast<double>(options.max_length) * (width + 2);
  require_fits(floats + positions, "max_length", "with the table of positions ", "");
}

/// What layers may differ in; errors name `one`, if it is one of them: "layers.0".
void check_shape(const ModelOptions& options, const LayerOptions& layer, const std::string& one) {
  require(layer.attention_width >= 0 && projected_width(layer) % layer.nhead == 0, ErrorCode::heads,
          one.empty() ? "attention_width" : one.c_str(),
          {"attention ", layer.attention_width, " wide"},
          {"a multiple of ", layer.nhead, ", the number of heads"});
  require(layer.dim_feedforward >= 0, ErrorCode::range,
          one.empty() ? "dim_feedforward" : one.c_str(),
          {layer.dim_feedforward, " feed-forward units"}, {"at least 1, or 0 for none"});
  if (options.positions == Positions::rotary) require_pairs(projected_width(layer) / layer.nhead);
}

/// Options that need others, or exclude them.
void check_combinations(const ModelOptions& options) {
  const bool translates = options.has_encoder() && options.has_decoder();
  require(options.layer.scale_scores || !options.layer.scale, ErrorCode::conflict, "scale",
          {options.layer.scale.value_or(1), ", and scores that are not scaled"}, {"one of them"});
  require(options.layer.norm != Norm::none || !options.final_norm, ErrorCode::conflict,
          "final_norm", {"a final norm"}, {"none, as norm is none"});
  const char* const both = "a model with an encoder and a decoder";
  require(translates || !options.raw_values, ErrorCode::conflict, "raw_values", {"raw values"},
          {both});
  require(translates || options.source_vocabulary == 0, ErrorCode::conflict, "source_vocabulary",
          {options.source_vocabulary, " tokens"}, {both});
  if (!options.pointer) return;
  require(!options.has_decoder(), ErrorCode::conflict, "pointer", {"a pointer"},
          {"an encoder alone"});
  require(options.num_encoder_layers >= 1, ErrorCode::range, "num_encoder_layers",
          {options.num_encoder_layers}, {"at least 1, whose first head is the pointer"});
  require(options.label_smoothing == 0, ErrorCode::conflict, "label_smoothing",
          {options.label_smoothing},
          {"0 with a pointer: a hidden position has no probability to be smoothed"});
}

void check_options(const ModelOptions& options) {
  const LayerOptions& layer = options.layer;
  require(layer.d_model >= 1, ErrorCode::range, "d_model", {layer.d_model}, {"at least 1"});
  const bool own_width = projected_width(layer) != layer.d_model;
  require(layer.nhead >= 1 && (own_width || layer.d_model % layer.nhead == 0), ErrorCode::heads,
          "nhead", {layer.nhead}, {"a divisor of ", layer.d_model, ", d_model"});
  check_shape(options, layer, "");
  for (std::size_t i = 0; i < options.layers.size(); ++i)
    check_shape(options, options.layer_at(static_cast<Index>(i)), "layers." + std::to_string(i));
  check_combinations(options);
  require(options.label_smoothing >= 0 && options.label_smoothing < 1, ErrorCode::range,
          "label_smoothing", {options.label_smoothing}, {"a number from 0 to below 1"});
  check_scale(layer.scale);
  check_epsilon(layer.layer_norm_eps);
  check_dropout(layer.dropout, "dropout");
  require(options.max_length >= 1, ErrorCode::range, "max_length", {options.max_length},
          {"at least 1"});
  check_layers(options.num_encoder_layers, "num_encoder_layers");
  check_layers(options.num_decoder_layers, "num_decoder_layers");
  check_parameters(options);
}

/// Checks the request of a pass; collects its options and the tensors of its leaves.
class PassReader : public CheckedPass {
 public:
  PassReader(const ModelOptions& model, const PassRequest& request)
      : model_(model), request_(request) {
    options.model = model;
    read_sentences();
    read_masks();
    read_labels();
    read_round();
    check_faults(request.faults, {&request.src_masks, &request.tgt_masks, &request.memory_masks});
    options.faults = request.faults;
  }

 private:
  void read_sentences() {
    const char* const missing_source = "a source: the encoder's sentence, which the decoder reads";
    if (model_.has_encoder()) {
      require(request_.source.has_value(), ErrorCode::missing, "source", {"nothing"},
              {missing_source});
      options.source = read_words(*request_.source, "source");
    }
    if (!model_.has_decoder()) return;
    require(request_.target.has_value(), ErrorCode::missing, "target", {"nothing"},
            {"a target: the tokens that the decoder is given"});
    options.target = read_words(*request_.target, "target");
    if (!options.source) return;
    require(options.target->batch == options.source->batch, ErrorCode::shape, "target",
            {options.target->batch, " sentences"},
            {options.source->batch, ", as many as the source has"});
  }

  WordVectors read_words(const SentenceInput& sentence, const char* name) {
    const std::string scope = std::string(name) + ".";
    const std::string ids = scope + "ids";
    const std::string vectors = scope + "vectors";
    if (!sentence.vectors) {
      require(sentence.ids.has_value(), ErrorCode::missing, ids, {"nothing"},
              {"ids of tokens, or vectors"});
      const Dims shape = sentence.ids->shape();
      require(shape[0] >= 1 && shape[1] >= 1, ErrorCode::size, ids, {shape},
              {"at least one token in at least one sentence"});
      require(model_.vocabulary > 0, ErrorCode::missing, "vocabulary", {"nothing"},
              {"the tokens that the model knows"});
      require_positions(model_, shape[1], ids);
      add_leaf(given, ids, *sentence.ids);
      return {shape[0], shape[1], model_.layer.d_model, true};
    }
    const Tensor& x = *sentence.vectors;
    require(x.rank() == 3, ErrorCode::rank, vectors, {x.shape()},
            {"3 axes: [batch, tokens, d_model]"});
    require(x.count() > 0 && x.size(2) == model_.layer.d_model, ErrorCode::shape, vectors,
            {x.shape()}, {"(batch, tokens, ", model_.layer.d_model, ")"});
    require_finite(x, vectors.c_str());
    require_positions(model_, x.size(1), vectors);
    const bool placed = are_added(model_.positions);
    add_leaf(given, scope + (placed ? "embedding" : "x"), x);
    return {x.size(0), x.size(1), x.size(2), false};
  }

  void read_masks() {
    if (options.source) {
      read_mask(request_.src_masks, *request_.source, *options.source, options.source->length,
                {"src_masks.attn_mask", "src_masks.key_padding_mask"}, "encoder.",
                options.encoder_mask);
    }
    if (!options.target) return;
    options.decoder_mask.causal = request_.target_causal;
    read_mask(request_.tgt_masks, *request_.target, *options.target, options.target->length,
              {"tgt_masks.attn_mask", "tgt_masks.key_padding_mask"}, "decoder.",
              options.decoder_mask);
    if (!options.source) return;
    read_mask(request_.memory_masks, *request_.source, *options.source, options.target->length,
              {"memory_masks.attn_mask", "memory_masks.key_padding_mask"}, "decoder.memory_",
              options.memory_mask);
  }

  /// The mask of attention over the keys of one sentence.
  void read_mask(const GivenMasks& masks, const SentenceInput& sentence, const WordVectors& keys,
                 Index queries, const MaskNames& names, const char* scope, MaskOptions& mask) {
    const std::string prefix = scope;
    mask.lengths = request_.mask_padding && sentence.lengths.has_value();
    take_masks(masks, keys.batch, keys.length, mask, names);
    if (masks.attn_mask) {
      const Dims scores = {keys.batch, model_.layer.nhead, queries, keys.length};
      broadcast_layout(masks.attn_mask->layout(), scores, names.attn_mask);
      add_leaf(given, prefix + "custom_mask", *masks.attn_mask);
    }
    if (mask.lengths) add_leaf(given, prefix + "lengths", *sentence.lengths);
    if (!masks.key_padding_mask) return;
    const Dims shape = {keys.batch, 1, 1, keys.length};
    add_leaf(given, prefix + "padding_mask", masks.key_padding_mask->contiguous().view(shape));
  }

  void read_labels() {
    if (!request_.labels) return;
    require(model_.vocabulary > 0 || model_.pointer, ErrorCode::conflict, "labels", {"labels"},
            {"a model with a vocabulary"});
    const bool decodes = model_.has_decoder();
    const WordVectors& words = decodes ? *options.target : *options.source;
    const Dims shape = {words.batch, words.length};
    require(request_.labels->shape() == shape, ErrorCode::shape, "labels",
            {request_.labels->shape()},
            {shape, ": one for each token of the ", decodes ? "target" : "source"});
    options.labels = true;
    add_leaf(given, "labels", *request_.labels);
  }

  void read_round() {
    if (!request_.round) return;
    constexpr Index most = 1 << 24;
    require(*request_.round >= 0 && *request_.round < most, ErrorCode::range, "round",
            {*request_.round}, {"0 to ", most - 1});
    if (model_.layer.dropout == 0) return;
    options.rounds = true;
    add_leaf(given, "dropout_round", Tensor::filled({}, static_cast<float>(*request_.round)));
  }

  const ModelOptions& model_;
  const PassRequest& request_;
};

}  // namespace

std::shared_ptr<const Pass> find_pass(const PassOptions& options, bool keep_all) {
  static thread_local PlanCache<PassOptions, const Pass> whole, light;
  return (keep_all ? whole : light).find_or(options, [&] {
    return std::make_shared<Pass>(declare_pass(options, keep_all));
  });
}

std::shared_ptr<const Plan> plan_of(const std::shared_ptr<const Pass>& pass) {
  return {pass, &pass->plan};
}

void require_positions(const ModelOptions& model, Index length, Words argument) {
  require(model.positions != Positions::learned || length <= model.max_length, ErrorCode::range,
          argument, {length, " tokens"},
          {"at most ", model.max_length, ", the rows of the position table"});
}

Model::Model(const ModelOptions& options, std::vector<std::string> vocabulary, Leaves parameters,
             std::vector<std::string> source_vocabulary)
    : options_(options),
      vocabularies_(std::make_shared<const Vocabularies>(
          Vocabularies{std::move(vocabulary), std::move(source_vocabulary)})),
      given_(std::move(parameters)) {
  options_.vocabulary = static_cast<Index>(vocabularies_->tokens.size());
  options_.source_vocabulary = static_cast<Index>(vocabularies_->of_source.size());
  options_.given = paths_of(given_);
  check_options(options_);
  if (!given_.empty()) require_parameters(smallest_pass()->plan, given_);
}

std::vector<Tensor> Model::supply(const Plan& plan, Leaves given) {
  Supply supply;
  supply.given = std::move(given);
  for (const auto& leaf : given_) {
    const Tensor* edited = find_leaf(parameters_, leaf.first);
    add_leaf(supply.given, leaf.first, edited != nullptr ? *edited : leaf.second);
  }
  supply.parameters = &parameters_;
  supply.seed = options_.layer.seed;
  supply.vocabulary = vocabularies_->tokens;
  supply.source_vocabulary = vocabularies_->of_source;
  return supply_leaves(plan, supply);
}

CheckedPass Model::check(const PassRequest& request) const {
  return CheckedPass(PassReader(options_, request));
}

std::unique_ptr<Run> Model::trace(const PassRequest& request) {
  CheckedPass checked = check(request);
  const auto pass = find_pass(checked.options, true);
  return std::make_unique<Run>(plan_of(pass), supply(pass->plan, std::move(checked.given)));
}

/// One that reads every parameter: of a word in each sentence, with a label.
std::shared_ptr<const Pass> Model::smallest_pass() const {
  PassOptions options;
  options.model = options_;
  const WordVectors word = {1, 1, options_.layer.d_model, options_.vocabulary > 0};
  if (options_.has_encoder()) options.source = word;
  if (options_.has_decoder()) options.target = word;
  options.labels = options_.vocabulary > 0;
  return find_pass(options, false);
}

Leaves Model::parameters() {
  const auto pass = smallest_pass();
  Leaves data, parameters;
  for (const Step& step : pass->plan.steps())
    if (step.is_supplied() && as<Leaf>(step.attributes).source != Leaf::Source::parameter)
      add_leaf(data, step.path, Tensor::filled(step.layout.shape, 0));
  const std::vector<Tensor> leaves = supply(pass->plan, std::move(data));
  std::size_t next = 0;
  for (const Step& step : pass->plan.steps()) {
    if (!step.is_supplied()) continue;
    if (as<Leaf>(step.attributes).source == Leaf::Source::parameter)
      add_leaf(parameters, step.path, leaves[next]);
    ++next;
  }
  return parameters;
}

const Tensor Model::parameter(const std::string& path) const {
  const Tensor* known = find_leaf(parameters_, path);
  if (known == nullptr) known = find_leaf(given_, path);
  require(known != nullptr, ErrorCode::step, "path", {path},
          {"the path of a parameter that a pass has used"});
  return *known;
}

void Model::set(const std::string& path, Index position, float value) {
  require(std::isfinite(value), ErrorCode::not_finite, "value", {value}, {"a finite number"});
  const Tensor known = parameter(path);
  require(position >= 0 && position < known.count(), ErrorCode::index, "index", {position},
          {"a cell of shape ", known.shape()});
  Tensor edited = known.contiguous().clone();
  edited.set(index_at(position, edited.shape()), value);
  for (auto& [name, tensor] : parameters_) {
    if (name != path) continue;
    tensor = edited;
    return;
  }
  add_leaf(parameters_, path, edited);
}

void Model::assign(const Leaves& parameters) {
  for (const auto& [path, tensor] : parameters) {
    const Dims shape = parameter(path).shape();
    require(tensor.shape() == shape, ErrorCode::shape, path, {tensor.shape()}, {shape});
  }
  for (const auto& [path, tensor] : parameters) {
    const auto is_own = [&path = path](const auto& known) { return known.first == path; };
    const auto known = std::find_if(parameters_.begin(), parameters_.end(), is_own);
    if (known == parameters_.end())
      add_leaf(parameters_, path, tensor);
    else
      known->second = tensor;
  }
  ++assigned_;
}

}  // namespace ap
