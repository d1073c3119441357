#include "attention_playground/xtensor.hpp"

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"
#include "support/xtensor.hpp"

namespace ap::test {

namespace {

using ColumnMajor = xt::xarray<float, xt::layout_type::column_major>;

bool has_counting(const Tensor& tensor, const Dims& shape) {
  return tensor.shape() == shape && values_of(tensor) == values_of(counting(shape));
}

/// A name for ==, which Catch would take apart.
bool same_array(const XtensorArray& a, const XtensorArray& b) { return a == b; }

}  // namespace

TEST_CASE("to_xtensor copies every arrangement in row-major order, axes of size 1 too") {
  for (const Dims& shape : {Dims{}, Dims{4}, Dims{2, 3}, Dims{1, 3, 1, 2}, Dims{2, 0}}) {
    const Tensor plain = counting(shape);
    for (Arrangement arrangement : arrangements) {
      if (shape.rank() == 0 && arrangement != Arrangement::plain) continue;
      const XtensorArray seen = to_xtensor(arranged(plain, arrangement));
      CHECK(std::equal(seen.shape().begin(), seen.shape().end(), shape.begin(), shape.end()));
      CHECK(std::vector<float>(seen.begin(), seen.end()) == values_of(plain));
    }
  }
}

TEST_CASE("from_xtensor keeps the cells of arrays of any layout, of views and of expressions") {
  const xt::xarray<float> rows = {{0, 1, 2}, {3, 4, 5}};
  const ColumnMajor columns = rows;
  const xt::xtensor<float, 2> fixed = rows;
  const xt::xarray<float> across = {{0, 3}, {1, 4}, {2, 5}};
  const xt::xarray<float> wide = {{9, 0, 9, 1, 9, 2}, {9, 3, 9, 4, 9, 5}};
  const xt::xtensor<float, 2> column = {{0}, {3}};
  const xt::xarray<float> row = {0, 1, 2};
  CHECK(has_counting(from_xtensor(rows), {2, 3}));
  CHECK(has_counting(from_xtensor(columns), {2, 3}));
  CHECK(has_counting(from_xtensor(fixed), {2, 3}));
  CHECK(has_counting(from_xtensor(xt::transpose(across)), {2, 3}));
  CHECK(has_counting(from_xtensor(xt::view(wide, xt::all(), xt::range(1, 6, 2))), {2, 3}));
  CHECK(has_counting(from_xtensor(column + row), {2, 3}));
  CHECK(has_counting(from_xtensor(xt::cast<float>(xt::arange<int>(6))), {6}));
  CHECK(has_counting(from_xtensor(xt::xarray<float>(0.0F)), {}));
  CHECK(has_counting(from_xtensor(XtensorArray::from_shape({2, 0, 3})), {2, 0, 3}));
}

TEST_CASE("from_xtensor copies: a later change of the array is not seen") {
  xt::xarray<float> array = {0, 1, 2};
  const Tensor tensor = from_xtensor(array);
  array(0) = 7;
  CHECK(has_counting(tensor, {3}));
}

TEST_CASE("xtensor_view is the tensor's memory, and keeps it") {
  Tensor tensor(Dims{2, 3});
  auto view = xtensor_view(tensor);
  CHECK(view.data() == std::as_const(tensor).data());
  const xt::xarray<float> fives = xt::ones<float>({2, 3}) * 5.0F;
  xt::noalias(view) = fives - 1.0F;
  CHECK(values_of(tensor) == std::vector<float>(6, 4));
  const auto second_row = [] {
    const Tensor all = counting({2, 3});
    const Tensor second(all.storage(), {{3}, {1}, 3});
    return xtensor_view(second);
  }();
  CHECK(second_row(0) + second_row(2) == 8);
  static_assert(std::is_same_v<decltype(second_row(0)), const float&>);
}

TEST_CASE("what xtensor and a tensor cannot share is an error") {
  const Tensor tensor = counting({2, 3});
  CHECK(error_of([&] { xtensor_view(tensor.transpose(0, 1)); }) == "view tensor");
  CHECK(error_of([] { xtensor_view(Tensor()); }) == "missing tensor");
  CHECK(error_of([] { to_xtensor(Tensor()); }) == "missing tensor");
  const XtensorArray seven = XtensorArray::from_shape({1, 1, 1, 1, 1, 1, 1});
  CHECK(error_of([&] { from_xtensor(seven); }) == "rank array");
  CHECK(error_of([&] { scaled_dot_product_attention(seven, seven, seven); }) == "rank query");
}

TEST_CASE("attention of arrays has the bits of attention of tensors") {
  const Tensor query = random_tensor({2, 3, 4}, "query");
  const Tensor key = random_tensor({2, 5, 4}, "key");
  const Tensor mask = random_tensor({3, 5}, "mask");
  const GivenMasks masks = {mask, {}};
  // Of a column-major array, a plain one and an expression.
  const ColumnMajor q = to_xtensor(query);
  const XtensorArray k = to_xtensor(key);
  const auto doubled = k * 2.0F;

  const AttentionResult own =
      scaled_dot_product_attention(query, key, from_xtensor(doubled), masks, {}, true);
  const XtensorAttention result = scaled_dot_product_attention(q, k, doubled, masks, {}, true);
  CHECK(same_array(result.output, to_xtensor(own.output)));
  CHECK(same_array(result.weights.value(), to_xtensor(own.weights)));
  CHECK_FALSE(scaled_dot_product_attention(q, k, doubled).weights.has_value());

  const GivenProjections projections = {.wq = random_tensor({4, 4}, "wq"),
                                        .wk = random_tensor({4, 4}, "wk"),
                                        .wv = random_tensor({4, 4}, "wv"),
                                        .wo = {},
                                        .bq = {},
                                        .bk = {},
                                        .bv = {},
                                        .bo = {}};
  const AttentionResult heads = multi_head_attention(query, key, key, projections, 2, {}, {}, true);
  const XtensorAttention in_arrays = multi_head_attention(q, k, k, projections, 2, {}, {}, true);
  CHECK(same_array(in_arrays.output, to_xtensor(heads.output)));
  CHECK(same_array(in_arrays.weights.value(), to_xtensor(heads.weights)));
}

}  // namespace ap::test
