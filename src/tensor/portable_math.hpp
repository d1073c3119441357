#pragma once

namespace ap {

// exp, log, sin and cos in double precision, made of + − × ÷ alone, which round alike everywhere:
// the C libraries of two platforms differ in the last bit. They are within 2 ulp, and without the
// tables that would add 7 kB to the module.

/// eˣ; 0 below −745, infinity above 709.8.
double portable_exp(double x);

/// Natural logarithm of a normal x > 0.
double portable_log(double x);

struct SineCosine {
  double sine;
  double cosine;
};

/// Of an angle in radians; within 1e-15 up to 2²⁰, within 1e-7 up to 2²⁹.
SineCosine portable_sin_cos(double angle);

}  // namespace ap
