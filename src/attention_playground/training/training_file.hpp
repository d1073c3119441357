#pragma once

#include "attention_playground/checkpoint/model_file.hpp"
#include "attention_playground/training/trainer.hpp"

namespace ap {

/// The keys of what a file says of how its model was trained.
inline constexpr const char* updates_key = "attention_playground.updates";  // how many there were
inline constexpr const char* round_key = "attention_playground.round";      // TrainerState's
inline constexpr const char* task_key = "attention_playground.task";        // its name
inline constexpr const char* seed_key = "attention_playground.seed";        // of model and batches
inline constexpr const char* results_key = "attention_playground.results";  // JSON

/// A model's file (model_file.hpp) in which "optimizer.first." and "optimizer.second." stand before
/// the paths of moments, in 32-bit numbers. Training goes on from it as if it had not stopped.
/// Throws what Trainer::state and write_safetensors throw.
Bytes save_training(Trainer& trainer, const Metadata& metadata = {});

/// The state in such a file; one without a round is of as many batches as updates. Throws what
/// Safetensors throws, (missing) naming the key of updates, (file) naming a key of no number.
TrainerState read_training(ByteView bytes);

}  // namespace ap
