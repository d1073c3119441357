// Single operations: where their results go, and what is cached about their operands.

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/cross_entropy.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/operation.hpp"
#include "attention_playground/ops/packed.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("result: an operation writes into the tensor that it is given") {
  const Tensor a = random_tensor({5, 7}, "a");
  const Tensor b = random_tensor({7, 9}, "b");
  const Tensor bias = random_tensor({9}, "bias");
  const Tensor out = Tensor::filled({5, 9}, -1);
  const Tensor returned = apply(ops::linear, {&a, &b, &bias}, {}, &out);
  CHECK(returned.storage() == out.storage());
  CHECK(first_bit_difference(out, apply(ops::linear, {&a, &b, &bias})) == "");
  apply(ops::linear, {&a, &b, nullptr}, {}, &out);
  CHECK(first_bit_difference(out, apply(ops::matmul, {&a, &b})) == "");
}

TEST_CASE("result: a tensor of another shape is refused, and does not change") {
  const Tensor a = random_tensor({5, 7}, "a");
  for (const Dims& shape : {Dims{7, 5}, Dims{35}, Dims{1, 5, 7}, Dims{5, 8}}) {
    const Tensor out = Tensor::filled(shape, 4);
    INFO(to_text(shape));
    CHECK(error_of([&] { apply(ops::softmax, {&a}, {}, &out); }) == "shape out");
    CHECK(values_of(out) == std::vector<float>(static_cast<std::size_t>(out.count()), 4));
  }
}

TEST_CASE("result: an input of the call, or a view of anything, is refused") {
  const Tensor square = random_tensor({6, 6}, "a");
  const Tensor other = random_tensor({6, 6}, "b");
  const Tensor turned = square.transpose(0, 1);
  const Tensor wide = Tensor::filled({6, 8}, 0);
  const Tensor columns = part(wide, 1, 0, 6);
  const Tensor tall = Tensor::filled({8, 6}, 0);
  const Tensor rows = part(tall, 0, 0, 6);
  const auto error = [&](const Tensor& a, const Tensor& b, const Tensor& out) {
    return error_of([&] { apply(ops::matmul, {&a, &b}, {}, &out); });
  };
  CHECK(error(square, other, square) == "conflict out");
  CHECK(error(other, square, square) == "conflict out");
  CHECK(error(turned, other, square) == "conflict out");
  CHECK(error(square, other, turned) == "conflict out");
  CHECK(error(square, other, columns) == "conflict out");
  CHECK(error(square, other, rows) == "conflict out");
  CHECK(error(square, square, other) == "no error");
}

TEST_CASE("result: attention writes into the tensor that it is given, or refuses it") {
  const Tensor q = random_tensor({2, 3, 4}, "q");
  const Tensor k = random_tensor({2, 5, 4}, "k");
  const Tensor out = Tensor::filled({2, 3, 4}, -1);
  const auto attend = [&](const Tensor* to) {
    return scaled_dot_product_attention(q, k, k, {}, {}, false, to).output;
  };
  CHECK(attend(&out).storage() == out.storage());
  CHECK(first_bit_difference(out, attend(nullptr)) == "");
  CHECK(error_of([&] { attend(&q); }) == "conflict out");
  CHECK(error_of([&] { attend(&k); }) == "shape out");
  const Tensor w = random_tensor({4, 4}, "w");
  const GivenProjections given{w, w, w, w, {}, {}, {}, {}};
  const auto attend_heads = [&](const Tensor* to) {
    return multi_head_attention(q, k, k, given, 2, {}, {}, false, to).output;
  };
  CHECK(attend_heads(&out).storage() == out.storage());
  CHECK(first_bit_difference(out, attend_heads(nullptr)) == "");
  CHECK(error_of([&] { attend_heads(&q); }) == "conflict out");
}

TEST_CASE("result: attention cannot write into a tensor that it reads") {
  const Tensor q = random_tensor({1, 6, 6}, "q");
  const Tensor k = random_tensor({1, 6, 6}, "k");
  const GivenMasks masks{Tensor::filled({1, 6, 6}, 0), std::nullopt};
  CHECK(error_of([&] {
          scaled_dot_product_attention(q, k, k, masks, {}, false, &*masks.attn_mask);
        }) == "conflict out");
  const auto matrix = [](const char* name) { return random_tensor({6, 6}, name); };
  const auto vector = [](const char* name) { return random_tensor({6}, name); };
  const GivenProjections given{matrix("wq"), matrix("wk"), matrix("wv"), matrix("wo"),
                               vector("bq"), vector("bk"), vector("bv"), vector("bo")};
  const GivenMasks both{Tensor::filled({6, 6}, 0), Tensor::filled({1, 6}, 0)};
  // The memory of each tensor that is read, viewed in the shape of the result if it has as many
  // elements.
  for (const Tensor* read : {&given.wq, &given.wk, &given.wv, &*given.wo, &*both.attn_mask}) {
    const Tensor out = read->view({1, 6, 6});
    CHECK(error_of([&] { multi_head_attention(q, k, k, given, 2, both, {}, false, &out); }) ==
          "conflict out");
  }
  const Tensor one = random_tensor({1, 1, 6}, "one");
  const GivenMasks padding{std::nullopt, Tensor::filled({1, 6}, 0)};
  for (const Tensor* read :
       {&*given.bq, &*given.bk, &*given.bv, &*given.bo, &*padding.key_padding_mask}) {
    const Tensor out = read->view({1, 1, 6});
    CHECK(error_of([&] { multi_head_attention(one, k, k, given, 2, padding, {}, false, &out); }) ==
          "conflict out");
  }
}

TEST_CASE("apply: too few, too many, null and empty inputs are refused") {
  const Tensor x = random_tensor({3, 3}, "x");
  const Tensor empty;
  const auto error = [](const Operation& operation, std::initializer_list<const Tensor*> inputs) {
    return error_of([&] { apply(operation, inputs); });
  };
  CHECK(error(ops::linear, {&x}) == "size inputs");
  CHECK(error(ops::linear, {&x, &x, &x, &x}) == "size inputs");
  CHECK(error(ops::linear, {nullptr, &x}) == "missing inputs");
  CHECK(error(ops::linear, {&x, &empty}) == "missing inputs");
  CHECK(error(ops::softmax, {}) == "size inputs");
  CHECK(error(ops::add, {}) == "size inputs");
  CHECK(error(ops::view, {&x}) == "conflict operation");
  CHECK(error(ops::given, {}) == "conflict operation");
}

TEST_CASE("knowledge: a storage that stays and was found finite is not checked until it changes") {
  Tensor x = random_tensor({3, 20}, "x");
  x.storage()->knowledge().set_stays(true);
  const auto error = [&] { return error_of([&] { require_finite(x, "x"); }); };
  CHECK(error() == "no error");
  const_cast<float&>(x.data()[22]) = not_a_number;
  CHECK(error() == "no error");  // not checked again
  x.set({1, 2}, not_a_number);
  CHECK(error() == "not_finite x");
  CHECK(x.storage()->knowledge().stays());
  x.set({1, 2}, 0);
  CHECK(error() == "no error");
}

TEST_CASE("knowledge: a tensor of one call is checked every time") {
  Tensor x = random_tensor({3, 20}, "x");
  CHECK(error_of([&] { require_finite(x, "x"); }) == "no error");
  x.set({1, 2}, not_a_number);
  CHECK(error_of([&] { require_finite(x, "x"); }) == "not_finite x");
}

TEST_CASE("knowledge: a finite part says nothing about the whole") {
  Tensor x = random_tensor({4, 6}, "x");
  x.storage()->knowledge().set_stays(true);
  x.set({3, 5}, infinity);
  CHECK(error_of([&] { require_finite(part(x, 0, 0, 3), "x"); }) == "no error");
  CHECK(error_of([&] { require_finite(x, "x"); }) == "not_finite x");
}

TEST_CASE("knowledge: writing a result into a tensor clears what was known about it") {
  const Tensor a = random_tensor({4, 4}, "a");
  const Tensor out = random_tensor({4, 4}, "out");
  out.storage()->knowledge().set_stays(true);
  keep_packed(out);
  require_finite(out, "out");
  REQUIRE(packed_form(out) != nullptr);
  Tensor bad = a.clone();
  bad.set({0, 0}, not_a_number);
  apply(ops::matmul, {&bad, &a}, {}, &out);
  CHECK(packed_form(out) == nullptr);
  CHECK(error_of([&] { require_finite(out, "out"); }) == "not_finite out");
}

TEST_CASE("result: an out without storage is refused, also for a result of one cell") {
  const Tensor logits = Tensor::filled({3}, 0), label = Tensor::filled({}, 1), nothing;
  CHECK(error_of([&] {
          apply(ops::cross_entropy, {&logits, &label}, {}, &nothing);
        }) == "missing out");
  CHECK(error_of([&] { require_finite(nothing, "x"); }) == "missing x");
}

}  // namespace ap::test
