// Arrays of xtensor in and out, with the numbers of example.cpp; the results are those of the
// library's own call.

#include <attention_playground/attention_playground.hpp>
#include <attention_playground/xtensor.hpp>
#include <cstdio>

int main() {
  const xt::xarray<float> x = {{1, 0}, {0, 1}, {1, 1}};
  const auto [output, weights] = ap::scaled_dot_product_attention(x, x, x, {}, {}, true);
  std::printf("query 0 gives key 2 the weight %.4f\n", (*weights)(0, 2));

  const ap::Tensor same = ap::from_xtensor(x);
  const ap::AttentionResult own = ap::scaled_dot_product_attention(same, same, same, {}, {}, false);
  std::printf("%s\n", output == ap::to_xtensor(own.output) ? "the same output" : "another output");
}
