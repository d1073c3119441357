#include "fuzz/draw.hpp"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

using test::infinity;
using test::not_a_number;

const char* environment(const char* name) { return std::getenv(name); }

std::uint32_t chosen_seed() {
  const char* given = environment("SEED");
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const auto seed = given != nullptr ? std::strtoul(given, nullptr, 10) : now % 1000000007;
  std::cout << "SEED=" << seed << std::endl;
  return static_cast<std::uint32_t>(seed);
}

/// A single row, repeated along an axis with stride 0.
Tensor repeated(Draw& draw, const Dims& shape) {
  Dims own = shape;
  for (int axis = 0; axis < shape.rank(); ++axis)
    if (draw.chance(0.5)) own[axis] = 1;
  return draw.plain(own).broadcast(shape, "shape");
}

}  // namespace

std::uint32_t seed() {
  static const std::uint32_t chosen = chosen_seed();
  return chosen;
}

double rounds() {
  const char* given = environment("ROUNDS");
  return given != nullptr ? std::strtod(given, nullptr) : 1;
}

Draw::Draw(const std::string& test, int round)
    : test_(test),
      round_(round),
      state_(stream_of(test + std::to_string(round)) ^ (std::uint64_t{seed()} << 32)) {}

/// SplitMix64 (Steele, Lea & Flood 2014).
std::uint64_t Draw::bits() {
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double Draw::unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

Index Draw::whole(Index least, Index most) {
  const auto count = static_cast<std::uint64_t>(most - least) + 1;
  return least + static_cast<Index>(bits() % count);
}

float Draw::number() { return static_cast<float>(4 * unit() - 2); }

Index Draw::size(Index most) {
  if (chance(0.03)) return 0;
  static constexpr Index past_a_tile[] = {15, 16, 17, 33};
  return chance(0.05) ? pick(past_a_tile) : whole(1, most);
}

Dims Draw::shape(int least_rank, int most_rank, Index most) {
  Dims dims;
  const Index rank = whole(least_rank, most_rank);
  for (Index axis = 0; axis < rank; ++axis) dims.push_back(size(most));
  return dims;
}

Index Draw::wrong_whole() {
  constexpr Index largest = std::numeric_limits<Index>::max();
  static constexpr Index ends[] = {Index{1} << 29, Index{1} << 31, Index{1} << 32, Index{1} << 62};
  // At least 2^29: no result of such a size is ever computed.
  if (chance(0.4)) return pick(ends) + whole(0, 1);
  static constexpr Index wrong[] = {-1, -7, largest, largest - 1, -largest - 1, largest / 2};
  return pick(wrong);
}

float Draw::wrong_number() {
  static constexpr float wrong[] = {not_a_number, infinity, -infinity, 3e38F,
                                    -3e38F,       -1,       0,         1e-40F};
  return pick(wrong);
}

Tensor Draw::plain(const Dims& shape) {
  Tensor result(shape);
  for (Index i = 0, n = result.count(); i < n; ++i) result.mutable_data()[i] = number();
  return result;
}

Tensor Draw::tensor(const Dims& shape) {
  if (chance(0.15)) return repeated(*this, shape);
  const test::Arrangement arrangement = pick(test::arrangements);
  return element_count(shape) == 0 ? plain(shape) : test::arranged(plain(shape), arrangement);
}

Tensor Draw::wrong_tensor(const Dims& shape) {
  const Index way = whole(0, 4);
  if (way == 0) return Tensor();
  if (way == 1) return tensor(this->shape(0, max_rank, 3));
  if (way == 2) return plain({1}).broadcast({whole(1, 3) << 10, 1, 3}, "shape");
  Tensor result = plain(shape);
  if (result.count() > 0) result.mutable_data()[whole(0, result.count() - 1)] = wrong_number();
  return result;
}

std::string Draw::again() const {
  return "SEED=" + std::to_string(seed()) + " \"" + test_ + "\", round " + std::to_string(round_);
}

bool goes_through(const std::function<void()>& call) {
  try {
    call();
    return true;
  } catch (const Error& error) {
    INFO(error.what());
    CHECK_FALSE(error.argument.empty());
    CHECK_FALSE(error.expected.empty());
    CHECK(std::string(error.what()).size() < 2000);
    return false;
  }
}

Held hold(const Tensor& tensor) {
  return {tensor, tensor ? test::values_of(tensor) : std::vector<float>()};
}

std::string what_changed(const std::vector<Held>& held) {
  for (const Held& each : held) {
    if (!each.tensor) continue;
    const std::vector<float> now = test::values_of(each.tensor);
    for (std::size_t i = 0; i < now.size(); ++i)
      if (!test::same_bits(now[i], each.numbers[i]))
        return "cell " + std::to_string(i) + " of " + to_text(each.tensor.shape());
  }
  return "";
}

}  // namespace ap::fuzz
