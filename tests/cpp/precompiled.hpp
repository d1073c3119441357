#pragma once

// What nearly every test file includes and nobody here changes; read once, and by each of them at
// no cost.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
