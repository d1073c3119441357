#include "attention_playground/attention/backward_kernel.hpp"

#include "attention_playground/attention/each_head.hpp"
#include "attention_playground/attention/fused_backward.hpp"

namespace ap {

namespace {

class AllHeadsBackward : public Kernel {
 public:
  explicit AllHeadsBackward(const AttentionHead& head) : head_(head) {}

  void run(Inputs inputs, std::span<Tensor* const> outputs) const override {
    FusedAttentionBackward head{};
    static_cast<AttentionHead&>(head) = head_;
    const int rank = inputs[0]->rank();
    const Index d_k = inputs[0]->size(-1);
    const Index d_v = inputs[2]->size(-1);
    const Heads<const float> d_context = operands_of(*inputs.back(), rank, d_v);
    const Heads<float> d_query = results_of(outputs[0], rank, d_k);
    const Heads<float> d_key = results_of(outputs[1], rank, d_k);
    const Heads<float> d_value = results_of(outputs[2], rank, d_v);
    for_each_head(inputs.first(inputs.size() - 1), head, [&](Index b, Index h) {
      head.d_output = {d_context.of(b, h), d_context.row_step};
      head.d_query = {d_query.of(b, h), d_query.row_step};
      head.d_key = {d_key.of(b, h), d_key.row_step};
      head.d_value = {d_value.of(b, h), d_value.row_step};
      fused_attention_backward(head);
    });
  }

 private:
  AttentionHead head_;
};

}  // namespace

std::shared_ptr<const Kernel> attention_backward(const AttentionHead& head) {
  return std::make_shared<AllHeadsBackward>(head);
}

}  // namespace ap
