// REFERENCE.md §5: from tokens to vectors, and positions.

#include <cmath>

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/embedding.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("positions: the sinusoidal table of 3 positions and width 4, and its sum with vectors") {
  const std::vector<double> table = {0,    1,       0,        1,         0.841471, 0.540302,
                                     0.01, 0.99995, 0.909297, -0.416147, 0.019999, 0.9998};
  const std::vector<double> sum = {1.8,  3.2,     3.4,       6.8,      8.141471, 10.440302,
                                   8.51, 8.09995, 10.009297, 6.683853, 0.919999, 11.0998};
  const Tensor positions = run(ops::positional_encoding, {}, FromPosition{{3, 4}});
  CHECK(first_difference(positions, table, six_decimals) == "");
  const Tensor vectors =
      tensor({3, 4}, {1.8F, 2.2F, 3.4F, 5.8F, 7.3F, 9.9F, 8.5F, 7.1F, 9.1F, 7.1F, 0.9F, 10.1F});
  // The vectors themselves, up to 10.1, are rounded.
  const double allowed = six_decimals + tolerance(2, 12);
  CHECK(first_difference(run(ops::add, {vectors, positions}), sum, allowed) == "");
  TraceRequest request = request_for(vectors.view({1, 3, 4}), 1);
  request.positions = Positions::sinusoidal;
  const auto layer = trace_attention(request);
  CHECK(first_difference(value(*layer, "x").view({3, 4}), sum, allowed) == "");
}

TEST_CASE("positions: cos(0.02) is 0.9998, not 0.99") {
  const Tensor positions = run(ops::positional_encoding, {}, FromPosition{{3, 4}});
  CHECK(std::fabs(static_cast<double>(positions.at({2, 3})) - 0.9998) <= four_decimals);
}

TEST_CASE("words: changing one does not change the others' embeddings, bit for bit") {
  TraceRequest before = request_for(words("A dog ate the food"), 16, 2);
  TraceRequest after = request_for(words("A wolf ate the food"), 16, 2);
  before.weights.seed = after.weights.seed = 5;
  const Tensor a = value(*trace_attention(before), "embedding");
  const Tensor b = value(*trace_attention(after), "embedding");
  for (Index token = 0; token < 5; ++token) {
    const bool same = first_bit_difference(part(a, 1, token, 1), part(b, 1, token, 1)).empty();
    CHECK(same == (token != 1));
  }
}

TEST_CASE("words: a token's embedding does not depend on its place, its sentence or its id") {
  const Tensor a =
      value(*trace_attention(request_for(words("tea was hot tea"), 8, 1)), "embedding");
  const Tensor b = value(*trace_attention(request_for(words("hot tea"), 8, 1)), "embedding");
  CHECK(first_bit_difference(part(a, 1, 0, 1), part(a, 1, 3, 1)) == "");
  CHECK(first_bit_difference(part(a, 1, 0, 1), part(b, 1, 1, 1)) == "");
  CHECK(first_bit_difference(part(a, 1, 2, 1), part(b, 1, 0, 1)) == "");
}

TEST_CASE("words: another seed gives other embeddings and matrices, the same seed the same") {
  TraceRequest request = request_for(words("我 爱 编程 Python"), 8, 2);
  const auto values_with = [&](std::uint32_t seed, const char* path) {
    request.weights.seed = seed;
    return values_of(value(*trace_attention(request), path));
  };
  for (const char* path : {"embedding_table", "w_q", "w_k", "w_v", "w_o", "output"}) {
    INFO(path);
    CHECK(values_with(1, path) == values_with(1, path));
    CHECK(values_with(1, path) != values_with(2, path));
  }
}

TEST_CASE("words: both texts of cross-attention look their tokens up in one table") {
  const auto run =
      trace_attention(request_for(words("Bonjour tout"), words("tout le monde"), 8, 2));
  const Tensor x = value(*run, "embedding");
  const Tensor memory = value(*run, "memory.embedding");
  CHECK(memory.shape() == Dims{1, 3, 8});
  CHECK(first_bit_difference(part(x, 1, 1, 1), part(memory, 1, 0, 1)) == "");
}

TEST_CASE("positions: a learned table's row depends only on its position and the seed") {
  TraceRequest request = request_for(words("a b"), 8, 2);
  request.positions = Positions::learned;
  const Tensor two = value(*trace_attention(request), "position_table");
  TraceRequest longer = request_for(words("a b c d"), 8, 2);
  longer.positions = Positions::learned;
  const Tensor four = value(*trace_attention(longer), "position_table");
  CHECK(first_bit_difference(two, part(four, 0, 0, 2)) == "");
  CHECK(first_bit_difference(part(four, 0, 0, 1), part(four, 0, 1, 1)) != "");
  longer.weights.seed = 1;
  CHECK(first_bit_difference(four, value(*trace_attention(longer), "position_table")) != "");
}

TEST_CASE("matrices: Xavier-uniform, and a leaf's numbers depend only on its path and the seed") {
  TraceRequest request = request_for(words("a b"), 24, 2);
  const auto run = trace_attention(request);
  const double limit = std::sqrt(6.0 / 48);
  for (const char* path : {"w_q", "w_k", "w_v", "w_o"}) {
    const double largest = largest_magnitude(value(*run, path));
    CHECK((largest <= limit && largest > 0.95 * limit));
  }
  CHECK(first_bit_difference(value(*run, "w_q"), value(*run, "w_k")) != "");
  request.num_heads = 4;
  request.bias = true;
  request.weights.mask.causal = true;
  const auto other = trace_attention(request);
  CHECK(first_bit_difference(value(*run, "w_q"), value(*other, "w_q")) == "");
  const double bias_limit = 1 / std::sqrt(24.0);
  for (const char* path : {"b_q", "b_k", "b_v", "b_o"})
    CHECK(largest_magnitude(value(*other, path)) <= bias_limit);
}

}  // namespace ap::test
