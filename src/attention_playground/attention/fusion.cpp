#include "attention_playground/attention/fusion.hpp"

#include <cmath>

#include "attention_playground/attention/each_head.hpp"

namespace ap {

namespace {

constexpr char fused_attention_kind = 0;

/// Inputs are those of for_each_head(); outputs are the context, by heads or joined, and the
/// weights.
class AllHeads : public Kernel {
 public:
  explicit AllHeads(const AttentionHead& head) : head_(head) {}

  void run(Inputs inputs, std::span<Tensor* const> outputs) const override {
    FusedAttention head{};
    static_cast<AttentionHead&>(head) = head_;
    const Heads<float> output = results_of(outputs[0], inputs[0]->rank(), inputs[2]->size(-1));
    head.output_step = output.row_step;
    head.weights = outputs[1] == nullptr ? nullptr : outputs[1]->mutable_data();
    for_each_head(inputs, head, [&](Index b, Index h) {
      head.output = output.of(b, h);
      fused_attention(head);
      if (head.weights != nullptr) head.weights += head.queries * head.keys;
    });
  }
  const void* kind() const override { return &fused_attention_kind; }
  const AttentionHead& head() const { return head_; }

 private:
  AttentionHead head_;
};

}  // namespace

bool is_fused(const WeightOptions& options) {
  return !options.tile.any() && options.softcap == 0 && !options.mask.dropout;
}

Fusion fused_steps(const PlanBuilder& builder, StepId first, StepId q, StepId k, StepId v,
                   const Masks& masks, const WeightOptions& options, const WeightedSteps& steps,
                   StepId output) {
  AttentionHead head{};
  head.scale = scaling(options, builder.shape(q).back()).value;
  head.sharpness = 1 / options.temperature;
  head.dropout = options.dropout_p;
  head.seed = options.seed;
  head.stream = builder.stream_of("dropped_weights");
  Fusion fusion{first, builder.count() - 1, {q, k, v}, {output, steps.weights}, {}};
  for (const Mask& mask : masks) {
    if (mask.kind == Mask::Kind::causal) {
      head.causal = true;
      head.causal_offset = options.mask.causal_offset;
    } else {
      fusion.inputs.push_back(mask.step);
    }
  }
  if (head.dropout > 0 && builder.dropout_round()) {
    head.rounds = true;
    fusion.inputs.push_back(*builder.dropout_round());
  }
  fusion.kernel = std::make_shared<AllHeads>(head);
  return fusion;
}

const AttentionHead* attention_of(const Kernel& kernel) {
  if (kernel.kind() != &fused_attention_kind) return nullptr;
  return &static_cast<const AllHeads&>(kernel).head();
}

}  // namespace ap
