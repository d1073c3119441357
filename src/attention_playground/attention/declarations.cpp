#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/study.hpp"

namespace ap {

namespace {

/// A plan with every step that an attention layer can have, for one choice among the things that
/// exclude each other.
AttentionOptions options_of(bool tokens, Positions positions, bool memory, bool separate, bool bias,
                            bool key_padding) {
  AttentionOptions options;
  options.x = {1, 2, 4, tokens};
  if (memory) options.memory = WordVectors{1, 3, 4, tokens};
  options.vocabulary = 5;
  options.positions = positions;
  options.projections = ProjectionOptions{.num_heads = 2,
                                          .query_key_width = 4,
                                          .value_width = 4,
                                          .output_width = 4,
                                          .query_bias = bias,
                                          .key_bias = bias,
                                          .value_bias = bias,
                                          .output_bias = bias,
                                          .separate = separate};
  options.weights.mask = {.causal = true,
                          .lengths = !key_padding,
                          .key_padding = key_padding,
                          .custom = Dims{2, memory ? 3 : 2}};
  options.weights.dropout_p = 0.5F;
  return options;
}

}  // namespace

std::vector<Declaration> attention_declarations() {
  std::vector<Declaration> list;
  for (const Positions positions : {Positions::sinusoidal, Positions::learned, Positions::none}) {
    for (int bits = 0; bits < 32; ++bits) {
      AttentionOptions options = options_of((bits & 1) == 0, positions, (bits & 2) != 0,
                                            (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0);
      add_declarations(plan_attention(options), list);
      options.weights.temperature = 2;
      options.weights.scale = 1;
      options.weights.mask.causal_offset = 1;
      for (const Projections source : {Projections::identity, Projections::given}) {
        options.projections->source = source;
        add_declarations(plan_attention(options), list);
      }
      options.weights.mask = {};
      add_declarations(plan_attention(options), list);
      options.projections.reset();
      options.weights.temperature = 1;
      add_declarations(plan_attention(options), list);
    }
  }
  AttentionOptions options = options_of(true, Positions::none, false, false, true, false);
  options.weights.dropout_p = 0;
  options.projections->workers = 2;
  add_declarations(plan_attention(options), list);
  options.projections->output_bias = false;
  add_declarations(plan_attention(options), list);
  options.projections->workers = 1;
  options.weights.tile = {1, 1};
  add_declarations(plan_attention(options), list);
  options.weights.scale = 1;
  add_declarations(plan_attention(options), list);
  add_declarations(plan_scaled_dot_product({2, 4}, {3, 4}, {3, 4}, {}, nullptr), list);
  add_declarations(plan_study({4, 2, 3, 0}), list);
  return list;
}

}  // namespace ap
