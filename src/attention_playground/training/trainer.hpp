#pragma once

#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/training/flat.hpp"
#include "attention_playground/training/training_pass.hpp"
#include "attention_playground/training/update_kernel.hpp"
#include "attention_playground/transformer/model.hpp"

namespace ap {

struct TrainerOptions {
  OptimizerOptions optimizer;
  Schedule schedule;
  Activations activations;
};

/// What an update did.
struct UpdateReport {
  Index update = 0;         // its number, from 1
  float loss = 0;           // mean of its batches', before it
  double rate = 0;          // the schedule's
  float gradient_norm = 0;  // before clipping
  Index tokens = 0;         // of its batches: how many positions have labels
};

/// Everything that an update depends on beside its batches. All tensors by the paths of parameters.
struct TrainerState {
  Index updates = 0;
  Index round = 0;  // dropout's, of the next batch: how many batches there were, modulo 2²⁴
  Leaves parameters;
  Leaves first_moments,
      second_moments;  // AdamW's m and v, or SGD's velocity; empty if there are none
};

/// Trains a model: forward, loss, backward and update again and again, in memory that is allocated
/// by the first batch of each shape. The n-th update is the same numbers as the steps of trace()
/// for the same batches, to the last bit, as far as Fusing::where_it_pays and Activations
/// say.
class Trainer {
 public:
  /// Throws what check_optimizer() and check_schedule() throw.
  Trainer(std::shared_ptr<Model> model, const TrainerOptions& options);

  /// One update from the mean of the batches' gradients; all of them fit a pass of the model with
  /// labels. Dropout's masks follow from the seed and the round, the number of the batch in the
  /// whole run: no two of 2²⁴ batches have the same.
  ///
  /// Throws what Model::trace() throws for a request; Error(missing) naming `labels` without any;
  /// (conflict) naming `faults`, or `parameters` for batches that read other parameters than the
  /// first one; (size) naming `batches` without any; (not_finite) naming the first step that has
  /// NaN or ∞, if the loss or a gradient has. After an error nothing has changed.
  UpdateReport step(std::span<const PassRequest> batches);

  /// The next update of these batches as steps, after those of the last batch's pass and of its way
  /// back. It is not made, nothing is published, and later updates do not change what was recorded.
  /// Throws what step() throws.
  std::unique_ptr<Run> trace(std::span<const PassRequest> batches);

  /// Makes room for what batches like this one train, so that there is a state before the first
  /// update. Throws what step() throws.
  void prepare_for(const PassRequest& batch) { prepare(in_round(batch, 0)); }

  /// Gives the model the present parameters; until then its passes use those of the last time.
  void publish();

  Index updates() const { return updates_; }
  /// TrainerState's.
  Index round() const { return round_; }
  /// How many floats the steps of a pass share, of the largest so far: all that is held but for
  /// the leaves, the gradients of parameters, and moments.
  Index activation_floats() const { return arena_->floats(); }
  const TrainerOptions& options() const { return options_; }
  const std::shared_ptr<Model>& model() const { return model_; }

  /// Copies. Throws Error(missing) naming `batches` before the first one.
  TrainerState state() const;
  /// Goes on from a state, and publishes it. Throws Error(conflict) naming `parameters` unless it
  /// has those that the model has, with their shapes; (missing, shape) naming `optimizer`;
  /// (not_finite) naming a path; (range) naming `updates` or `round`.
  void restore(const TrainerState& state);

 private:
  /// A plan, and the tensors of its leaves: parameters, which are the trainer's, and data.
  struct Prepared {
    std::shared_ptr<TrainingPass> pass;
    std::vector<Tensor> leaves;
    std::vector<std::size_t> data;  // which leaves are data

    const Plan& plan() const { return pass->plan(); }
    /// Releases its data, and what its pass holds.
    void let_go();
  };

  /// A row of numbers for each kind, in the order of a pass's parameters; no moments if the
  /// optimiser has none.
  struct Rows {
    FlatTensors values, gradients, first, second;
  };

  Prepared& prepare(const PassRequest& request);
  void make_room(const TrainingPass& pass);
  bool has_first_moments() const;
  bool has_second_moments() const;
  Rows rows_of(const TrainerState& state) const;
  void place_numbers();
  Model present() const;
  PassRequest in_round(const PassRequest& request, std::size_t number) const;
  float gradients_of(std::span<const PassRequest> batches, UpdateReport& report);
  UpdateMoment next_moment(std::size_t batches) const;
  [[noreturn]] void fail_not_finite(std::span<const PassRequest> batches);

  std::shared_ptr<Model> model_;
  TrainerOptions options_;
  std::shared_ptr<Arena> arena_ = std::make_shared<Arena>();
  PlanCache<PassOptions, Prepared> passes_;
  std::shared_ptr<Prepared> latest_;  // the only one that holds data
  Tensor one_ = Tensor::filled({}, 1);
  Rows rows_;
  FlatTensors earlier_;                  // Σ gradients of an update's batches before the last one
  std::vector<UpdatedNumbers> numbers_;  // of all of these
  Index updates_ = 0;
  Index round_ = 0;
};

}  // namespace ap
