#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attention_playground/tensor/tensor.hpp"

namespace ap::fuzz {

/// The environment variables SEED, which repeats the same calls, and ROUNDS, how many (usually 1,
/// which takes a minute under the sanitizers; 4 make the million files).
std::uint32_t seed();
double rounds();

/// Random numbers of one round, determined by the seed, the test and the round.
class Draw {
 public:
  Draw(const std::string& test, int round);

  std::uint64_t bits();
  double unit();  // in [0, 1)
  Index whole(Index least, Index most);
  bool chance(double probability) { return unit() < probability; }
  float number();  // in [−2, 2)
  template <typename List>
  auto& pick(List& list) {
    return list[static_cast<std::size_t>(whole(0, static_cast<Index>(std::size(list)) - 1))];
  }

  /// Mostly tiny, sometimes larger than a tile of the kernels, rarely 0.
  Index size(Index most = 6);
  Dims shape(int least_rank, int most_rank, Index most = 5);
  /// A number that is no valid size, index or offset.
  Index wrong_whole();
  float wrong_number();

  /// Row-major numbers.
  Tensor plain(const Dims& shape);
  /// The same kind of numbers in a random memory layout: a part of something larger, transposed,
  /// spread, or broadcast (stride 0), with NaN wherever there is no element.
  Tensor tensor(const Dims& shape);
  /// A null tensor, one of another shape or rank, or one with a number that is not finite.
  Tensor wrong_tensor(const Dims& shape);

  /// How to repeat a failure: SEED=… round …
  std::string again() const;

 private:
  std::string test_;
  int round_;
  std::uint64_t state_;
};

/// Whether the call succeeds. It may throw only Error, with all of its texts.
bool goes_through(const std::function<void()>& call);

/// A tensor and a copy of its numbers, to check later that they did not change.
struct Held {
  Tensor tensor;
  std::vector<float> numbers;
};
Held hold(const Tensor& tensor);
/// Describes what changed; "" if every number is the same to the last bit.
std::string what_changed(const std::vector<Held>& held);

}  // namespace ap::fuzz
