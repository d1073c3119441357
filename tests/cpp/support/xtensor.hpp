#pragma once

// What tests use of xtensor (later versions moved its headers into folders) beside the library's
// own adaptors. In 0.24.3 a lazy exp(a - amax(a)) reads out of bounds, and a reducer with
// evaluation_strategy::immediate was seen to write to a null pointer: assign a reducer to a
// separate array before using it.

#if __has_include(<xtensor/core/xmath.hpp>)
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

#include "attention_playground/xtensor.hpp"
