#pragma once

#include <functional>
#include <string>
#include <vector>

#include "attention_playground/tensor/tensor.hpp"

namespace ap::fuzz {

/// What SEED and ROUNDS of the environment say: the same calls again, and how many (4 is the usual,
/// two minutes under the sanitizers).
std::uint32_t seed();
double rounds();

/// Random numbers of one round, all of which follow from the seed, the test and the round.
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

  /// Mostly tiny, at times past a tile of the kernels, seldom 0.
  Index size(Index most = 6);
  Dims shape(int least_rank, int most_rank, Index most = 5);
  /// No size, index or offset: NaN-like for whole numbers.
  Index wrong_whole();
  float wrong_number();

  /// Row-major numbers.
  Tensor plain(const Dims& shape);
  /// The same kind of numbers lying in memory in one of many ways: a part of something larger,
  /// transposed, spread, or broadcast (stride 0), with NaN wherever there is no element.
  Tensor tensor(const Dims& shape);
  /// No tensor, one of another shape or rank, or one with a number that is not finite.
  Tensor wrong_tensor(const Dims& shape);

  /// To say in a failure: SEED=… round …
  std::string again() const;

 private:
  std::string test_;
  int round_;
  std::uint64_t state_;
};

/// Whether the call goes through. Nothing but Error may come out of it, with all of its texts.
bool goes_through(const std::function<void()>& call);

/// A copy of the numbers that a tensor has, to hold it to them later.
struct Held {
  Tensor tensor;
  std::vector<float> numbers;
};
Held hold(const Tensor& tensor);
/// "" where every number is what it was, to the last bit.
std::string what_changed(const std::vector<Held>& held);

}  // namespace ap::fuzz
