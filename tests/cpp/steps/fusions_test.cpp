// Which kernels may replace steps.

#include "attention_playground/steps/fusions.hpp"

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"

namespace ap::test {

namespace {

constexpr Declaration data = {.kind = "x",
                              .symbol = "x",
                              .variable = "x",
                              .operation = &ops::given,
                              .role = Role::input,
                              .axes = {}};
constexpr Declaration doubled = {.kind = "sum",
                                 .symbol = "s",
                                 .variable = "s",
                                 .operation = &ops::add,
                                 .role = Role::input,
                                 .axes = {}};

/// x, then `count` sums: each of the one before it and itself.
PlanBuilder chain(int count) {
  PlanBuilder builder({}, true);
  StepId last = builder.add_data(data, {2});
  for (int i = 0; i < count; ++i)
    last = builder.add(doubled, {last, last}, no_attributes, "s" + std::to_string(i));
  return builder;
}

/// The first step of each that holds.
std::vector<StepId> held(const PlanBuilder& builder, std::vector<Fusion> fusions,
                         const std::vector<StepId>& kept) {
  std::vector<StepId> result;
  for (const Fusion& fusion : fusions_that_hold(builder, std::move(fusions), kept))
    result.push_back(fusion.first);
  return result;
}

using StepIds = std::vector<StepId>;

}  // namespace

TEST_CASE("fusions: hold where only outputs are read outside") {
  PlanBuilder builder = chain(5);  // steps 1 to 5
  CHECK(held(builder, {{1, 2, {0}, {2}, {}}, {3, 5, {2}, {5}, {}}}, {5}) == StepIds{1, 3});
  // An inner step that is kept.
  CHECK(held(builder, {{1, 2, {0}, {2}, {}}, {3, 5, {2}, {5}, {}}}, {4, 5}) == StepIds{1});
  CHECK(held(builder, {{1, 2, {0}, {2}, {}}, {3, 5, {2}, {4, 5}, {}}}, {4, 5}) == StepIds{1, 3});
  // One that a step reads, or another kernel.
  builder.add(doubled, {1, 5}, no_attributes, "reader");
  CHECK(held(builder, {{1, 2, {0}, {2}, {}}}, {6}) == StepIds{});
  CHECK(held(builder, {{1, 2, {0}, {2}, {}}, {5, 6, {4}, {6}, {}}}, {6}) == StepIds{1, 5});
  CHECK(held(builder, {{1, 2, {0}, {2}, {}}, {5, 6, {1, 4}, {6}, {}}}, {6}) == StepIds{5});
  // A reader that nobody reads is not computed.
  CHECK(held(builder, {{1, 2, {0}, {2}, {}}}, {5}) == StepIds{1});
}

TEST_CASE("fusions: one that does not hold may break another, and the first of two that overlap") {
  PlanBuilder builder = chain(4);
  builder.add(doubled, {2, 4}, no_attributes, "late");  // 5 reads 2 unless it is replaced
  CHECK(held(builder, {{1, 3, {0}, {3}, {}}, {4, 5, {3}, {5}, {}}}, {5}) == StepIds{1, 4});
  // Step 4 is kept, so 5 is computed and reads 2.
  CHECK(held(builder, {{1, 3, {0}, {3}, {}}, {4, 5, {3}, {5}, {}}}, {4, 5}) == StepIds{});
  CHECK(held(builder, {{3, 4, {2}, {4}, {}}, {2, 3, {1}, {2, 3}, {}}}, {5}) == StepIds{2});
}

}  // namespace ap::test
