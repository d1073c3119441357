#include "attention_playground/ops/dropout.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr std::uint64_t stream = 99;

Attributes dropping(float probability, std::uint32_t seed = 1) {
  return Dropped{probability, seed, stream};
}

}  // namespace

TEST_CASE("dropout: SIMD and reference are the same bits, and the explanation agrees") {
  for (Index length : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33}) {
    const Tensor x = random_tensor({3, length}, "x");
    for (Arrangement arrangement : arrangements) {
      INFO(length << " " << name_of(arrangement));
      const std::vector<Tensor> inputs = {arranged(x, arrangement)};
      CHECK(what_is_wrong(ops::dropout, inputs, dropping(0.4F)) == "");
      CHECK(first_bit_difference(run(ops::dropout, inputs, dropping(0.4F)),
                                 run_reference(ops::dropout, inputs, dropping(0.4F))) == "");
    }
  }
}

TEST_CASE("dropout: what stays is multiplied by 1 / (1 − p), the rest is 0") {
  const Tensor x = Tensor::filled({40, 50}, 3);
  int dropped = 0;
  for (float value : values_of(run(ops::dropout, {x}, dropping(0.25F)))) {
    CHECK((value == 0 || value == 4));
    dropped += value == 0 ? 1 : 0;
  }
  CHECK(std::fabs(dropped - 500) < 5 * std::sqrt(2000 * 0.25 * 0.75));
}

TEST_CASE("dropout: with p = 0 nothing happens") {
  const Tensor x = random_tensor({3, 7}, "x");
  CHECK(first_bit_difference(run(ops::dropout, {x}, dropping(0)), x) == "");
}

TEST_CASE("dropout: which cells are dropped depends on seed, stream and place, not on values") {
  const auto dropped = [](const Tensor& x, const Attributes& attributes) {
    std::vector<bool> result;
    for (float value : values_of(run(ops::dropout, {x}, attributes))) result.push_back(value == 0);
    return result;
  };
  const Tensor ones = Tensor::filled({6, 9}, 1);
  Tensor edited = random_tensor({6, 9}, "other");
  for (Index i = 0; i < edited.count(); ++i) edited.mutable_data()[i] += 2;
  const std::vector<bool> expected = dropped(ones, dropping(0.5F));
  CHECK(dropped(edited, dropping(0.5F)) == expected);
  CHECK(dropped(arranged(ones, Arrangement::transposed), dropping(0.5F)) == expected);
  CHECK(dropped(ones.view({54}), dropping(0.5F)) == expected);
  CHECK(dropped(ones, dropping(0.5F, 2)) != expected);
  CHECK(dropped(ones, Dropped{0.5F, 1, stream + 1}) != expected);
}

TEST_CASE("dropout: a cell that drops at p drops at every higher p") {
  const Tensor ones = Tensor::filled({200}, 1);
  const std::vector<float> few = values_of(run(ops::dropout, {ones}, dropping(0.3F)));
  const std::vector<float> many = values_of(run(ops::dropout, {ones}, dropping(0.6F)));
  for (std::size_t i = 0; i < few.size(); ++i)
    if (few[i] == 0) CHECK(many[i] == 0);
}

TEST_CASE("dropout: the explanation gives the draw that decided") {
  const Tensor x = Tensor::filled({3, 5}, 2);
  const Tensor out = run(ops::dropout, {x}, dropping(0.5F));
  for (Index i = 0; i < x.count(); ++i) {
    const Dims index = index_at(i, x.shape());
    const Explanation explanation = explain(ops::dropout, {x}, dropping(0.5F), index);
    const auto& rule = std::get<DropoutRule>(explanation.rule);
    CHECK(rule.probability == 0.5F);
    CHECK((rule.draw >= 0.5F) == (out.at(index) != 0));
    CHECK(rule.factor == (rule.draw >= 0.5F ? 2 : 0));
    CHECK(explanation.result == static_cast<double>(out.at(index)));
  }
}

TEST_CASE("dropout: every round drops other cells, and the same ones again") {
  const Tensor x = Tensor::filled({40, 10}, 1);
  const auto in_round = [&](float round) {
    const std::vector<Tensor> inputs = {x, tensor({}, {round})};
    CHECK(what_is_wrong(ops::dropout, inputs, dropping(0.5F)) == "");
    return values_of(run(ops::dropout, inputs, dropping(0.5F)));
  };
  CHECK(in_round(3) == in_round(3));
  for (const float other : {0.0F, 1.0F, 4.0F, 65536.0F, 16777215.0F}) {
    const std::vector<float> first = in_round(3), second = in_round(other);
    int same = 0;
    for (std::size_t i = 0; i < first.size(); ++i) same += first[i] == second[i] ? 1 : 0;
    CHECK(same > 140);
    CHECK(same < 260);
  }
  // As if the round's seed were given.
  const Tensor round = tensor({}, {7});
  CHECK(first_bit_difference(
            run(ops::dropout, {x, round}, dropping(0.5F, 5)),
            run(ops::dropout, {x}, dropping(0.5F, ops::seed_of_round(5, round)))) == "");
  CHECK(error_of([&] { run(ops::dropout, {x, x}, dropping(0.5F)); }) == "shape round");
}

TEST_CASE("dropout by a mask: what it keeps is divided by 1 − p, whatever its shape") {
  for (Index length : lengths) {
    const Tensor x = random_tensor({3, length}, "x");
    for (const Dims& shape : {Dims{3, length}, Dims{length}, Dims{3, 1}, Dims{}}) {
      Tensor mask(shape);
      for (Index i = 0; i < mask.count(); ++i) mask.mutable_data()[i] = i % 2 == 0 ? 1 : 0;
      for (Arrangement arrangement : arrangements) {
        INFO(length << " " << name_of(arrangement));
        CHECK(what_is_wrong(ops::masked_dropout, {arranged(x, arrangement), mask},
                            DropoutRate{0.25F}) == "");
      }
      CHECK(error_of([&] {
              run(ops::masked_dropout, {x, Tensor(Dims{5, 7})}, DropoutRate{});
            }) == "shape dropout_mask");
    }
  }
  const Tensor x = tensor({4}, {3, 6, 9, -3});
  const Tensor mask = tensor({4}, {1, 0, 1, 1});
  CHECK(values_of(run(ops::masked_dropout, {x, mask}, DropoutRate{0.25F})) ==
        std::vector<float>{4, 0, 12, -4});
  for (const float other : {-infinity, infinity, std::nanf("")})
    CHECK(error_of([&] {
            run(ops::masked_dropout, {x, tensor({4}, {1, 0, other, 1})}, DropoutRate{0.25F});
          }) == "not_finite dropout_mask");
}

}  // namespace ap::test
