#pragma once

#include <limits>

namespace ap {

inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// exp, log, sin, cos, tanh and erf in double precision. They use only + − × ÷, which round the same
// way on every platform; the C libraries of two platforms differ in the last bit. The error is at
// most 2 ulp (tanh and erf: relative 1e-15). They need no tables, which would add 7 kB to the
// module.

/// eˣ; 0 below −745, infinity above 709.8.
double portable_exp(double x);

/// Natural logarithm of a normal x > 0; NaN for NaN and negative numbers.
double portable_log(double x);

/// Relative error below 1e-15; NaN stays NaN.
double portable_tanh(double x);

/// 2/√π ∫ e^(−t²) dt from 0 to x; relative error below 1e-15.
double portable_erf(double x);

struct SineCosine {
  double sine;
  double cosine;
};

/// `angle` is in radians; the error is below 1e-15 up to 2²⁰ and below 1e-7 up to 2²⁹.
SineCosine portable_sin_cos(double angle);

}  // namespace ap
