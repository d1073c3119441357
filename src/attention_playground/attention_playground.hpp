#pragma once

/// The whole library: attention and Transformers as lists of named steps, and as single calls.
///
/// - A call: scaled_dot_product_attention, multi_head_attention (attention/attention.hpp),
///   encoder_layer, decoder_layer (transformer/layers.hpp), or any operation by apply()
///   (ops/operation.hpp).
/// - A trace, whose every step can be read, explained and edited: trace_attention, trace_study,
///   Model::trace give a Run (steps/run.hpp) of a Plan (steps/plan.hpp).
/// - A model that generates: Model, Generation (transformer/generation.hpp).
/// - A model that learns: the loss and the gradients of its parameters, ModelGradients
///   (training/model_gradients.hpp).
///
/// Shapes are batch first, matrices of weights [in, out], masks are added to the scores (0 leaves a
/// key visible, −∞ hides it). All misuse throws Error (tensor/error.hpp); nothing prints or aborts.
///
/// Threads. Any number of threads may call functions at the same time, and read the same
/// - tensors, including weights that keep_packed is packing, as long as no thread writes into their
///   storage (by set(), by mutable_data() or as the `out` of a call);
/// - plans and passes (Plan, Pass), declarations and operations: these never change.
/// Only one thread at a time may use
/// - a tensor that is written into, and every other handle on its storage;
/// - a Run, a Model, a ModelGradients, a Generation and the NextToken that it returned, even to
/// read from it. Each
///   thread can have its own copy of a Model: copies share only the parameters.
/// There are no locks: scratch memory and the plans used last belong to the calling thread.

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/cut.hpp"
#include "attention_playground/attention/dropout.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/options.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/attention/study.hpp"
#include "attention_playground/ops/activation.hpp"
#include "attention_playground/ops/activation_backward.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/choice.hpp"
#include "attention_playground/ops/cross_entropy.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/embedding.hpp"
#include "attention_playground/ops/explanation.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/layer_norm_backward.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/mask_faults.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/operation.hpp"
#include "attention_playground/ops/optimizer.hpp"
#include "attention_playground/ops/packed.hpp"
#include "attention_playground/ops/padding.hpp"
#include "attention_playground/ops/reduce.hpp"
#include "attention_playground/ops/reduce_backward.hpp"
#include "attention_playground/ops/rotate.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softcap.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/ops/softmax_backward.hpp"
#include "attention_playground/ops/sum_to.hpp"
#include "attention_playground/ops/summary.hpp"
#include "attention_playground/ops/transposed_matmul.hpp"
#include "attention_playground/ops/visibility.hpp"
#include "attention_playground/steps/declaration.hpp"
#include "attention_playground/steps/gradients.hpp"
#include "attention_playground/steps/plan.hpp"
#include "attention_playground/steps/run.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/layout.hpp"
#include "attention_playground/tensor/random.hpp"
#include "attention_playground/tensor/tensor.hpp"
#include "attention_playground/training/activations.hpp"
#include "attention_playground/training/model_gradients.hpp"
#include "attention_playground/training/settings.hpp"
#include "attention_playground/training/trainer.hpp"
#include "attention_playground/training/training_pass.hpp"
#include "attention_playground/training/update.hpp"
#include "attention_playground/training/update_kernel.hpp"
#include "attention_playground/transformer/generation.hpp"
#include "attention_playground/transformer/layers.hpp"
#include "attention_playground/transformer/model.hpp"
#include "attention_playground/transformer/options.hpp"
