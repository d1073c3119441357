#include "attention_playground/ops/movement.hpp"

#include "attention_playground/ops/leaf.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// The result of an operation that moves nothing, as a graph creates it.
Tensor alias(const Operation& operation, const Tensor& x, const Attributes& attributes) {
  REQUIRE(operation.aliases);
  const std::vector<const Layout*> layouts = {&x.layout()};
  return {x.storage(), operation.layout(layouts, attributes)};
}

/// Checks that every cell is explained by the cell that holds its number.
std::string what_is_wrong_with_alias(const Operation& operation, const Tensor& x,
                                     const Attributes& attributes) {
  const Tensor result = alias(operation, x, attributes);
  for (Index i = 0; i < result.count(); ++i) {
    const Dims index = index_at(i, result.shape());
    const Explanation explanation = explain(operation, {x}, attributes, index);
    if (!std::holds_alternative<CopyRule>(explanation.rule)) return "not a copy";
    if (explanation.bound != 0) return "a copy is exact";
    const std::string wrong = what_is_wrong(explanation, {x}, result.at(index));
    if (!wrong.empty()) return to_text(index) + ": " + wrong;
  }
  return "";
}

}  // namespace

TEST_CASE("movement: view, transpose and split are the same memory, explained cell by cell") {
  const Tensor x = counting({2, 3, 8});
  CHECK(what_is_wrong_with_alias(ops::view, x, ToShape{{2, 3, 4, 2}}) == "");
  CHECK(what_is_wrong_with_alias(ops::view, x, ToShape{{48}}) == "");
  CHECK(what_is_wrong_with_alias(ops::transpose, x, Swapped{0, 2}) == "");
  CHECK(what_is_wrong_with_alias(ops::transpose, x, Swapped{-1, -2}) == "");
  CHECK(what_is_wrong_with_alias(ops::split, x, Window{2, 3, 5}) == "");
  CHECK(what_is_wrong_with_alias(ops::split, x, Window{-2, 1, 2}) == "");
  const Tensor strided = arranged(x, Arrangement::transposed);
  CHECK(what_is_wrong_with_alias(ops::split, strided, Window{1, 2, 1}) == "");
  CHECK(what_is_wrong_with_alias(ops::transpose, strided, Swapped{1, 2}) == "");
}

TEST_CASE("movement: a split is a slice of the axis") {
  const Tensor x = counting({2, 6});
  CHECK(values_of(alias(ops::split, x, Window{1, 2, 2})) == std::vector<float>{2, 3, 8, 9});
  CHECK(error_of([&] { alias(ops::split, x, Window{1, 5, 2}); }) == "range start");
  CHECK(error_of([&] { alias(ops::split, x, Window{2, 0, 1}); }) == "range axis");
}

TEST_CASE("movement: axes and shapes that do not fit are errors") {
  const Tensor x = counting({2, 6});
  CHECK(error_of([&] { alias(ops::view, x, ToShape{{5}}); }) == "size shape");
  CHECK(error_of([&] { alias(ops::view, x.transpose(0, 1), ToShape{{12}}); }) == "view shape");
  CHECK(error_of([&] { alias(ops::transpose, x, Swapped{0, 2}); }) == "range axis");
}

TEST_CASE("contiguous: the same elements in row-major order") {
  for (const Dims& shape : {Dims{7}, Dims{3, 5}, Dims{2, 3, 4}, Dims{2, 2, 3, 5}, Dims{2, 0, 3}}) {
    const Tensor x = counting(shape);
    for (Arrangement arrangement : arrangements) {
      INFO(to_text(shape) << " " << name_of(arrangement));
      const std::vector<Tensor> inputs = {arranged(x, arrangement)};
      CHECK(what_is_wrong(ops::contiguous, inputs) == "");
      const Tensor copy = run(ops::contiguous, inputs);
      CHECK(first_bit_difference(copy, x) == "");
      CHECK(copy.strides() == contiguous_layout(shape).strides);
      CHECK(copy.storage() != inputs[0].storage());
    }
  }
}

TEST_CASE("concat: joins along any axis, for every order in memory") {
  for (Index axis : {0, 1, 2, -1}) {
    std::vector<Tensor> plain;
    for (Index size : {3, 1, 0, 4}) {
      Dims shape = {2, 3, 5};
      shape[checked_axis(axis, 3, "axis")] = size;
      plain.push_back(random_tensor(shape, "part " + std::to_string(size)));
    }
    for (Arrangement arrangement : arrangements) {
      INFO(axis << " " << name_of(arrangement));
      std::vector<Tensor> inputs;
      for (const Tensor& part : plain) inputs.push_back(arranged(part, arrangement));
      CHECK(what_is_wrong(ops::concat, inputs, Along{axis}) == "");
      CHECK(run(ops::concat, inputs, Along{axis}).size(static_cast<int>(axis)) == 8);
    }
  }
}

TEST_CASE("concat: the explanation names the input and the place in it") {
  const std::vector<Tensor> inputs = {counting({2, 3}), counting({2, 2})};
  const Explanation explanation = explain(ops::concat, inputs, Along{1}, {1, 4});
  const Operand& source = std::get<CopyRule>(explanation.rule).source;
  CHECK(source.input == 1);
  CHECK(source.index == Dims{1, 1});
  CHECK(source.value == 3);
}

TEST_CASE("concat: shapes that differ elsewhere are errors") {
  const auto error = [](const Dims& a, const Dims& b, Index axis) {
    return error_of([&] { run(ops::concat, {Tensor(a), Tensor(b)}, Along{axis}); });
  };
  CHECK(error({2, 3}, {2, 4}, 0) == "shape tensors");
  CHECK(error({2, 3}, {2, 4}, 1) == "no error");
  CHECK(error({2, 3}, {2, 3, 1}, 1) == "shape tensors");
  CHECK(error({2, 3}, {2, 3}, 2) == "range axis");
}

TEST_CASE("leaf: a supplied tensor has no operands and says where it is from") {
  using Origin = LeafRule::Origin;
  const std::pair<const Operation*, Origin> leaves[] = {{&ops::given, Origin::given},
                                                        {&ops::random, Origin::random},
                                                        {&ops::identity, Origin::identity}};
  for (const auto& [operation, origin] : leaves) {
    CHECK(operation->run == nullptr);
    CHECK(operation->layout({}, Leaf{{2, 3}}).strides == Dims{3, 1});
    const Explanation explanation = operation->explain({}, {}, {0, 0});
    CHECK(std::get<LeafRule>(explanation.rule).origin == origin);
    CHECK(operands_of(explanation.rule).empty());
  }
}

}  // namespace ap::test
