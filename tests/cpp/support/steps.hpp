#pragma once

#include "attention_playground/attention/attention.hpp"

namespace ap::test {

/// Attention as its declared steps compute it, each into a separate tensor. The fused kernel is
/// compared with this.
AttentionResult run_steps(const Tensor& query, const Tensor& key, const Tensor& value,
                          const GivenMasks& masks, WeightOptions options);
AttentionResult run_steps(const Tensor& query, const Tensor& key, const Tensor& value,
                          const GivenProjections& projections, Index heads, const GivenMasks& masks,
                          WeightOptions options);

/// The largest length of a row: the magnitudes that a product of a row of a and a row of b adds up
/// are at most longest_row(a) · longest_row(b) in sum (Cauchy–Schwarz).
double longest_row(const Tensor& tensor);

/// How much two computations of a weight may differ. Scores, sums of products as large as
/// `score_magnitude`, are rounded `depth` times; the exponential turns that into a relative error
/// of the weight, once directly and once through the sum over all keys.
double weights_tolerance(Index keys, Index depth, double score_magnitude);

/// The same for weights · values.
double output_tolerance(Index keys, double weights, const Tensor& values);

}  // namespace ap::test
