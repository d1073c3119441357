#include "attention_playground/ops/embedding.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("embedding: each id gives its row, bit for bit, for every order in memory") {
  const Tensor ids = tensor({2, 3}, {4, 0, 2, 2, 1, 4});
  for (Index width : {1, 3, 4, 5, 8, 17}) {
    const Tensor table = random_tensor({5, width}, "table");
    for (Arrangement arrangement : arrangements) {
      INFO(width << " " << name_of(arrangement));
      const std::vector<Tensor> inputs = {arranged(ids, arrangement), arranged(table, arrangement)};
      CHECK(what_is_wrong(ops::embedding, inputs) == "");
      const Tensor rows = run(ops::embedding, inputs);
      CHECK(rows.shape() == Dims{2, 3, width});
      CHECK(same_bits(rows.at({1, 0, width - 1}), table.at({2, width - 1})));
    }
  }
}

TEST_CASE("embedding: the explanation names the id and the row it selects") {
  const Tensor ids = tensor({1, 2}, {1, 0});
  const Tensor table = counting({2, 3});
  const Explanation explanation = explain(ops::embedding, {ids, table}, {}, {0, 0, 2});
  const auto& rule = std::get<SelectRule>(explanation.rule);
  CHECK(rule.id.index == Dims{0, 0});
  CHECK(rule.id.value == 1);
  CHECK(rule.source.index == Dims{1, 2});
  CHECK(explanation.result == 5);
  CHECK(explanation.bound == 0);
}

TEST_CASE("embedding: an id outside the table, or no whole number, is an error") {
  for (float id : {-1.0F, 2.0F, 0.5F, not_a_number, infinity, -infinity, 1e30F}) {
    const std::vector<Tensor> inputs = {tensor({1}, {id}), counting({2, 3})};
    INFO(id);
    CHECK(error_of([&] { run(ops::embedding, inputs); }) == "range ids");
    CHECK(error_of([&] { run_reference(ops::embedding, inputs); }) == "range ids");
  }
  CHECK(error_of([] { run(ops::embedding, {counting({2}), counting({6})}); }) == "rank table");
}

TEST_CASE("positional encoding: SIMD, reference and explanation agree, odd widths too") {
  for (Index width : {1, 2, 3, 4, 5, 7, 8, 9, 16, 33}) {
    for (Index length : {0, 1, 2, 5}) {
      INFO(length << " × " << width);
      CHECK(what_is_wrong(ops::positional_encoding, {}, FromPosition{{length, width}}) == "");
    }
  }
}

TEST_CASE(
    "positional encoding: the 128 × 512 picture, each cell to the last bit or the one before") {
  const Tensor table = run(ops::positional_encoding, {}, FromPosition{{128, 512}});
  std::vector<double> expected;
  for (Index position = 0; position < 128; ++position) {
    for (Index column = 0; column < 512; ++column) {
      const double exponent = static_cast<double>(column - column % 2) / 512;
      const double angle = static_cast<double>(position) / std::pow(10000.0, exponent);
      expected.push_back(column % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  CHECK(first_difference(table, expected, tolerance(1, 1)) == "");
  CHECK(values_of(table)[1] == 1);
}

TEST_CASE("positional encoding: correct to the last bit at position 100,000 too") {
  const Tensor table = run(ops::positional_encoding, {}, FromPosition{{100001, 2}});
  CHECK(std::fabs(static_cast<double>(table.at({100000, 0})) - std::sin(100000.0)) <=
        tolerance(1, 1));
  CHECK(std::fabs(static_cast<double>(table.at({100000, 1})) - std::cos(100000.0)) <=
        tolerance(1, 1));
}

TEST_CASE("positional encoding: a row's squares sum to half the width") {
  const Tensor table = run(ops::positional_encoding, {}, FromPosition{{20, 10}});
  for (Index row = 0; row < 20; ++row) {
    double sum = 0;
    for (Index column = 0; column < 10; ++column)
      sum += std::pow(static_cast<double>(table.at({row, column})), 2);
    CHECK(std::fabs(sum - 5) <= tolerance(20, 1));
  }
}

TEST_CASE("positional encoding: the explanation gives position, pair and angle") {
  const Explanation explanation =
      explain(ops::positional_encoding, {}, FromPosition{{3, 4}}, {2, 3});
  const auto& rule = std::get<SinusoidRule>(explanation.rule);
  CHECK_FALSE(rule.sine);
  CHECK(rule.position == 2);
  CHECK(rule.pair == 1);
  CHECK(rule.d_model == 4);
  CHECK(std::fabs(rule.angle - 0.02) < 1e-15);
}

}  // namespace ap::test
