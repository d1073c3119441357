#include "attention_playground/transformer/declarations.hpp"

#include "attention_playground/attention/dropout.hpp"
#include "attention_playground/attention/heads.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/rotation.hpp"
#include "attention_playground/attention/study.hpp"
#include "attention_playground/attention/tiles.hpp"
#include "attention_playground/attention/word_vectors.hpp"
#include "attention_playground/attention/workers.hpp"
#include "attention_playground/steps/gradients.hpp"
#include "attention_playground/transformer/head.hpp"
#include "attention_playground/transformer/stacks.hpp"
#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

void for_each_declaration(DeclarationVisitor visit) {
  for_each_projection_kind(visit);
  for_each_study_kind(visit);
  for_each_gradient_kind(visit);
  for (const std::span<const Declaration> kinds :
       {word_kinds(), scaled_dot_product_kinds(), head_kinds(), multi_head_kinds(), tile_kinds(),
        rotation_kinds(), worker_kinds(), dropout_kinds(), sublayer_kinds(), stack_kinds(),
        head_step_kinds()}) {
    for (const Declaration& kind : kinds) visit(kind);
  }
}

}  // namespace ap
