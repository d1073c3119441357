#include "support/drawn.hpp"

#include "attention_playground/tensor/random.hpp"
#include "support/tensors.hpp"

namespace ap::test {

std::string Shapes::text() const {
  return "trial " + std::to_string(trial) + ": B " + std::to_string(batch) + ", h " +
         std::to_string(heads) + ", T " + std::to_string(queries) + ", S " + std::to_string(keys) +
         ", d_k " + std::to_string(d_k) + ", d_v " + std::to_string(d_v);
}

Shapes draw(int trial) {
  constexpr std::uint32_t seed = 11;
  const auto up_to = [&](std::uint64_t index, Index largest) {
    const float part = uniform(seed, static_cast<std::uint64_t>(trial), index);
    return 1 + static_cast<Index>(part * static_cast<float>(largest));
  };
  return {up_to(0, 3), up_to(1, 4), up_to(2, 11), up_to(3, 11), up_to(4, 9), up_to(5, 9), trial};
}

Tensor drawn(const Shapes& shapes, const Dims& shape, const std::string& name, float limit) {
  return random_tensor(shape, name + std::to_string(shapes.trial), limit);
}

GivenProjections projections(const Shapes& s, bool bias) {
  const Index values = s.heads * s.d_v;
  GivenProjections given{drawn(s, {s.width(), s.width()}, "wq", 1),
                         drawn(s, {s.width(), s.width()}, "wk", 1),
                         drawn(s, {s.width(), values}, "wv", 1),
                         drawn(s, {values, s.width()}, "wo", 1),
                         {},
                         {},
                         {},
                         {}};
  if (!bias) return given;
  given.bq = drawn(s, {s.width()}, "bq");
  given.bk = drawn(s, {s.width()}, "bk");
  given.bv = drawn(s, {values}, "bv");
  given.bo = drawn(s, {s.width()}, "bo");
  return given;
}

}  // namespace ap::test
