#include "attention_playground/transformer/declarations.hpp"

#include "attention_playground/attention/heads.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/study.hpp"
#include "attention_playground/attention/tiles.hpp"
#include "attention_playground/attention/word_vectors.hpp"
#include "attention_playground/attention/workers.hpp"
#include "attention_playground/transformer/head.hpp"
#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

std::vector<Declaration> declarations() {
  std::vector<Declaration> all = projection_kinds();
  const std::vector<Declaration> study = study_kinds();
  for (const std::span<const Declaration> kinds :
       {word_kinds(), scaled_dot_product_kinds(), head_kinds(), multi_head_kinds(), tile_kinds(),
        worker_kinds(), std::span<const Declaration>(study), sublayer_kinds(), head_step_kinds()})
    all.insert(all.end(), kinds.begin(), kinds.end());
  return all;
}

}  // namespace ap
