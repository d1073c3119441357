#include "attention_playground/ops/visibility.hpp"

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr float hidden = -infinity;

Tensor causal(const Dims& shape, Index offset = 0) {
  return run(ops::causal_mask, {}, Visible{shape, offset});
}

}  // namespace

TEST_CASE("causal mask: −∞ above the diagonal, aligned top-left where T and S differ") {
  CHECK(values_of(causal({3, 3})) == std::vector<float>{0, hidden, hidden, 0, 0, hidden, 0, 0, 0});
  CHECK(values_of(causal({2, 3})) == std::vector<float>{0, hidden, hidden, 0, 0, hidden});
  CHECK(values_of(causal({3, 2})) == std::vector<float>{0, hidden, 0, 0, 0, 0});
}

TEST_CASE("causal mask: an offset is a cache of keys before the first query") {
  CHECK(values_of(causal({2, 4}, 2)) == std::vector<float>{0, 0, 0, hidden, 0, 0, 0, 0});
  CHECK(values_of(causal({2, 2}, -1)) == std::vector<float>{hidden, hidden, 0, hidden});
  CHECK(values_of(causal({1, 3}, 100)) == std::vector<float>{0, 0, 0});
  CHECK(values_of(causal({1, 2}, -100)) == std::vector<float>{hidden, hidden});
}

TEST_CASE("causal mask: no offset overflows") {
  constexpr Index largest = std::numeric_limits<Index>::max();
  CHECK(values_of(causal({2, 2}, largest)) == std::vector<float>{0, 0, 0, 0});
  CHECK(values_of(causal({2, 2}, -largest)) == std::vector<float>{hidden, hidden, hidden, hidden});
}

TEST_CASE("causal mask: SIMD, reference and explanation agree") {
  for (Index offset : {-2, 0, 1, 5}) {
    for (const Dims& shape : {Dims{1, 1}, Dims{4, 4}, Dims{3, 7}, Dims{7, 3}, Dims{1, 1, 5, 5},
                              Dims{0, 3}, Dims{3, 0}}) {
      INFO(to_text(shape) << " offset " << offset);
      CHECK(what_is_wrong(ops::causal_mask, {}, Visible{shape, offset}) == "");
    }
  }
}

TEST_CASE("causal mask: the explanation gives the last key that a query sees") {
  const Explanation explanation =
      explain(ops::causal_mask, {}, Visible{{1, 1, 3, 5}, 1}, {0, 0, 2, 4});
  const auto& rule = std::get<VisibilityRule>(explanation.rule);
  CHECK(rule.causal);
  CHECK_FALSE(rule.visible);
  CHECK(rule.limit == 3);
  CHECK(explanation.result == static_cast<double>(hidden));
}

TEST_CASE("padding mask: hides what lies behind each sentence's length") {
  const Tensor lengths = tensor({3}, {2, 0, 3});
  const Tensor mask = run(ops::padding_mask, {lengths}, Visible{{3, 1, 1, 3}});
  CHECK(values_of(mask) == std::vector<float>{0, 0, hidden, hidden, hidden, hidden, 0, 0, 0});
  CHECK(what_is_wrong(ops::padding_mask, {lengths}, Visible{{3, 1, 1, 3}}) == "");
  CHECK(what_is_wrong(ops::padding_mask, {lengths}, Visible{{3, 1, 9}}) == "");
}

TEST_CASE("padding mask: the explanation gives the sentence's length") {
  const Explanation explanation =
      explain(ops::padding_mask, {tensor({2}, {2, 4})}, Visible{{2, 1, 1, 5}}, {1, 0, 0, 3});
  const auto& rule = std::get<VisibilityRule>(explanation.rule);
  CHECK_FALSE(rule.causal);
  CHECK(rule.visible);
  CHECK(rule.limit == 4);
  // A length that was edited to 1.5 shows 2 keys.
  const Tensor edited = tensor({1}, {1.5F});
  CHECK(what_is_wrong(ops::padding_mask, {edited}, Visible{{1, 1, 4}}) == "");
  const Explanation other = explain(ops::padding_mask, {edited}, Visible{{1, 1, 4}}, {0, 0, 2});
  CHECK(std::get<VisibilityRule>(other.rule).limit == 2);
}

}  // namespace ap::test
