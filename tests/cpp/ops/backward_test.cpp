// The operations of backward passes: SIMD, reference and explanation against each other. That they
// are gradients, gradient_differences_test.cpp shows.

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Inputs in every arrangement in memory, the same for all of them.
void check_all(const Operation& operation, const std::vector<Tensor>& inputs,
               const Attributes& attributes = {}) {
  for (const Arrangement arrangement : arrangements) {
    std::vector<Tensor> here;
    for (const Tensor& input : inputs)
      here.push_back(input.rank() > 1 ? arranged(input, arrangement) : input);
    INFO(operation.name << ", " << name_of(arrangement));
    REQUIRE(what_is_wrong(operation, here, attributes) == "");
  }
}

Tensor ids(const Dims& shape, const std::vector<float>& values) { return tensor(shape, values); }

}  // namespace

TEST_CASE("backward of softmax and its logarithm: along every axis, with rows that see nothing") {
  for (const Index length : lengths) {
    const Dims shape = {2, 3, length};
    Tensor x = random_tensor(shape, "x", 3);
    for (Index i = 0; i < length; ++i) x.set({1, 2, i}, -infinity);
    const Tensor g = random_tensor(shape, "g");
    for (const Index axis : {-1, -2, 0}) {
      check_all(ops::softmax_backward, {g, run(ops::softmax, {x}, Along{axis})}, Along{axis});
      check_all(ops::log_softmax_backward, {g, run(ops::log_softmax, {x}, Along{axis})},
                Along{axis});
    }
  }
}

TEST_CASE("backward of layer_norm: over one axis and two") {
  for (const Index length : lengths) {
    const Dims shape = {2, 3, length};
    const Tensor x = random_tensor(shape, "x", 2);
    const Tensor g = random_tensor(shape, "g");
    for (const Dims& part : {Dims{length}, Dims{3, length}}) {
      const Normalised attributes{part, 1e-5F};
      check_all(ops::layer_norm_backward, {g, run(ops::layer_norm, {x}, attributes), x},
                attributes);
    }
  }
}

TEST_CASE("backward of activations: at every length, and far from 0") {
  for (const Index length : lengths) {
    const Tensor x = random_tensor({2, length}, "x", 12);
    const Tensor g = random_tensor({2, length}, "g");
    check_all(ops::gelu_backward, {g, x});
    check_all(ops::gelu_tanh_backward, {g, x});
    check_all(ops::threshold_backward, {g, x}, Above{0.5F});
    for (const float cap : {1e-30F, 3.0F, 1e30F})
      check_all(ops::softcap_backward, {g, x}, Capped{cap});
  }
  const Tensor x = tensor({6}, {-1e30F, -100, -20, 20, 100, 1e30F});
  const Tensor g = Tensor::filled({6}, 1);
  CHECK(values_of(run(ops::gelu_backward, {g, x})) == std::vector<float>{0, 0, 0, 1, 1, 1});
  CHECK(values_of(run(ops::gelu_tanh_backward, {g, x})) == std::vector<float>{0, 0, 0, 1, 1, 1});
  CHECK(values_of(run(ops::softcap_backward, {g, x}, Capped{1})) == std::vector<float>(6, 0));
}

TEST_CASE("backward of reductions: at every length") {
  for (const Index length : lengths) {
    const Dims shape = {2, 3, length};
    const Tensor x = random_tensor(shape, "x", 3);
    const Tensor p = run(ops::softmax, {x}, Along{-1});
    const Tensor g = random_tensor({2, 3, 1}, "g");
    for (const Operation* operation :
         {&ops::row_sum_backward, &ops::mean_backward, &ops::variance_backward})
      check_all(*operation, {g, x});
    for (const Operation* operation : {&ops::entropy_backward, &ops::softmax_gradient_backward})
      check_all(*operation, {g, p});
    const Tensor other = random_tensor({2, 3, 1}, "other", 3);
    check_all(ops::maximum_backward, {g, x});
    check_all(ops::maximum_backward, {g, x, other}, Tie{false});
    check_all(ops::maximum_backward, {g, other, x}, Tie{true});
  }
}

TEST_CASE("backward of a maximum: the first of equal cells gets all of it, others nothing") {
  const Tensor g = tensor({3, 1}, {5, 6, 7});
  const Tensor x = tensor({3, 3}, {1, 4, 4, 2, 2, 2, -infinity, -infinity, -infinity});
  CHECK(values_of(run(ops::maximum_backward, {g, x})) ==
        std::vector<float>{0, 5, 0, 6, 0, 0, 7, 0, 0});
  const Tensor running = tensor({3, 1}, {4, 3, -infinity});
  CHECK(values_of(run(ops::maximum_backward, {g, x, running}, Tie{false})) ==
        std::vector<float>{0, 5, 0, 0, 0, 0, 7, 0, 0});
  CHECK(values_of(run(ops::maximum_backward, {g, running, x}, Tie{true})) ==
        std::vector<float>{0, 6, 0});
}

TEST_CASE("sum_to: every axis, of one tensor and of products") {
  for (const Index length : lengths) {
    const Dims from = {2, 3, length};
    const Tensor a = random_tensor(from, "a");
    const Tensor b = random_tensor({3, length}, "b");
    for (const Dims& to : {Dims{}, Dims{1}, Dims{length}, Dims{3, 1}, Dims{3, length},
                           Dims{2, 1, length}, Dims{2, 3, 1}, Dims{1, 1, 1}, from}) {
      INFO(to_text(to));
      check_all(ops::sum_to, {a}, ops::summed_to(to, from));
      check_all(ops::sum_to, {a, b}, ops::summed_to(to, from));
    }
  }
  const Summed summed = ops::summed_to({3, 1}, {2, 3, 4});
  CHECK(summed.removed == Dims{-3});
  CHECK(summed.kept == Dims{-1});
  CHECK(error_of([] {
          run(ops::sum_to, {counting({2, 3})}, Summed{{4}, {}, {}});
        }) == "shape shape");
}

TEST_CASE("transposed products: batched, and over all rows") {
  for (const Index length : lengths) {
    check_all(ops::transposed_matmul,
              {random_tensor({2, 5, length}, "a"), random_tensor({2, 5, 3}, "b")});
    check_all(ops::transposed_matmul,
              {random_tensor({2, length, 3}, "a"), random_tensor({length, 7}, "b")});
    check_all(ops::rows_matmul,
              {random_tensor({2, 3, length}, "a"), random_tensor({2, 3, 5}, "b")});
  }
  CHECK(error_of([] {
          run(ops::transposed_matmul, {counting({3}), counting({3, 2})});
        }) == "rank a");
  CHECK(error_of([] { run(ops::rows_matmul, {counting({2, 3}), counting({3, 3})}); }) == "shape b");
}

TEST_CASE("padding: zeros around every axis") {
  for (const int axis : {0, 1, 2, -1}) {
    check_all(ops::pad, {random_tensor({2, 3, 4}, "x")}, Padding{axis, 2, 1});
    check_all(ops::pad, {random_tensor({2, 3, 4}, "x")}, Padding{axis, 0, 0});
  }
  CHECK(error_of([] { run(ops::pad, {counting({2})}, Padding{0, -1, 0}); }) == "range padding");
}

TEST_CASE("backward of a table and of labels: equal ids add up, padding gets nothing") {
  const Tensor g = random_tensor({2, 3, 5}, "g");
  check_all(ops::embedding_backward, {g, ids({2, 3}, {0, 3, 3, 1, 0, 3})}, Entries{5});
  CHECK(error_of([&] {
          run(ops::embedding_backward, {g, ids({3}, {0, 1, 2})}, Entries{5});
        }) == "shape ids");
  const Tensor one = tensor({}, {2});
  check_all(ops::cross_entropy_backward, {one, ids({2, 3}, {0, 3, -1, 1, 0, 3})}, Labelled{0, 4});
  CHECK(values_of(run(ops::cross_entropy_backward, {one, ids({2}, {-1, -1})}, Labelled{0, 2})) ==
        std::vector<float>{0, 0, 0, 0});
  CHECK(error_of([&] {
          run(ops::cross_entropy_backward, {one, ids({1}, {4})}, Labelled{0, 4});
        }) == "range labels");
  // A row without a label gets nothing from smoothing.
  check_all(ops::cross_entropy_backward, {one, ids({2, 3}, {0, 3, -1, 1, 0, 3})},
            Labelled{0.1F, 4});
  CHECK(values_of(run(ops::cross_entropy_backward, {one, ids({2}, {-1, 1})}, Labelled{0.5F, 2})) ==
        std::vector<float>{0, 0, -0.5F, -1.5F});
}

}  // namespace ap::test
