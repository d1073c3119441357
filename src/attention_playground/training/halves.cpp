// Compiled for speed: loops over cells.
#include "attention_playground/training/halves.hpp"

#include <algorithm>

#include "attention_playground/simd/half4.hpp"
#include "attention_playground/tensor/count.hpp"

namespace ap {

namespace {

using simd::lanes;

/// Numbers in a block, and the words that they become.
constexpr Index block = 2 * lanes;

Layout to_halves_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout({(element_count(inputs[0]->shape) + block - 1) / block * lanes});
}

void to_halves_run(Inputs inputs, const Attributes&, Tensor& out) {
  const float* const from = inputs[0]->data();
  float* to = out.mutable_data();
  const Index count = inputs[0]->count();
  for (Index i = 0; i < count; i += block, to += lanes) {
    const Index left = count - i;
    const simd::float4 a = simd::load_tail(from + i, std::min(left, lanes));
    const simd::float4 b = left > lanes
                               ? simd::load_tail(from + i + lanes, std::min(left - lanes, lanes))
                               : simd::zero();
    simd::store(to, simd::to_halves(a, b));
  }
}

Layout from_halves_layout(InputLayouts, const Attributes& attributes) {
  return contiguous_layout(as<ToShape>(attributes).shape);
}

void from_halves_run(Inputs inputs, const Attributes&, Tensor& out) {
  const float* from = inputs[0]->data();
  float* const to = out.mutable_data();
  const Index count = out.count();
  for (Index i = 0; i < count; i += block, from += lanes) {
    const Index left = count - i;
    const simd::float4 words = simd::load(from);
    simd::store_tail(to + i, simd::first_of_halves(words), std::min(left, lanes));
    if (left > lanes)
      simd::store_tail(to + i + lanes, simd::second_of_halves(words),
                       std::min(left - lanes, lanes));
  }
}

}  // namespace

const Operation to_halves = {.name = "to_halves",
                             .layout = to_halves_layout,
                             .run = to_halves_run,
                             .reference = to_halves_run,
                             .explain = nullptr,
                             .roundings = one_rounding,
                             .stops = Stop::gradient};

const Operation from_halves = {.name = "from_halves",
                               .layout = from_halves_layout,
                               .run = from_halves_run,
                               .reference = from_halves_run,
                               .explain = nullptr,
                               .roundings = no_rounding,
                               .stops = Stop::gradient};

}  // namespace ap
