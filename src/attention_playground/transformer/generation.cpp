#include "attention_playground/transformer/generation.hpp"

#include <algorithm>

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/packed.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// [1, n]
Tensor ids_tensor(const std::vector<Index>& ids, Index first) {
  const auto count = static_cast<Index>(ids.size()) - first;
  Tensor tensor(Dims{1, count});
  float* const to = tensor.mutable_data();
  for (Index i = 0; i < count; ++i)
    to[i] = static_cast<float>(ids[static_cast<std::size_t>(first + i)]);
  return tensor;
}

/// The first `count` tokens of keys or values [1, h, S, d].
Tensor first_tokens(const Tensor& heads, Index count) {
  return {heads.storage(), narrow_layout(heads.layout(), 2, 0, count)};
}

/// A copy in new memory that has room for more.
Tensor with_room(const Tensor& heads, Index room) {
  return copy_with_layout(heads, cache_layout(heads.shape(), room));
}

/// Multiply-adds of a pass over only the first `tokens` tokens, without a cache.
double multiply_adds_of(const ModelOptions& model, NextTokenRequest request, std::size_t tokens) {
  request.tokens.resize(tokens);
  const Pass pass = declare_pass(without_cache(model, request), false);
  double sum = 0;
  for (const Step& step : pass.plan.steps()) sum += step.multiply_adds;
  return sum;
}

std::string layer_path(std::size_t layer, const char* rest) {
  return "decoder." + std::to_string(layer) + rest;
}

/// The ids of the tokens that a pass computes.
Leaves ids_of(const NextTokenRequest& request, const PassOptions& options) {
  const Index first = options.repeats ? 0 : options.past;
  Leaves leaves;
  add_leaf(leaves, "target.ids", ids_tensor(request.tokens, first));
  if (options.source) add_leaf(leaves, "source.ids", ids_tensor(request.source, 0));
  return leaves;
}

void check_choice(const ModelOptions& model, const ChoiceOptions& choice) {
  check_temperature(choice.temperature);
  require(choice.top_k >= 0 && choice.top_k <= model.vocabulary, ErrorCode::range, "top_k",
          {choice.top_k}, {"1 to ", model.vocabulary, ", the size of the vocabulary"});
}

/// Packs each weight once for all later tokens: a single row would read the unpacked one column by
/// column, which is ten times slower. If only products read it, the unpacked copy is freed.
void keep_weights_packed(const Plan& plan, const std::vector<Tensor>& leaves) {
  std::vector<const Tensor*> leaf_of(static_cast<std::size_t>(plan.count()));
  std::vector<char> is_read(leaf_of.size());  // by a step that does not read it packed
  std::size_t next = 0;
  for (StepId id = 0; id < plan.count(); ++id)
    if (plan[id].is_supplied()) leaf_of[static_cast<std::size_t>(id)] = &leaves[next++];
  for (const Step& step : plan.steps())
    for (int i = 0; i < static_cast<int>(step.inputs.size()); ++i)
      if (i != step.declaration.operation->packs)
        is_read[static_cast<std::size_t>(step.inputs[static_cast<std::size_t>(i)])] = 1;
  for (const Step& step : plan.steps()) {
    const Operation& operation = *step.declaration.operation;
    if (operation.packs < 0) continue;
    const StepId id = step.inputs[static_cast<std::size_t>(operation.packs)];
    const Tensor* const weight = leaf_of[static_cast<std::size_t>(id)];
    if (weight == nullptr || weight->rank() != 2) continue;
    keep_packed(operation.packs_transposed ? weight->transpose(0, 1) : *weight);
    // The model and the list of leaves each hold a handle: no other handle exists.
    if (is_read[static_cast<std::size_t>(id)] == 0 && weight->storage().use_count() == 2)
      weight->storage()->give_back_packed();
  }
}

}  // namespace

PassOptions without_cache(const ModelOptions& model, const NextTokenRequest& request) {
  PassOptions options;
  options.model = model;
  options.model.layer.dropout = 0;
  const Index width = model.layer.d_model;
  if (model.has_encoder())
    options.source = WordVectors{1, static_cast<Index>(request.source.size()), width, true};
  options.target = WordVectors{1, static_cast<Index>(request.tokens.size()), width, true};
  options.decoder_mask.causal = true;
  options.choice = request.choice;
  options.choice->place = static_cast<Index>(request.tokens.size());
  return options;
}

std::unique_ptr<Run> run_without_cache(Model& model, const NextTokenRequest& request) {
  const PassOptions options = without_cache(model.options(), request);
  const auto pass = find_pass(options, true);
  return std::make_unique<Run>(plan_of(pass), model.supply(pass->plan, ids_of(request, options)));
}

std::unique_ptr<Run> run_of_sequence(const NextToken& token, const ChoiceOptions& choice) {
  Model& model = *token.model;
  NextTokenRequest request = token.request;
  request.choice = choice;
  check_choice(model.options(), choice);
  if (token.kept == 0) return run_without_cache(model, request);
  PassOptions options = without_cache(model.options(), request);
  options.past = token.kept;
  options.repeats = true;
  const Index room = cache_room(model.options(), options.target->length);
  Leaves leaves;
  const Plan& plan = token.run->plan();
  for (StepId id = 0; id < plan.count(); ++id) {
    if (as<Leaf>(plan[id].attributes).source != Leaf::Source::cache) continue;
    const Tensor heads = token.run->loan_baseline(id);
    const bool is_memory = plan[id].scope.part == Part::cross_attention;
    if (is_memory) options.cached_memory = heads.size(2);
    add_leaf(leaves, plan[id].path, is_memory ? heads : with_room(heads, room));
  }
  if (options.cached_memory > 0) options.source.reset();
  for (auto& leaf : ids_of(request, options)) leaves.push_back(std::move(leaf));
  const auto pass = find_pass(options, true);
  return std::make_unique<Run>(plan_of(pass), model.supply(pass->plan, std::move(leaves)));
}

void Generation::check(const NextTokenRequest& request) const {
  const ModelOptions& model = model_->options();
  const ChoiceOptions& choice = request.choice;
  require(model.has_decoder(), ErrorCode::conflict, "architecture", {"encoder-only"},
          {"a model with a decoder: only that generates"});
  require(model.vocabulary > 0, ErrorCode::missing, "vocabulary", {"nothing"}, {"some tokens"});
  require(!request.tokens.empty(), ErrorCode::size, "tokens", {"no token"},
          {"at least one token to start from"});
  require(request.source.empty() != model.has_encoder(), ErrorCode::missing, "source",
          {request.source.empty() ? "nothing" : "a sentence"},
          {model.has_encoder() ? "the encoder's sentence" : "none: there is no encoder"});
  check_choice(model, choice);
  require_positions(model, static_cast<Index>(request.source.size()), "source");
  require_positions(model, static_cast<Index>(request.tokens.size()), "tokens");
}

/// At least the last token is computed, because its logits are needed.
Index Generation::shared_prefix(const NextTokenRequest& request) const {
  if (!request.use_cache || request.source != source_) return 0;
  const std::size_t most = std::min(tokens_.size(), request.tokens.size() - 1);
  const auto differ = std::mismatch(tokens_.begin(), tokens_.begin() + static_cast<Index>(most),
                                    request.tokens.begin());
  return differ.first - tokens_.begin();
}

Leaves Generation::cache_of(const PassOptions& options) const {
  Leaves leaves;
  const auto add = [&](const std::vector<KeysAndValues>& layers, const char* name, Index count) {
    for (std::size_t layer = 0; count > 0 && layer < layers.size(); ++layer) {
      const std::string path = layer_path(layer, name);
      add_leaf(leaves, path + "cached_k", layers[layer].keys);
      add_leaf(leaves, path + "cached_v", layers[layer].values);
    }
  };
  add(own_, ".self_attention.", options.past);
  add(memory_, ".cross_attention.", options.cached_memory);
  return leaves;
}

/// Keeps only the first `count` tokens, with room to append others. Copies them if their memory has
/// no room, or if another handle can still read what would be overwritten.
void Generation::make_room(Index count, Index room) {
  const auto roomy = [&](const Tensor& heads) {
    const bool has_room = heads.layout().strides == cache_layout(heads.shape(), room).strides;
    const bool is_seen = count < heads.size(2) && heads.storage().use_count() > 1;
    const Tensor kept = first_tokens(heads, count);
    return has_room && !is_seen ? kept : with_room(kept, room);
  };
  std::vector<KeysAndValues> own;
  for (const KeysAndValues& layer : own_) own.push_back({roomy(layer.keys), roomy(layer.values)});
  own_.swap(own);
  tokens_.resize(static_cast<std::size_t>(count));
}

/// The cost of n tokens is a quadratic polynomial in n: attention costs n², everything else n. So
/// three short passes determine it for all lengths.
double Generation::multiply_adds_without_cache(const NextTokenRequest& request) {
  const ModelOptions& model = model_->options();
  const std::size_t tokens = request.tokens.size();
  if (tokens <= counted_.size()) return multiply_adds_of(model, request, tokens);
  if (counted_[0] == 0 || counted_source_ != request.source.size()) {
    for (std::size_t i = 0; i < counted_.size(); ++i)
      counted_[i] = multiply_adds_of(model, request, i + 1);
    counted_source_ = request.source.size();
  }
  const auto& [one, two, three] = counted_;
  const auto more = static_cast<double>(tokens - 1);
  return one + more * (two - one) + more * (more - 1) / 2 * (three - 2 * two + one);
}

NextToken Generation::next(const NextTokenRequest& request) {
  check(request);
  if (is_stale()) {
    clear();
    packed_ = false;
    assigned_ = model_->assigned();
  }
  PassOptions options = without_cache(model_->options(), request);
  const Index kept = shared_prefix(request);
  const auto all = static_cast<Index>(request.tokens.size());
  options.past = kept;
  options.decoder_mask.causal_offset = kept;
  options.target->length = all - kept;
  const bool source_kept =
      request.use_cache && !request.source.empty() && request.source == source_ && !memory_.empty();
  if (source_kept) {
    options.cached_memory = static_cast<Index>(request.source.size());
    options.source.reset();
  }
  const Index room = cache_room(options.model, all);
  if (kept > 0) make_room(kept, room);
  const auto pass = find_pass(options, false);
  Leaves leaves = ids_of(request, options);
  for (const auto& leaf : cache_of(options)) add_leaf(leaves, leaf.first, leaf.second);
  std::vector<Tensor> supplied = model_->supply(pass->plan, std::move(leaves));
  // The first pass has no cache, so it reads every weight that a later one reads.
  if (!packed_) keep_weights_packed(pass->plan, supplied);
  packed_ = true;
  auto run = std::make_shared<Run>(plan_of(pass), std::move(supplied));
  const double multiply_adds = run->multiply_adds();
  if (request.use_cache) keep(request, *pass, *run, room);
  const auto id = static_cast<Index>(run->loan(*pass->next_token).data()[0]);
  return {id,         request,        std::make_shared<Model>(*model_),
          pass,       std::move(run), kept,
          all - kept, multiply_adds,  multiply_adds_without_cache(request)};
}

void Generation::keep(const NextTokenRequest& request, const Pass& pass, Run& run, Index room) {
  std::vector<KeysAndValues> own, memory;
  for (const CachedSteps& layer : pass.own) {
    // Appended keys and values are already in the cache's memory.
    const auto kept = [&](StepId id) {
      const Tensor heads = run.loan(id);
      return run.plan()[id].declaration.operation->appends ? heads : with_room(heads, room);
    };
    own.push_back({kept(layer.keys), kept(layer.values)});
  }
  for (const CachedSteps& layer : pass.memory)
    memory.push_back({run.loan(layer.keys).contiguous(), run.loan(layer.values).contiguous()});
  // Everything is prepared first and swapped in at the end: if memory runs out on the way, the old
  // tokens keep their keys.
  std::vector<Index> source = request.source;
  std::vector<Index> tokens = request.tokens;
  own_.swap(own);
  memory_.swap(memory);
  source_.swap(source);
  tokens_.swap(tokens);
}

bool Generation::set(const std::string& path, Index position, float value) {
  const bool in_use = is_kept_by(path);
  model_->set(path, position, value);
  packed_ = false;
  if (in_use) clear();
  return in_use;
}

/// Whether a cached key or value depends on the parameter.
bool Generation::is_kept_by(const std::string& path) const {
  model_->parameter(path);
  if (tokens_.empty()) return false;
  const Pass pass = declare_pass(without_cache(model_->options(), {source_, tokens_, {}, true}));
  const std::vector<StepId> changed = pass.plan.dependants(pass.plan.find(path));
  const auto is_kept = [&](StepId id) {
    const auto has = [&](const CachedSteps& each) { return each.keys == id || each.values == id; };
    return std::any_of(pass.own.begin(), pass.own.end(), has) ||
           std::any_of(pass.memory.begin(), pass.memory.end(), has);
  };
  return std::any_of(changed.begin(), changed.end(), is_kept);
}

void Generation::clear() {
  tokens_.clear();
  source_.clear();
  own_.clear();
  memory_.clear();
}

}  // namespace ap
