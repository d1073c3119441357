// The backward pass of one head against its definition in double precision, on operands with gaps
// between their rows.

#include "attention_playground/attention/fused_backward.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "support/attention_gradient.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

struct Sizes {
  Index queries, keys, d_k, d_v;

  std::string text() const { return to_text(Dims{queries, keys, d_k, d_v}); }
};
// Around pairs of queries, blocks of 32 queries, panels of 16 (or half of one) keys or columns, and
// 64 queries and keys, from where on lengths bound the scores.
const std::vector<Sizes> sizes = {
    {1, 1, 1, 1},    {2, 3, 1, 4},     {3, 5, 2, 16},    {4, 8, 3, 9},    {5, 9, 17, 7},
    {6, 6, 8, 8},    {7, 15, 4, 32},   {16, 16, 16, 16}, {17, 17, 5, 3},  {31, 24, 15, 16},
    {32, 33, 16, 1}, {33, 31, 12, 13}, {63, 40, 8, 8},   {65, 7, 33, 24}, {66, 130, 6, 5}};

/// Rows of a result with room around them.
struct Room {
  Index rows, width;
  std::vector<float> numbers =
      std::vector<float>(static_cast<std::size_t>(gap + rows * (width + gap)), untouched);

  RowsToWrite place() { return {numbers.data() + gap, width + gap}; }
  bool gaps_untouched() const {
    for (Index i = 0; i < static_cast<Index>(numbers.size()); ++i) {
      const bool in_gap = i < gap || (i - gap) % (width + gap) >= width;
      if (in_gap && numbers[static_cast<std::size_t>(i)] != untouched) return false;
    }
    return true;
  }
  bool untouched_at_all() const {
    return std::all_of(numbers.begin(), numbers.end(), [](float x) { return x == untouched; });
  }
};

/// Operands with NaN between their rows, and room for all results.
struct BackwardCase {
  Sizes size;
  Tensor query, key, value, d_output;  // views of wider rows
  Room d_query, d_key, d_value;
  FusedAttentionBackward head{};

  explicit BackwardCase(const Sizes& size, float limit = 1)
      : size(size),
        query(rows({size.queries, size.d_k}, "q", limit)),
        key(rows({size.keys, size.d_k}, "k", limit)),
        value(rows({size.keys, size.d_v}, "v", limit)),
        d_output(rows({size.queries, size.d_v}, "d_output", limit)),
        d_query{size.queries, size.d_k},
        d_key{size.keys, size.d_k},
        d_value{size.keys, size.d_v} {
    head.queries = size.queries;
    head.keys = size.keys;
    head.d_k = size.d_k;
    head.d_v = size.d_v;
    head.query = rows_of(query);
    head.key = rows_of(key);
    head.value = rows_of(value);
    head.d_output = rows_of(d_output);
    head.scale = 1 / std::sqrt(static_cast<float>(size.d_k));
    head.d_query = d_query.place();
    head.d_key = d_key.place();
    head.d_value = d_value.place();
  }
  BackwardCase(const BackwardCase&) = delete;
  BackwardCase& operator=(const BackwardCase&) = delete;

  static Tensor rows(const Dims& shape, const char* name, float limit) {
    return arranged(random_tensor(shape, name, limit), Arrangement::offset);
  }
  static Rows rows_of(const Tensor& tensor) { return {tensor.data(), tensor.stride(0)}; }

  /// What is wrong with the results of a run; "" if nothing is.
  std::string what_is_wrong() {
    fused_attention_backward(head);
    const AttentionGradient right = attention_gradient(head, head.d_output);
    const auto check = [&](const char* name, Room& room, const Cells& expected) -> std::string {
      if (!room.gaps_untouched()) return std::string(name) + " wrote between its rows";
      const std::string found = first_difference(room.place(), expected, right.allowed);
      return found.empty() ? "" : name + (" " + found);
    };
    return check("d_query", d_query, right.d_query) + check("d_key", d_key, right.d_key) +
           check("d_value", d_value, right.d_value);
  }
};

}  // namespace

TEST_CASE("fused backward: gives the gradients of their definition, at every size of a tile") {
  for (const Sizes& size : sizes) {
    INFO(size.text());
    CHECK(BackwardCase(size).what_is_wrong() == "");
  }
}

TEST_CASE("fused backward: causal attention with any offset, where some queries see nothing") {
  for (const Sizes& size : sizes) {
    for (const Index offset : {Index{-40}, Index{-3}, Index{-1}, Index{0}, Index{1}, Index{20}}) {
      BackwardCase drawn(size);
      drawn.head.causal = true;
      drawn.head.causal_offset = offset;
      INFO(size.text() << ", offset " << offset);
      CHECK(drawn.what_is_wrong() == "");
      const Index blind = std::clamp<Index>(-offset, 0, size.queries);
      const RowsToWrite rows = drawn.d_query.place();
      for (Index t = 0; t < blind; ++t)
        CHECK(std::count(rows.data + t * rows.step, rows.data + t * rows.step + size.d_k, 0.0F) ==
              size.d_k);
    }
  }
}

TEST_CASE("fused backward: one or two masks, added or hiding, also whole rows") {
  for (const Sizes& size : sizes) {
    Tensor added = random_tensor({size.queries, size.keys}, "added", 3);
    for (Index t = 0; t < size.queries; t += 3)
      std::fill_n(added.mutable_data() + t * size.keys, size.keys, -infinity);
    Tensor hiding = Tensor::filled({size.keys}, 0);
    for (Index s = 1; s < size.keys; s += 4) hiding.set({s}, -infinity);
    const ScoreMask custom = {added.data(), size.keys, 1};
    const ScoreMask padding = {hiding.data(), 0, 1};
    for (const int count : {1, 2}) {
      for (const bool causal : {false, true}) {
        BackwardCase drawn(size);
        drawn.head.masks = {count == 1 ? custom : padding, custom};
        drawn.head.mask_count = count;
        drawn.head.causal = causal;
        INFO(size.text() << ", " << count << " masks" << (causal ? ", causal" : ""));
        CHECK(drawn.what_is_wrong() == "");
        CHECK(drawn.d_query.numbers[static_cast<std::size_t>(gap)] == 0);
      }
    }
  }
}

TEST_CASE("fused backward: scores of every size, of which most are hidden at first") {
  for (const float score : {-1e4F, -266.0F, -88.7F, 0.0F, 88.7F, 1e4F}) {
    for (const Sizes& size : {Sizes{5, 70, 2, 3}, Sizes{70, 300, 2, 5}}) {
      BackwardCase drawn(size);
      for (Index t = 0; t < size.queries; ++t) drawn.query.set({t, 0}, 1);
      for (Index s = 0; s < size.keys; ++s) drawn.key.set({s, 0}, score);
      Tensor hiding = Tensor::filled({size.keys}, -infinity);
      for (Index s = size.keys - 9; s < size.keys; ++s) hiding.set({s}, 0);
      drawn.head.masks = {ScoreMask{hiding.data(), 0, 1}};
      drawn.head.scale = 0.5F;
      drawn.head.sharpness = 2;
      for (const int masks : {0, 1}) {
        drawn.head.mask_count = masks;
        INFO(size.text() << ", scores around " << score << ", masks " << masks);
        CHECK(drawn.what_is_wrong() == "");
      }
    }
  }
}

TEST_CASE("fused backward: dropout draws what the forward pass draws") {
  for (const Sizes& size : sizes) {
    for (const bool causal : {false, true}) {
      BackwardCase drawn(size);
      drawn.head.dropout = 0.4F;
      drawn.head.seed = 5;
      drawn.head.stream = 77;
      drawn.head.first_weight = (std::uint64_t{1} << 33) + 3;
      drawn.head.causal = causal;
      INFO(size.text() << (causal ? ", causal" : ""));
      CHECK(drawn.what_is_wrong() == "");
      // The forward pass of a head whose values are the identity gives the applied weights; their
      // sum for a key is its gradient where all of d_output is 1.
      Tensor weights({size.queries, size.keys});
      Tensor output({size.queries, size.d_v});
      FusedAttention forward{};
      static_cast<AttentionHead&>(forward) = drawn.head;
      forward.output = output.mutable_data();
      forward.output_step = size.d_v;
      forward.weights = weights.mutable_data();
      fused_attention(forward);
      const Tensor ones = Tensor::filled({size.queries, size.d_v}, 1);
      drawn.head.d_output = {ones.data(), size.d_v};
      fused_attention_backward(drawn.head);
      for (Index s = 0; s < size.keys; ++s) {
        double sum = 0;
        for (Index t = 0; t < size.queries; ++t) sum += static_cast<double>(weights.at({t, s}));
        const double found = static_cast<double>(drawn.head.d_value.data[s * (size.d_v + gap)]);
        CHECK(std::fabs(found - sum) <= tolerance(size.queries + softmax_roundings, 2 * sum));
      }
    }
  }
}

TEST_CASE("fused backward: any scale, and scores of which one weight remains") {
  for (const Sizes& size : sizes) {
    for (const float scale : {0.0F, -0.7F, 5.0F}) {
      for (const float limit : {1.0F, 6.0F}) {
        BackwardCase drawn(size, limit);
        drawn.head.scale = scale;
        INFO(size.text() << ", scale " << scale << ", numbers to " << limit);
        CHECK(drawn.what_is_wrong() == "");
      }
    }
  }
}

TEST_CASE("fused backward: what is not wanted is not written, and changes no bit of the rest") {
  for (const Sizes& size : {Sizes{7, 15, 4, 32}, Sizes{33, 31, 12, 13}}) {
    BackwardCase all(size);
    all.head.dropout = 0.3F;
    fused_attention_backward(all.head);
    for (unsigned wanted = 0; wanted < 8; ++wanted) {
      BackwardCase some(size);
      some.head.dropout = 0.3F;
      const auto check = [&](unsigned bit, const Room& own, const Room& other) {
        INFO(size.text() << ", wanted " << wanted << ", result " << bit);
        if ((wanted & bit) == 0) CHECK(own.untouched_at_all());
        if ((wanted & bit) != 0) CHECK(own.numbers == other.numbers);
      };
      if ((wanted & 1) == 0) some.head.d_query.data = nullptr;
      if ((wanted & 2) == 0) some.head.d_key.data = nullptr;
      if ((wanted & 4) == 0) some.head.d_value.data = nullptr;
      fused_attention_backward(some.head);
      check(1, some.d_query, all.d_query);
      check(2, some.d_key, all.d_key);
      check(4, some.d_value, all.d_value);
    }
  }
}

TEST_CASE("fused backward: without queries, keys or columns of values there is nothing to learn") {
  for (const Sizes& size : {Sizes{0, 5, 3, 2}, Sizes{5, 0, 3, 2}, Sizes{5, 3, 4, 0}}) {
    BackwardCase empty(size);
    INFO(size.text());
    CHECK(empty.what_is_wrong() == "");
  }
}

TEST_CASE("fused backward: NaN in one query reaches all keys, but no other query") {
  BackwardCase drawn({37, 20, 6, 5});
  drawn.query.set({33, 2}, not_a_number);
  fused_attention_backward(drawn.head);
  const auto has_nan = [](const RowsToWrite& rows, Index row, Index width) {
    const float* const from = rows.data + row * rows.step;
    return std::any_of(from, from + width, [](float x) { return std::isnan(x); });
  };
  for (Index t = 0; t < 37; ++t) CHECK(has_nan(drawn.head.d_query, t, 6) == (t == 33));
  for (Index s = 0; s < 20; ++s) CHECK(has_nan(drawn.head.d_key, s, 6));
}

}  // namespace ap::test
