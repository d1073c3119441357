#pragma once

// Headers that nearly every test file includes and that rarely change, compiled once.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "catch.hpp"
