#pragma once

#include <string>

#include "attention_playground/steps/run.hpp"

namespace ap {

/// A head of an attention: "decoder.0.cross_attention" and its number, or "" where there is only
/// one attention. A head with steps of its own is an attention of one head, "heads.1"; a worker's
/// heads are those of an attention "workers.0".
struct HeadPlace {
  std::string attention;
  Index head = 0;
};

/// The heads of a plan that can be taken out, in order.
std::vector<HeadPlace> heads_of(const Plan& plan);

/// Takes a head out of a run: its context, what its weights have gathered of the values, becomes 0,
/// as one edit. Returns the steps that changed, in order. Throws Error(step) naming `path` for an
/// attention without a context, (index) naming `head`, and what Run::edit() throws.
std::vector<StepId> cut_head(Run& run, const HeadPlace& place);

}  // namespace ap
