#include "attention_playground/tensor/tensor.hpp"

#include "attention_playground/ops/finite.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

const std::vector<float> from_zero_to_five = {0, 1, 2, 3, 4, 5};

}  // namespace

TEST_CASE("tensor: copying a tensor shares its memory") {
  Tensor a = counting({2, 3});
  Tensor b = a;
  b.set({1, 2}, 9);
  CHECK(a.at({1, 2}) == 9);
  CHECK(a.storage() == b.storage());
}

TEST_CASE("tensor: view, transpose and broadcast share memory") {
  Tensor a = counting({2, 3});
  Tensor view = a.view({3, 2});
  Tensor transposed = a.transpose(0, -1);
  const Tensor repeated = a.broadcast({4, 2, 3}, "x");
  view.set({2, 1}, 7);
  CHECK(a.at({1, 2}) == 7);
  CHECK(transposed.at({2, 1}) == 7);
  CHECK(repeated.at({3, 1, 2}) == 7);
  CHECK(transposed.storage()->id() == a.storage()->id());
  CHECK(repeated.count() == 24);
}

TEST_CASE("tensor: contiguous copies only where it must") {
  const Tensor a = counting({2, 3});
  CHECK(a.contiguous().storage() == a.storage());
  const Tensor transposed = a.transpose(0, 1);
  const Tensor copy = transposed.contiguous();
  CHECK(copy.storage() != a.storage());
  CHECK(copy.strides() == Dims{2, 1});
  CHECK(values_of(copy) == std::vector<float>{0, 3, 1, 4, 2, 5});
}

TEST_CASE("tensor: a clone keeps the layout and shares nothing") {
  Tensor a = counting({2, 3}).transpose(0, 1);
  Tensor b = a.clone();
  CHECK(b.layout() == a.layout());
  b.set({0, 0}, 8);
  CHECK(a.at({0, 0}) == 0);
  CHECK(b.storage()->id() != a.storage()->id());
}

TEST_CASE("tensor: every arrangement in memory reads as the same elements") {
  for (const Dims& shape : {Dims{5}, Dims{3, 4}, Dims{2, 1, 5}, Dims{2, 3, 1, 4}}) {
    const Tensor plain = counting(shape);
    for (Arrangement arrangement : arrangements) {
      INFO(to_text(shape) << " " << name_of(arrangement));
      const Tensor other = arranged(plain, arrangement);
      CHECK(first_bit_difference(other, plain) == "");
      CHECK(first_bit_difference(other.contiguous(), plain) == "");
    }
  }
}

TEST_CASE("tensor: from copies its values and refuses another count") {
  const Tensor a = Tensor::from({2, 3}, from_zero_to_five);
  CHECK(values_of(a) == from_zero_to_five);
  CHECK(a.size(-1) == 3);
  CHECK(a.stride(-2) == 3);
  CHECK(error_of([] { Tensor::from({2, 2}, from_zero_to_five); }) == "size data");
  CHECK(error_of([] { Tensor::from({-2, -3}, from_zero_to_five); }) == "shape shape");
}

TEST_CASE("tensor: empty tensors and tensors of no axes are tensors") {
  const Tensor empty = Tensor::filled({2, 0, 3}, 1);
  CHECK(empty.count() == 0);
  CHECK(values_of(empty).empty());
  CHECK(values_of(empty.transpose(0, 2).contiguous()).empty());
  CHECK(empty.view({0, 5}).shape() == Dims{0, 5});
  const Tensor scalar = Tensor::filled({}, 4);
  CHECK(scalar.count() == 1);
  CHECK(values_of(scalar) == std::vector<float>{4});
  CHECK(scalar.view({1, 1}).at({0, 0}) == 4);
}

TEST_CASE("tensor: memory is aligned to 16 bytes and storages have unique ids") {
  const Tensor a = Tensor::filled({3}, 0);
  const Tensor b = Tensor::filled({3}, 0);
  CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % 16 == 0);
  CHECK(a.storage()->id() != b.storage()->id());
  CHECK(a.storage()->count() == 3);
}

TEST_CASE("tensor: axes outside the tensor are errors") {
  const Tensor a = counting({2, 3});
  CHECK(error_of([&] { a.transpose(0, 2); }) == "range axis");
  CHECK(error_of([&] { a.transpose(-3, 0); }) == "range axis");
  CHECK(error_of([&] { a.view({4}); }) == "size shape");
  CHECK(error_of([&] { a.transpose(0, 1).view({6}); }) == "view shape");
}

TEST_CASE("require_finite: names the argument and the first bad cell") {
  const Tensor bad = tensor({2, 2}, {1, 2, not_a_number, infinity});
  try {
    require_finite(bad, "query");
    FAIL("NaN was accepted");
  } catch (const Error& error) {
    CHECK(error.code == ErrorCode::not_finite);
    CHECK(error.argument == "query");
    CHECK(error.actual == "NaN at (1, 0)");
    CHECK(std::string(error.what()) == "query: NaN at (1, 0), expected finite numbers");
  }
}

TEST_CASE("require_finite: −∞ is accepted where it is allowed, NaN and +∞ nowhere") {
  const Tensor hides = tensor({2}, {0, -infinity});
  CHECK(error_of([&] { require_finite(hides, "attn_mask", true); }) == "no error");
  CHECK(error_of([&] { require_finite(hides, "query"); }) == "not_finite query");
  for (float bad : {not_a_number, infinity}) {
    const Tensor x = tensor({2}, {0, bad});
    CHECK(error_of([&] { require_finite(x, "x", true); }) == "not_finite x");
    CHECK(error_of([&] { require_finite(x, "x"); }) == "not_finite x");
  }
}

TEST_CASE("require_finite: checks only the elements, not the numbers between them") {
  const Tensor gaps = arranged(counting({3, 3}), Arrangement::offset);
  CHECK(error_of([&] { require_finite(gaps, "x"); }) == "no error");
}

TEST_CASE("errors: numbers are in plain decimal notation") {
  CHECK(to_text(0.0) == "0");
  CHECK(to_text(-2.5) == "−2.5");
  CHECK(to_text(0.1) == "0.1");
  CHECK(to_text(1.0000004) == "1");
  CHECK(to_text(2.999999) == "2.999999");
  CHECK(to_text(static_cast<double>(infinity)) == "∞");
  CHECK(to_text(-static_cast<double>(infinity)) == "−∞");
  CHECK(to_text(1e300) == "above 2^53");
  CHECK(to_text(Dims{1, 6, 64}) == "(1, 6, 64)");
  CHECK(to_text(Dims{}) == "()");
}

TEST_CASE("errors: every code has the name that the npm API gives it") {
  const std::vector<std::string> names = {"rank",  "shape",   "size",     "not_finite", "heads",
                                          "range", "missing", "conflict", "overflow",   "memory",
                                          "step",  "index",   "view"};
  for (std::size_t i = 0; i < names.size(); ++i)
    CHECK(name_of(static_cast<ErrorCode>(i)) == names[i]);
  CHECK(static_cast<std::size_t>(ErrorCode::view) + 1 == names.size());
}

}  // namespace ap::test
