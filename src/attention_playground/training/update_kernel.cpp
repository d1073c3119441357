// Compiled for speed.
#include "attention_playground/training/update_kernel.hpp"

#include <cmath>

#include "attention_playground/ops/optimizer.hpp"
#include "attention_playground/ops/row_sums.hpp"
#include "attention_playground/simd/float4.hpp"

namespace ap {

namespace {

using simd::float4;
using simd::lanes;

// Each line is one step of declare_updates(), with its rounding.

void update_adamw(const UpdatedNumbers& own, const UpdateFactors& by, float clip) {
  for (Index i = 0; i < own.count; i += lanes) {
    const float4 gradient = simd::load(own.gradient + i) * clip;
    const float4 kept = simd::load(own.first_moment + i) * by.keep_first;
    const float4 m = kept + gradient * by.add_first;
    const float4 squared = gradient * gradient;
    const float4 kept_square = simd::load(own.second_moment + i) * by.keep_second;
    const float4 v = kept_square + squared * by.add_second;
    simd::store(own.first_moment + i, m);
    simd::store(own.second_moment + i, v);
    const float4 divisor = simd::square_root(v * by.correct_second) + by.epsilon;
    const float4 corrected = m * by.correct_first;
    const float4 direction = divisor == 0.0F ? simd::zero() : corrected / divisor;
    float4 value = simd::load(own.value + i);
    if (own.decays) value = value * by.decay;
    simd::store(own.value + i, value + direction * by.minus_rate);
  }
}

void update_sgd(const UpdatedNumbers& own, const UpdateFactors& by, float clip) {
  for (Index i = 0; i < own.count; i += lanes) {
    const float4 value = simd::load(own.value + i);
    float4 direction = simd::load(own.gradient + i) * clip;
    if (own.decays) direction = direction + value * by.weight_decay;
    if (own.first_moment != nullptr) {
      const float4 kept = simd::load(own.first_moment + i) * by.keep_first;
      direction = kept + direction;
      simd::store(own.first_moment + i, direction);
    }
    simd::store(own.value + i, value + direction * by.minus_rate);
  }
}

}  // namespace

void average_gradients(float* gradients, const float* earlier, Index count, float factor) {
  for (Index i = 0; i < count; i += lanes)
    simd::store(gradients + i, (simd::load(earlier + i) + simd::load(gradients + i)) * factor);
}

float gradient_norm(std::span<const UpdatedNumbers> parameters) {
  float all = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const UpdatedNumbers& own = parameters[i];
    float squares = 0;
    for (Index first = 0; first < own.count; first += own.width)
      squares += dot_of(own.gradient + first, own.gradient + first, own.width);
    all = i == 0 ? squares : all + squares;
  }
  return std::sqrt(all);
}

void update_parameters(std::span<const UpdatedNumbers> parameters, const OptimizerOptions& options,
                       const UpdateFactors& factors, float norm) {
  const bool clips = options.max_norm > 0;
  const float clip = clips ? ops::clipping(norm, static_cast<float>(options.max_norm)) : 1;
  for (const UpdatedNumbers& own : parameters) {
    if (options.kind == OptimizerKind::adamw)
      update_adamw(own, factors, clip);
    else
      update_sgd(own, factors, clip);
  }
}

}  // namespace ap
