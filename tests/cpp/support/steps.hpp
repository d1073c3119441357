#pragma once

#include "attention_playground/attention/attention.hpp"

namespace ap::test {

/// Attention as its declared steps compute it, each into a tensor of its own: what the fused kernel
/// is compared with.
AttentionResult run_steps(const Tensor& query, const Tensor& key, const Tensor& value,
                          const GivenMasks& masks, WeightOptions options);
AttentionResult run_steps(const Tensor& query, const Tensor& key, const Tensor& value,
                          const GivenProjections& projections, Index heads, const GivenMasks& masks,
                          WeightOptions options);

/// The largest length of a row: no product of a row of a with one of b adds up more than
/// longest_row(a) · longest_row(b), signs left aside (Cauchy–Schwarz).
double longest_row(const Tensor& tensor);

/// How far two computations of a weight may lie apart. Scores that add up products as large as
/// `score_magnitude` are rounded `depth` times; the exponential turns that into a relative error of
/// the weight, once for itself and once for the sum of all keys.
double weights_tolerance(Index keys, Index depth, double score_magnitude);

/// The same for weights · values.
double output_tolerance(Index keys, double weights, const Tensor& values);

}  // namespace ap::test
