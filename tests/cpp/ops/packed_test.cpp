// Right operands in panels of sixteen columns: how they are packed, and how long they are kept.

#include "attention_playground/ops/packed.hpp"

#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/gemm_tile.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/operation.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/products.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("packing: a panel's half that holds columns of b has zeros for those that b lacks") {
  for (Arrangement arrangement : arrangements) {
    for (Index columns : {1, 2, 3, 4, 5, 8, 9, 12, 13, 15, 16}) {
      for (Index rows : {1, 2, 3, 4, 5, 7, 8, 9}) {
        const Tensor b = random_tensor({rows, columns}, "b");
        const Tensor here = arranged(b, arrangement);
        GuardedOutput panel({rows, panel_width});
        pack_panel(as_matrix(here), rows, columns, 0.5F, panel.tensor().mutable_data());
        bool right = true;
        for (Index row = 0; row < rows; ++row)
          for (Index column = 0; column < (columns > 8 ? 16 : 8); ++column)
            right = right && panel.tensor().at({row, column}) ==
                                 (column < columns ? b.at({row, column}) / 2 : 0);
        INFO(rows << " × " << columns << " " << name_of(arrangement));
        CHECK(right);
        CHECK(panel.intact());
      }
    }
  }
}

TEST_CASE("packing: a matrix is packed once, until its numbers change") {
  Tensor w = random_tensor({9, 21}, "w");
  CHECK(packed_form(w) == nullptr);
  keep_packed(w);
  const PackedMatrix* packed = packed_form(w);
  REQUIRE(packed != nullptr);
  CHECK(packed->k() == 9);
  CHECK(packed->n() == 21);
  keep_packed(w);
  CHECK(packed_form(w) == packed);
  w.storage()->changed();
  CHECK(packed_form(w) == nullptr);
  const auto forgets = [&](auto write) {
    keep_packed(w);
    REQUIRE(packed_form(w) != nullptr);
    write(w);
    return packed_form(w) == nullptr;
  };
  CHECK(forgets([](Tensor& t) { t.set({0, 0}, 1); }));
  CHECK(forgets([](Tensor& t) { t.mutable_data(); }));
  CHECK(forgets([](Tensor& t) { t.storage()->mutable_data(); }));
  CHECK(forgets([](Tensor& t) { t.view({21, 9}).set({0, 0}, 1); }));
}

TEST_CASE("packing: a table that rows are multiplied with transposed gives the same bits packed") {
  for (Index rows : {1, 2, 3, 7}) {
    for (Index words : {1, 4, 21, 40}) {
      for (Index width : {1, 9, 32}) {
        const Tensor x = random_tensor({rows, width}, "x");
        const Tensor table = random_tensor({words, width}, "table");
        const Tensor before = run(ops::matmul_transposed, {x, table});
        keep_packed(table.transpose(0, 1));
        REQUIRE(packed_form(table.transpose(0, 1)) != nullptr);
        INFO(rows << " rows, " << words << " words of " << width);
        CHECK(first_bit_difference(run(ops::matmul_transposed, {x, table}), before) == "");
        // The transpose is packed: other readers of the matrix do not use the packed form.
        const Tensor square = random_tensor({width, width}, "square");
        keep_packed(square.transpose(0, 1));
        if (width > 1) CHECK(packed_form(square) == nullptr);
        CHECK(first_bit_difference(run(ops::matmul, {x, square}),
                                   run(ops::matmul, {x, square.clone()})) == "");
      }
    }
  }
}

TEST_CASE("packing: only a whole matrix of the shape that was packed has a packed form") {
  const Tensor w = random_tensor({6, 4}, "w");
  keep_packed(w);
  REQUIRE(packed_form(w) != nullptr);
  CHECK(packed_form(w.view({4, 6})) == nullptr);
  CHECK(packed_form(w.view({24})) == nullptr);
  CHECK(packed_form(w.view({1, 6, 4})) == nullptr);
  CHECK(packed_form(w.transpose(0, 1)) == nullptr);
  CHECK(packed_form(part(w, 0, 0, 3)) == nullptr);
  const Tensor square = random_tensor({5, 5}, "square");
  keep_packed(square);
  CHECK(packed_form(square.transpose(0, 1)) == nullptr);
  const Tensor columns = part(random_tensor({6, 8}, "wide"), 1, 0, 4);
  keep_packed(columns);
  CHECK(packed_form(columns) == nullptr);
}

TEST_CASE("packing: products with a packed matrix equal those with an unpacked copy") {
  const Tensor bias = random_tensor({21}, "bias");
  for (Index rows : {1, 2, 3, 9}) {
    const Tensor x = random_tensor({2, rows, 13}, "x");
    const Tensor plain = random_tensor({13, 21}, "w");
    const Tensor kept = plain.clone();
    keep_packed(kept);
    for (Arrangement arrangement : arrangements) {
      const Tensor here = arranged(x, arrangement);
      INFO(rows << " rows, " << name_of(arrangement));
      CHECK(first_difference(apply(ops::linear, {&here, &kept, &bias}),
                             apply(ops::linear, {&here, &plain, &bias}), tolerance(14, 14)) == "");
      CHECK(first_difference(apply(ops::matmul, {&here, &kept}),
                             apply(ops::matmul, {&here, &plain}), tolerance(14, 13)) == "");
      CHECK(first_difference(apply(ops::matmul_transposed, {&here, &here}),
                             apply(ops::matmul_transposed, {&here, &x}), tolerance(14, 13)) == "");
    }
  }
}

TEST_CASE("packing: a changed matrix gives the product of its new numbers") {
  const Tensor x = random_tensor({3, 5}, "x");
  Tensor w = random_tensor({5, 18}, "w");
  keep_packed(w);
  const Tensor before = apply(ops::matmul, {&x, &w});
  float* const numbers = w.mutable_data();
  for (Index i = 0; i < w.count(); ++i) numbers[i] *= 2;
  const Tensor after = apply(ops::matmul, {&x, &w});
  for (Index i = 0; i < before.count(); ++i) CHECK(after.data()[i] == 2 * before.data()[i]);
}

TEST_CASE("packing: numbers written into a packed matrix are in the next product") {
  const Tensor x = random_tensor({3, 5}, "x");
  Tensor w = random_tensor({5, 18}, "w");
  keep_packed(w);
  w.set({2, 3}, 7);
  const Tensor written = w.clone();
  CHECK(first_difference(apply(ops::linear, {&x, &w}), apply(ops::linear, {&x, &written}),
                         tolerance(6, 15)) == "");
}

TEST_CASE("packing: a packed square matrix is not taken for its transpose") {
  const Tensor x = random_tensor({3, 5}, "x");
  const Tensor plain = random_tensor({5, 5}, "w");
  const Tensor kept = plain.clone();
  keep_packed(kept);
  const Tensor turned = kept.transpose(0, 1);
  const Tensor expected = plain.transpose(0, 1).contiguous();
  CHECK(first_difference(apply(ops::matmul, {&x, &turned}), apply(ops::matmul, {&x, &expected}),
                         tolerance(6, 5)) == "");
  CHECK(first_difference(apply(ops::matmul_transposed, {&x, &kept}),
                         apply(ops::matmul_transposed, {&x, &plain}), tolerance(6, 5)) == "");
}

TEST_CASE("packing: a storage whose memory was freed restores its numbers when they are read") {
  for (const bool by_columns : {false, true}) {
    for (const Index columns : {1, 5, 16, 21}) {
      Tensor w = random_tensor({9, columns}, "w");
      const std::vector<float> before = values_of(w);
      w.storage()->give_back_packed();
      CHECK_FALSE(w.storage()->is_given_back());
      keep_packed(by_columns ? w.transpose(0, 1) : w);
      const Tensor packed_product = run(by_columns ? ops::matmul_transposed : ops::matmul,
                                        {random_tensor({2, by_columns ? columns : 9}, "x"), w});
      w.storage()->give_back_packed();
      CHECK(w.storage()->is_given_back());
      const Tensor again = run(by_columns ? ops::matmul_transposed : ops::matmul,
                               {random_tensor({2, by_columns ? columns : 9}, "x"), w});
      CHECK(values_of(again) == values_of(packed_product));
      CHECK(w.storage()->is_given_back());
      CHECK(values_of(w) == before);
      keep_packed(by_columns ? w.transpose(0, 1) : w);
      w.storage()->give_back_packed();
      w.set({8, columns - 1}, 7);
      CHECK(w.at({8, columns - 1}) == 7);
      CHECK(w.at({0, 0}) == before[0]);
    }
  }
}

}  // namespace ap::test
