#include <cmath>

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/scale.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("add: SIMD, reference and explanation agree at every length and order in memory") {
  for (Index length : lengths) {
    const Tensor a = random_tensor({3, length}, "a");
    const Tensor b = random_tensor({3, length}, "b");
    for (Arrangement left : arrangements) {
      for (Arrangement right : arrangements) {
        INFO(length << " " << name_of(left) << " + " << name_of(right));
        CHECK(what_is_wrong(ops::add, {arranged(a, left), arranged(b, right)}) == "");
      }
    }
  }
}

TEST_CASE("add: broadcasts either operand along any axis") {
  const Tensor whole = random_tensor({2, 3, 7}, "whole");
  for (const Dims& shape : {Dims{7}, Dims{1}, Dims{}, Dims{3, 1}, Dims{1, 7}, Dims{2, 1, 1},
                            Dims{2, 3, 1}, Dims{1, 3, 7}}) {
    const Tensor part = random_tensor(shape, "part");
    INFO(to_text(shape));
    CHECK(what_is_wrong(ops::add, {whole, part}) == "");
    CHECK(what_is_wrong(ops::add, {part, whole}) == "");
    CHECK(run(ops::add, {part, whole}).shape() == whole.shape());
    CHECK(first_bit_difference(run(ops::add, {part, whole}), run(ops::add, {whole, part})) == "");
  }
  CHECK(run(ops::add, {counting({3, 1}), counting({1, 4})}).shape() == Dims{3, 4});
  CHECK(error_of([] { run(ops::add, {counting({3}), counting({4})}); }) == "shape other");
}

TEST_CASE("mask: −∞ hides a score, 0 changes no bit") {
  const Tensor scores = random_tensor({2, 3, 5}, "scores");
  Tensor mask = Tensor::filled({3, 5}, 0);
  mask.set({1, 2}, -infinity);
  CHECK(what_is_wrong(ops::mask, {scores, mask}) == "");
  const Tensor masked = run(ops::mask, {scores, mask});
  for (Index i = 0; i < scores.count(); ++i) {
    const Dims index = index_at(i, scores.shape());
    const bool hidden = index[1] == 1 && index[2] == 2;
    CHECK(same_bits(masked.at(index), hidden ? -infinity : scores.at(index)));
  }
}

TEST_CASE("mask: adds any number of masks, in their order") {
  const Tensor scores = random_tensor({2, 4, 6}, "scores", 3);
  const Tensor by_query = random_tensor({4, 6}, "query");
  const Tensor by_batch = random_tensor({2, 1, 6}, "batch");
  for (Arrangement arrangement : arrangements) {
    INFO(name_of(arrangement));
    CHECK(what_is_wrong(ops::mask, {scores, arranged(by_query, arrangement), by_batch}) == "");
  }
  const Tensor both = run(ops::mask, {scores, by_query, by_batch});
  const Tensor one_by_one = run(ops::mask, {run(ops::mask, {scores, by_query}), by_batch});
  CHECK(first_bit_difference(both, one_by_one) == "");
}

TEST_CASE("mask: may not make the scores larger") {
  const Tensor scores = counting({3, 5});
  CHECK(error_of([&] { run(ops::mask, {scores, counting({2, 3, 5})}); }) == "shape mask");
  CHECK(error_of([&] { run(ops::mask, {scores, counting({5, 3})}); }) == "shape mask");
  CHECK(error_of([&] { run(ops::mask, {counting({1, 5}), scores}); }) == "shape mask");
}

TEST_CASE("scale: SIMD, reference and explanation agree at every length and order in memory") {
  for (Index length : lengths) {
    const Tensor x = random_tensor({2, length}, "x", 100);
    for (Arrangement arrangement : arrangements) {
      INFO(length << " " << name_of(arrangement));
      CHECK(what_is_wrong(ops::scale, {arranged(x, arrangement)}, Factor{0.57735027F}) == "");
    }
  }
}

TEST_CASE("scale: by 1 is the same bits, by 0 is 0, a scalar is scaled too") {
  const Tensor x = random_tensor({2, 5}, "x");
  CHECK(first_bit_difference(run(ops::scale, {x}, Factor{1}), x) == "");
  CHECK(values_of(run(ops::scale, {counting({3})}, Factor{0})) == std::vector<float>{0, 0, 0});
  CHECK(values_of(run(ops::scale, {tensor({}, {3})}, Factor{2})) == std::vector<float>{6});
}

TEST_CASE("scale: the explanation holds where the result is too small for a normal number") {
  const Tensor tiny = tensor({3}, {1e-38F, 3.3e-39F, 1e-45F});
  CHECK(what_is_wrong(ops::scale, {tiny}, Factor{0.3F}) == "");
}

TEST_CASE("scale: the explanation names the factor") {
  const Explanation explanation =
      explain(ops::scale, {counting({2})}, Factor{0.25F, Factor::Name::sqrt_d_k}, {1});
  const auto& rule = std::get<ElementwiseRule>(explanation.rule);
  CHECK((rule.join == ElementwiseRule::Join::multiply));
  REQUIRE(rule.constants.size() == 1);
  CHECK(std::string(rule.constants[0].name) == "1/√d_k");
  CHECK(rule.constants[0].value == 0.25F);
}

TEST_CASE("elementwise: empty tensors stay empty") {
  CHECK(run(ops::add, {Tensor(Dims{0, 3}), counting({3})}).shape() == Dims{0, 3});
  CHECK(run(ops::scale, {Tensor(Dims{2, 0})}, Factor{2}).shape() == Dims{2, 0});
}

}  // namespace ap::test
