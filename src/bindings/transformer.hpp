#pragma once

#include "bindings/request.hpp"
#include "bindings/trace.hpp"

namespace ap::bindings {

/// One token that a model chose, and the pass that chose it.
class ChosenToken {
 public:
  explicit ChosenToken(std::shared_ptr<const NextToken> token) : token_(std::move(token)) {}

  int id() const { return static_cast<int>(token_->id); }
  int kept() const { return static_cast<int>(token_->kept); }
  int computed() const { return static_cast<int>(token_->computed); }
  double multiply_adds() const { return token_->multiply_adds; }
  double multiply_adds_without_cache() const { return token_->multiply_adds_without_cache; }
  /// Logits and probabilities of the next token, before and after temperature, top-k and softmax:
  /// one number for each token of the vocabulary.
  val logits() { return row(*token_->pass->next_logits); }
  val probabilities() { return row(*token_->pass->probabilities); }
  /// The pass as a trace, which keeps everything.
  val trace();

 private:
  val row(StepId id);

  std::shared_ptr<const NextToken> token_;
};

/// A model, and the cache of its generation.
class Transformer {
 public:
  explicit Transformer(std::shared_ptr<Model> model)
      : model_(std::move(model)), generation_(model_) {}

  val trace(const Request& request);
  val next_token(const Request& request);
  /// Whether the cache was emptied.
  val set(const std::string& path, double position, double value);
  /// A parameter's shape and numbers: { shape, data }.
  val parameter(const std::string& path) const;
  int cached() const { return static_cast<int>(generation_.cached()); }
  void clear() { generation_.clear(); }
  const std::shared_ptr<Model>& model() const { return model_; }

 private:
  std::shared_ptr<Model> model_;
  Generation generation_;
};

}  // namespace ap::bindings
