#include "attention_playground/ops/gemm.hpp"

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/products.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

// Sizes around those of every tile: 2 rows, 4 lanes and panels of 16 columns, 4 elements of K, and
// multiples.
const std::vector<Index> row_counts = {1, 2, 3, 4, 5, 8, 9};
const std::vector<Index> column_counts = {1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 31, 32, 33};
const std::vector<Index> depths = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17};

void check(Index rows, Index columns, Index depth, bool every_order = true) {
  INFO(rows << " × " << depth << " · " << depth << " × " << columns);
  CHECK(what_is_wrong_with_products(rows, columns, depth, every_order) == "");
}

}  // namespace

TEST_CASE(
    "gemm: below, at and above every tile, for every order in memory, with and without bias") {
  for (Index rows : row_counts) {
    for (Index columns : column_counts) {
      // Every depth for sizes that take different paths; a few depths where only the tails differ.
      const bool all = rows <= 3 && columns <= 17;
      for (Index depth : all ? depths : std::vector<Index>{3, 8, 17}) check(rows, columns, depth);
    }
  }
}

TEST_CASE("gemm: depths around the blocks of 512 that K is taken in") {
  for (Index depth : {511, 512, 513, 767, 1023, 1024, 1025}) {
    for (Index rows : {1, 2, 3}) check(rows, 17, depth);
  }
}

TEST_CASE("gemm: columns around the 512 that are packed at a time") {
  for (Index columns : {511, 512, 513, 527, 528, 529, 1024, 1025}) {
    for (Index rows : {1, 2, 3}) check(rows, columns, 5);
  }
}

TEST_CASE("gemm: rows around the blocks of 128") {
  for (Index rows : {127, 128, 129, 255, 257}) check(rows, 19, 6);
}

TEST_CASE("gemm: larger products, beyond one block in each direction") {
  check(33, 31, 65);
  check(64, 64, 64);
  check(129, 33, 513);
  check(3, 530, 515);
  check(130, 529, 514, false);
}

TEST_CASE("gemm: a product with K = 0 is the bias") {
  const std::vector<float> bias = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (const Product& product : products) {
    std::vector<float> out(18, -1);
    INFO(product.name);
    product.run({2, 9, 0}, {nullptr, 0, 1}, {nullptr, 9, 1}, bias.data(), out.data(), 9);
    CHECK(std::vector<float>(out.begin(), out.begin() + 9) == bias);
    CHECK(std::vector<float>(out.begin() + 9, out.end()) == bias);
    product.run({2, 9, 0}, {nullptr, 0, 1}, {nullptr, 9, 1}, nullptr, out.data(), 9);
    CHECK(out == std::vector<float>(18, 0));
  }
}

TEST_CASE("gemm: a cell does not depend on the tile that computes it, nor on packing") {
  // Separate and combined heads must agree: the sum of a cell always has the same order.
  const Tensor a = random_tensor({9, 613}, "a");
  const Tensor b = random_tensor({613, 40}, "b");
  const Tensor bias = random_tensor({40}, "bias");
  Tensor whole({9, 40});
  gemm({9, 40, 613}, as_matrix(a), as_matrix(b), bias.data(), whole.mutable_data(), 40);
  Tensor packed({9, 40});
  gemm_packed(9, as_matrix(a), PackedMatrix(as_matrix(b), 613, 40), bias.data(),
              packed.mutable_data(), 40);
  CHECK(first_bit_difference(packed, whole) == "");
  for (Index start = 0; start < 40; start += 5) {
    Tensor part({9, 5});
    gemm({9, 5, 613}, as_matrix(a), as_matrix(b).from(0, start), bias.data() + start,
         part.mutable_data(), 5);
    const Layout columns = narrow_layout(whole.layout(), 1, start, 5);
    INFO("columns from " << start);
    CHECK(first_bit_difference(part, Tensor(whole.storage(), columns)) == "");
  }
  for (Index row = 0; row < 9; ++row) {
    Tensor alone({1, 40});
    gemm({1, 40, 613}, as_matrix(a).from(row, 0), as_matrix(b), bias.data(), alone.mutable_data(),
         40);
    const Layout own = narrow_layout(whole.layout(), 0, row, 1);
    INFO("row " << row);
    CHECK(first_bit_difference(alone, Tensor(whole.storage(), own)) == "");
  }
}

TEST_CASE("gemm: one or two rows, with all of K at once or unpacked columns, give the same bits") {
  const Tensor a = random_tensor({9, 1301}, "a");
  const Tensor b = random_tensor({1301, 40}, "b");
  const Tensor bias = random_tensor({40}, "bias");
  const PackedMatrix packed(as_matrix(b), 1301, 40);
  const Tensor columns = arranged(b, Arrangement::transposed);
  Tensor whole({9, 40});
  gemm_packed(9, as_matrix(a), packed, bias.data(), whole.mutable_data(), 40);
  for (Index count : {1, 2}) {
    for (Index row = 0; row + count <= 9; ++row) {
      const Tensor own(whole.storage(), narrow_layout(whole.layout(), 0, row, count));
      const Matrix rows = as_matrix(a).from(row, 0);
      Tensor some({count, 40});
      INFO(count << " from row " << row);
      gemm_packed(count, rows, packed, bias.data(), some.mutable_data(), 40);
      CHECK(first_bit_difference(some, own) == "");
      gemm({count, 40, 1301}, rows, as_matrix(columns), bias.data(), some.mutable_data(), 40);
      CHECK(first_bit_difference(some, own) == "");
    }
  }
}

TEST_CASE("gemm: zero weights after the others change no bit, on every path of the product") {
  // These are weights of masked keys: a query's output must not depend on whether later keys exist.
  constexpr Index longest = 300;
  constexpr Index columns = 21;
  const Tensor b = random_tensor({longest, columns}, "b");
  for (Index rows : {1, 2, 3, 9}) {
    for (Index depth : {1, 2, 3, 4, 5, 7, 8, 16, 31, 64, 100, 255, 256, 299}) {
      const Tensor seen = random_tensor({rows, depth}, "a");
      for (const Product& product : products) {
        Tensor alone({rows, columns});
        product.run({rows, columns, depth}, as_matrix(seen), as_matrix(b), nullptr,
                    alone.mutable_data(), columns);
        for (Index longer : {depth + 1, depth + 2, depth + 3, depth + 17, longest}) {
          if (longer > longest) continue;
          Tensor padded = Tensor::filled({rows, longer}, 0);
          for (Index i = 0; i < seen.count(); ++i)
            padded.set({i / depth, i % depth}, seen.data()[i]);
          // Also if a's rows are not contiguous along K.
          for (Arrangement arrangement : {Arrangement::plain, Arrangement::transposed}) {
            const Tensor a = arranged(padded, arrangement);
            Tensor out({rows, columns});
            product.run({rows, columns, longer}, as_matrix(a), as_matrix(b), nullptr,
                        out.mutable_data(), columns);
            INFO(product.name << " " << rows << " × " << depth << " and zeros up to " << longer);
            CHECK(first_bit_difference(out, alone) == "");
          }
        }
      }
    }
  }
}

TEST_CASE("gemm: NaN reaches the row or column that reads it and no other") {
  for (const Product& product : products) {
    Tensor a = Tensor::filled({5, 6}, 1);
    Tensor b = Tensor::filled({6, 20}, 1);
    a.set({3, 5}, not_a_number);
    b.set({0, 18}, not_a_number);
    Tensor out({5, 20});
    product.run({5, 20, 6}, as_matrix(a), as_matrix(b), nullptr, out.mutable_data(), 20);
    bool right = true;
    for (Index row = 0; row < 5; ++row)
      for (Index column = 0; column < 20; ++column)
        right = right && (out.at({row, column}) == 6) == (row != 3 && column != 18);
    INFO(product.name);
    CHECK(right);
  }
}

}  // namespace ap::test
