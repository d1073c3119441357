#include "support/layers.hpp"

#include "support/attention.hpp"
#include "support/models.hpp"

namespace ap::test {

namespace {

std::optional<Tensor> optional_value(Run& run, const std::string& path) {
  if (!has_step(run, path)) return std::nullopt;
  return value(run, path);
}

GivenProjections projections_of(Run& run, const std::string& scope) {
  return {value(run, scope + "w_q"),          value(run, scope + "w_k"),
          value(run, scope + "w_v"),          value(run, scope + "w_o"),
          optional_value(run, scope + "b_q"), optional_value(run, scope + "b_k"),
          optional_value(run, scope + "b_v"), optional_value(run, scope + "b_o")};
}

}  // namespace

GivenLayer layer_of(Run& run, const std::string& stack) {
  const std::string scope = stack + ".0.";
  const auto linear = [&](const std::string& number) {
    return GivenLinear{value(run, scope + "feed_forward.w_" + number),
                       optional_value(run, scope + "feed_forward.b_" + number)};
  };
  const auto norm = [&](const std::string& number) {
    return GivenNorm{value(run, scope + "norm_" + number + "_weight"),
                     optional_value(run, scope + "norm_" + number + "_bias")};
  };
  GivenLayer layer{projections_of(run, scope + "self_attention."),
                   {},
                   linear("1"),
                   linear("2"),
                   norm("1"),
                   norm("2"),
                   {}};
  if (!has_step(run, scope + "cross_attention.w_q")) return layer;
  layer.multihead_attn = projections_of(run, scope + "cross_attention.");
  layer.norm3 = norm("3");
  return layer;
}

GivenLayer silent_layer(Index width, Index feed_forward) {
  const Tensor square = Tensor::filled({width, width}, 0);
  const Tensor zeros = Tensor::filled({width}, 0);
  const GivenProjections attention{square, square, square, square, zeros, zeros, zeros, zeros};
  const GivenNorm norm{Tensor::filled({width}, 1), zeros};
  return {attention,
          attention,
          {Tensor::filled({width, feed_forward}, 0), Tensor::filled({feed_forward}, 0)},
          {Tensor::filled({feed_forward, width}, 0), zeros},
          norm,
          norm,
          norm};
}

}  // namespace ap::test
