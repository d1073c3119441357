#include "attention_playground/ops/linear_backward.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

struct LinearSizes {
  Index rows, in, out;
};
// Around rows of a tile, lanes, panels of 16 columns, and blocks of 512 rows.
const std::vector<LinearSizes> linear_sizes = {
    {1, 1, 1},    {2, 3, 4},    {3, 5, 2},     {4, 8, 16},   {5, 17, 15},  {24, 32, 33},
    {31, 16, 31}, {511, 7, 17}, {512, 16, 12}, {513, 5, 20}, {1025, 18, 3}};

/// a · b in double precision, and the magnitudes of what is added up.
struct ExactProduct {
  std::vector<double> sums, magnitudes;

  ExactProduct(const Tensor& a, const Tensor& b) {
    for (Index row = 0; row < a.size(0); ++row) {
      for (Index column = 0; column < b.size(1); ++column) {
        double sum = 0, magnitude = 0;
        for (Index k = 0; k < a.size(1); ++k) {
          const double part =
              static_cast<double>(a.at({row, k})) * static_cast<double>(b.at({k, column}));
          sum += part;
          magnitude += std::fabs(part);
        }
        sums.push_back(sum);
        magnitudes.push_back(magnitude);
      }
    }
  }
  std::string difference(const Tensor& found, Index roundings) const {
    const std::vector<float> values = values_of(found);
    for (std::size_t i = 0; i < sums.size(); ++i)
      if (!(std::fabs(static_cast<double>(values[i]) - sums[i]) <=
            tolerance(roundings, magnitudes[i])))
        return to_text(index_at(static_cast<Index>(i), found.shape()));
    return "";
  }
};

struct Results {
  GuardedOutput d_x, d_w, d_b;

  Results(const Tensor& x, const Tensor& w) : d_x(x.shape()), d_w(w.shape()), d_b({w.size(1)}) {}
  bool intact() const { return d_x.intact() && d_w.intact() && d_b.intact(); }
};

using Way = void (*)(const Tensor&, const Tensor&, const Tensor&, Tensor*, Tensor*, Tensor*);
const std::vector<Way> ways = {linear_backward, linear_backward_reference};

}  // namespace

TEST_CASE("linear backward: gives all three gradients, at every size and order in memory") {
  for (const LinearSizes& size : linear_sizes) {
    const Tensor x = random_tensor({size.rows, size.in}, "x");
    const Tensor w = random_tensor({size.in, size.out}, "w");
    const Tensor d_y = random_tensor({size.rows, size.out}, "d_y");
    const ExactProduct d_x(d_y, w.transpose(0, 1));
    const ExactProduct d_w(x.transpose(0, 1), d_y);
    const ExactProduct d_b(Tensor::filled({1, size.rows}, 1), d_y);
    for (const Arrangement arrangement : arrangements) {
      for (const Way way : ways) {
        Results to(x, w);
        way(arranged(x, arrangement), arranged(w, arrangement), arranged(d_y, arrangement),
            &to.d_x.tensor(), &to.d_w.tensor(), &to.d_b.tensor());
        INFO(to_text(Dims{size.rows, size.in, size.out})
             << ", " << name_of(arrangement) << (way == ways[0] ? "" : ", reference"));
        CHECK(to.intact());
        CHECK(d_x.difference(to.d_x.tensor(), size.out + 1) == "");
        CHECK(d_w.difference(to.d_w.tensor(), size.rows + 1) == "");
        CHECK(d_b.difference(to.d_b.tensor(), size.rows + 1) == "");
      }
    }
  }
}

TEST_CASE("linear backward: what is not wanted is not computed, and changes no bit of the rest") {
  const Tensor x = random_tensor({3, 5, 6}, "x");
  const Tensor w = random_tensor({6, 21}, "w");
  const Tensor d_y = random_tensor({3, 5, 21}, "d_y");
  Results all(x, w);
  linear_backward(x, w, d_y, &all.d_x.tensor(), &all.d_w.tensor(), &all.d_b.tensor());
  for (unsigned wanted = 0; wanted < 8; ++wanted) {
    Results to(x, w);
    linear_backward(x, w, d_y, (wanted & 1) != 0 ? &to.d_x.tensor() : nullptr,
                    (wanted & 2) != 0 ? &to.d_w.tensor() : nullptr,
                    (wanted & 4) != 0 ? &to.d_b.tensor() : nullptr);
    INFO("wanted: " << wanted);
    CHECK(to.intact());
    if ((wanted & 1) != 0) CHECK(first_bit_difference(to.d_x.tensor(), all.d_x.tensor()) == "");
    if ((wanted & 2) != 0) CHECK(first_bit_difference(to.d_w.tensor(), all.d_w.tensor()) == "");
    if ((wanted & 4) != 0) CHECK(first_bit_difference(to.d_b.tensor(), all.d_b.tensor()) == "");
  }
}

TEST_CASE("linear backward: without rows or columns the sums are 0") {
  for (const LinearSizes& size :
       {LinearSizes{0, 3, 5}, LinearSizes{4, 0, 5}, LinearSizes{4, 3, 0}}) {
    const Tensor x = Tensor::filled({size.rows, size.in}, 1);
    const Tensor w = Tensor::filled({size.in, size.out}, 1);
    const Tensor d_y = Tensor::filled({size.rows, size.out}, 1);
    for (const Way way : ways) {
      Results to(x, w);
      way(x, w, d_y, &to.d_x.tensor(), &to.d_w.tensor(), &to.d_b.tensor());
      CHECK(largest_magnitude(to.d_x.tensor()) ==
            static_cast<double>(size.rows * size.in > 0 ? size.out : 0));
      CHECK(largest_magnitude(to.d_w.tensor()) ==
            static_cast<double>(size.in * size.out > 0 ? size.rows : 0));
      CHECK(largest_magnitude(to.d_b.tensor()) ==
            static_cast<double>(size.out > 0 ? size.rows : 0));
      CHECK(to.intact());
    }
  }
}

TEST_CASE("linear backward: names what does not fit") {
  const Tensor x({4, 6}), w({6, 3}), d_y({4, 3});
  Tensor other({2, 2});
  Tensor spread = Tensor({8, 6}).transpose(0, 1);
  Tensor columns = Tensor({6, 4}).transpose(0, 1);
  const auto error = [&](const Tensor& x, const Tensor& w, const Tensor& d_y, Tensor* d_x,
                         Tensor* d_w, Tensor* d_b) {
    return error_of([&] { linear_backward(x, w, d_y, d_x, d_w, d_b); });
  };
  CHECK(error(Tensor(Dims{}), w, d_y, nullptr, nullptr, nullptr) == "rank input");
  CHECK(error(x, Tensor({6}), d_y, nullptr, nullptr, nullptr) == "rank weight");
  CHECK(error(x, other, d_y, nullptr, nullptr, nullptr) == "shape weight");
  CHECK(error(x, w, other, nullptr, nullptr, nullptr) == "shape d_output");
  CHECK(error(x, w, d_y, &other, nullptr, nullptr) == "shape d_input");
  CHECK(error(x, w, d_y, &columns, nullptr, nullptr) == "shape d_input");
  CHECK(error(x, w, d_y, nullptr, &spread, nullptr) == "shape d_weight");
  CHECK(error(x, w, d_y, nullptr, nullptr, &other) == "shape d_bias");
}

}  // namespace ap::test
