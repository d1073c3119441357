// The backward kernel of a fused plan: all heads of a batch, against the definition of each.

#include <cmath>

#include "attention_playground/attention/backward_kernel.hpp"
#include "attention_playground/attention/fusion.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/attention_gradient.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index batch = 2, heads = 3, queries = 7, keys = 5, d_k = 6, d_v = 4;

/// The kernel of attention's plan for operands of these shapes.
std::shared_ptr<const Kernel> kernel_of(const std::vector<Tensor>& inputs,
                                        const WeightOptions& options) {
  const Plan plan = plan_scaled_dot_product(inputs[0].shape(), inputs[1].shape(), inputs[2].shape(),
                                            options, {nullptr, true});
  REQUIRE(plan.fusions().size() == 1);
  return plan.fusions()[0].kernel;
}

std::shared_ptr<const Kernel> backward_of(const Kernel& kernel) {
  const AttentionHead* const head = attention_of(kernel);
  REQUIRE(head != nullptr);
  return attention_backward(*head);
}

Dims by_heads(int rank, Index rows, Index width) {
  if (rank == 2) return {rows, width};
  if (rank == 3) return {batch, rows, width};
  return {batch, heads, rows, width};
}

/// [batch, rows, heads · width] as [batch, heads, rows, width].
Tensor separated(const Tensor& joined, Index width) {
  return joined.view({batch, joined.size(1), heads, width}).transpose(1, 2);
}

std::vector<const Tensor*> pointers(const std::vector<Tensor>& tensors) {
  std::vector<const Tensor*> result;
  for (const Tensor& tensor : tensors) result.push_back(&tensor);
  return result;
}

/// Part `index` of the first axis, or the tensor itself.
Tensor head_of(const Tensor& tensor, Index index) {
  const Index at = tensor.size(0) == 1 ? 0 : index;
  Layout layout = narrow_layout(tensor.layout(), 0, at, 1);
  Dims shape;
  for (int axis = 1; axis < tensor.rank(); ++axis) shape.push_back(tensor.size(axis));
  return Tensor(tensor.storage(), layout).view(shape);
}

/// One head of [batch, heads, …] or [batch, …] or no leading axes.
Tensor one_head(const Tensor& tensor, int rank, Index b, Index h) {
  Tensor result = tensor;
  if (rank > 2) result = head_of(result, b);
  if (rank > 3) result = head_of(result, h);
  return result;
}

RowsToWrite rows_of(Tensor tensor) { return {tensor.mutable_data(), tensor.stride(0)}; }
Rows rows_to_read(const Tensor& tensor) { return {tensor.data(), tensor.stride(0)}; }

/// What of a kernel's gradients (by heads) is not what the definition gives; "" if nothing.
/// `inputs` are q, k, v, the masks and d_output by heads.
std::string what_is_wrong_in_heads(const std::vector<Tensor>& inputs,
                                   const std::vector<Tensor>& outputs, AttentionHead head) {
  const int rank = inputs[0].rank();
  head.queries = queries;
  head.keys = keys;
  head.d_k = d_k;
  head.d_v = d_v;
  head.scale = 1 / std::sqrt(static_cast<float>(d_k));
  head.mask_count = static_cast<int>(inputs.size()) - 4;
  for (Index b = 0; b < (rank > 2 ? batch : 1); ++b) {
    for (Index h = 0; h < (rank > 3 ? heads : 1); ++h) {
      const auto own = [&](const Tensor& tensor) { return one_head(tensor, rank, b, h); };
      head.query = rows_to_read(own(inputs[0]));
      head.key = rows_to_read(own(inputs[1]));
      head.value = rows_to_read(own(inputs[2]));
      for (int m = 0; m < head.mask_count; ++m) {
        const Tensor mask = own(inputs[static_cast<std::size_t>(3 + m)]);
        head.masks[static_cast<std::size_t>(m)] = {mask.data(),
                                                   mask.size(0) == 1 ? 0 : mask.stride(0), 1};
      }
      const AttentionGradient right = attention_gradient(head, rows_to_read(own(inputs.back())));
      const std::string found =
          first_difference(rows_of(own(outputs[0])), right.d_query, right.allowed) +
          first_difference(rows_of(own(outputs[1])), right.d_key, right.allowed) +
          first_difference(rows_of(own(outputs[2])), right.d_value, right.allowed);
      if (!found.empty()) return to_text(Dims{b, h}) + ": " + found;
      head.first_weight += static_cast<std::uint64_t>(queries * keys);
    }
  }
  return "";
}

std::vector<Tensor> operands(int rank) {
  return {random_tensor(by_heads(rank, queries, d_k), "q"),
          random_tensor(by_heads(rank, keys, d_k), "k"),
          random_tensor(by_heads(rank, keys, d_v), "v")};
}

std::vector<Tensor> results(int rank) {
  return {Tensor::filled(by_heads(rank, queries, d_k), not_a_number),
          Tensor::filled(by_heads(rank, keys, d_k), not_a_number),
          Tensor::filled(by_heads(rank, keys, d_v), not_a_number)};
}

void run_heads(const Kernel& kernel, const std::vector<Tensor>& inputs,
               std::vector<Tensor>& outputs) {
  Tensor* const to[] = {&outputs[0], &outputs[1], &outputs[2]};
  kernel.run(pointers(inputs), to);
}

}  // namespace

TEST_CASE("backward kernel: gives each head its own gradients, for every number of axes") {
  for (const int rank : {2, 3, 4}) {
    std::vector<Tensor> inputs = operands(rank);
    const auto kernel = backward_of(*kernel_of(inputs, {}));
    inputs.push_back(random_tensor(by_heads(rank, queries, d_v), "d_output"));
    std::vector<Tensor> outputs = results(rank);
    run_heads(*kernel, inputs, outputs);
    INFO("rank " << rank);
    CHECK(what_is_wrong_in_heads(inputs, outputs, {}) == "");
  }
}

TEST_CASE("backward kernel: the heads of everything may lie side by side in rows") {
  std::vector<Tensor> inputs = operands(4);
  const auto kernel = backward_of(*kernel_of(inputs, {}));
  inputs.push_back(random_tensor(by_heads(4, queries, d_v), "d_output"));
  std::vector<Tensor> apart = results(4);
  run_heads(*kernel, inputs, apart);
  // The operands as views of projections; d_output and the gradients joined, or as views.
  std::vector<Tensor> views;
  for (const Tensor& input : inputs) {
    Tensor joined({batch, input.size(2), heads * input.size(3)});
    const std::vector<float> numbers = values_of(input.transpose(1, 2));
    std::copy(numbers.begin(), numbers.end(), joined.mutable_data());
    views.push_back(separated(joined, input.size(3)));
  }
  for (const bool joined : {false, true}) {
    std::vector<Tensor> outputs, seen;
    for (const Tensor& like : apart) {
      const Tensor rows = Tensor::filled({batch, like.size(2), heads * like.size(3)}, not_a_number);
      seen.push_back(separated(rows, like.size(3)));
      outputs.push_back(joined ? rows : seen.back());
    }
    std::vector<Tensor> given = views;
    if (joined) given.back() = views.back().transpose(1, 2).view({batch, queries, heads * d_v});
    run_heads(*kernel, given, outputs);
    for (std::size_t i = 0; i < 3; ++i) {
      INFO("gradient " << i << (joined ? ", joined" : ", views"));
      CHECK(first_bit_difference(seen[i], apart[i]) == "");
    }
  }
}

TEST_CASE("backward kernel: masks, the causal one and dropout are those of the forward kernel") {
  for (const int rank : {2, 3, 4}) {
    std::vector<Tensor> inputs = operands(rank);
    WeightOptions options;
    options.mask.causal = true;
    options.mask.causal_offset = 1;
    options.mask.key_padding = true;
    options.mask.custom = by_heads(rank, queries, keys);
    options.dropout_p = 0.25F;
    options.seed = 11;
    const auto forward = kernel_of(inputs, options);
    Dims padding_shape = by_heads(rank, 1, keys);
    if (rank == 4) padding_shape[1] = 1;
    if (rank == 2) padding_shape = {1, keys};
    Tensor padding = Tensor::filled(padding_shape, 0);
    padding.mutable_data()[padding.count() - 1] = -infinity;
    inputs.push_back(padding);
    inputs.push_back(random_tensor(*options.mask.custom, "custom", 2));
    inputs.push_back(random_tensor(by_heads(rank, queries, d_v), "d_output"));
    std::vector<Tensor> outputs = results(rank);
    run_heads(*backward_of(*forward), inputs, outputs);
    AttentionHead head{};
    head.causal = true;
    head.causal_offset = 1;
    head.dropout = options.dropout_p;
    head.seed = options.seed;
    head.stream = stream_of("dropped_weights");
    INFO("rank " << rank);
    CHECK(what_is_wrong_in_heads(inputs, outputs, head) == "");
  }
}

TEST_CASE("backward kernel: writes only the gradients that are wanted") {
  std::vector<Tensor> inputs = operands(4);
  const auto kernel = backward_of(*kernel_of(inputs, {}));
  inputs.push_back(random_tensor(by_heads(4, queries, d_v), "d_output"));
  std::vector<Tensor> all = results(4);
  run_heads(*kernel, inputs, all);
  for (std::size_t wanted = 0; wanted < 3; ++wanted) {
    std::vector<Tensor> own = results(4);
    Tensor* to[] = {nullptr, nullptr, nullptr};
    to[wanted] = &own[wanted];
    kernel->run(pointers(inputs), to);
    CHECK(first_bit_difference(own[wanted], all[wanted]) == "");
  }
}

}  // namespace ap::test
