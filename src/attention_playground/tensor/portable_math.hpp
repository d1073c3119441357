#pragma once

namespace ap {

// exp, log, sin, cos, tanh and erf in double precision, made of + − × ÷ alone, which round alike
// everywhere: the C libraries of two platforms differ in the last bit. They are within 2 ulp (tanh
// and erf: 1e-15 of their value), and without the tables that would add 7 kB to the module.

/// eˣ; 0 below −745, infinity above 709.8.
double portable_exp(double x);

/// Natural logarithm of a normal x > 0; NaN of NaN and of what is negative.
double portable_log(double x);

/// Within 1e-15 of the exact value, relatively; NaN stays NaN.
double portable_tanh(double x);

/// 2/√π ∫ e^(−t²) dt from 0 to x; as precise.
double portable_erf(double x);

struct SineCosine {
  double sine;
  double cosine;
};

/// Of an angle in radians; within 1e-15 up to 2²⁰, within 1e-7 up to 2²⁹.
SineCosine portable_sin_cos(double angle);

}  // namespace ap
