#pragma once

namespace ap::ops {

// Of GELU and of its approximation by tanh.
inline constexpr double root_half = 0.70710678118654752440;
inline constexpr double root_two_over_pi = 0.79788456080286535588;
inline constexpr double cubic = 0.044715;

}  // namespace ap::ops
