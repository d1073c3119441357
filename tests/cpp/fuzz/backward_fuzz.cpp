// The backward pass of one head of attention against its definition, for any sizes, strides and
// masks; every matrix ends where its memory ends.

#include "attention_playground/attention/fused_backward.hpp"
#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/attention_gradient.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

constexpr float untouched = -77;

/// Rows with gaps between them, in memory of just their size. What lies in the gaps is NaN where
/// they are read.
struct Room {
  Index rows, width, step;
  std::vector<float> numbers;

  Room(Draw& draw, Index rows, Index width, bool filled)
      : rows(rows), width(width), step(width + draw.whole(0, 5)) {
    const Index count = rows > 0 ? (rows - 1) * step + width : 0;
    numbers.assign(static_cast<std::size_t>(count), filled ? test::not_a_number : untouched);
    for (Index i = 0; filled && i < count; ++i)
      if (i % step < width) numbers[static_cast<std::size_t>(i)] = draw.number();
  }
  Rows read() const { return {numbers.data(), step}; }
  RowsToWrite write() { return {numbers.data(), step}; }
  bool gaps_untouched() const {
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (static_cast<Index>(i) % step >= width && numbers[i] != untouched) return false;
    return true;
  }
};

/// Numbers and −∞ for [queries, keys], with any strides, also 0.
std::vector<float> mask_numbers(Draw& draw, const AttentionHead& head, ScoreMask& mask) {
  mask.key_step = draw.whole(0, 2);
  mask.query_step = draw.chance(0.3) ? 0 : mask.key_step * head.keys + draw.whole(0, 2);
  const Index last = (head.queries - 1) * mask.query_step + (head.keys - 1) * mask.key_step;
  std::vector<float> numbers(static_cast<std::size_t>(std::max<Index>(last, 0) + 1));
  const double hidden = draw.unit();
  for (float& each : numbers) each = draw.chance(hidden * hidden) ? -test::infinity : draw.number();
  mask.data = numbers.data();
  return numbers;
}

void draw_options(Draw& draw, FusedAttentionBackward& head) {
  head.scale = draw.chance(0.2) ? 0 : draw.number();
  head.causal = draw.chance(0.4);
  head.causal_offset = draw.chance(0.1) ? draw.wrong_whole() : draw.whole(-5, 8);
  if (!draw.chance(0.3)) return;
  head.dropout = static_cast<float>(0.9 * draw.unit());
  head.seed = static_cast<std::uint32_t>(draw.bits());
  head.stream = draw.bits();
  head.first_weight = draw.bits() >> 8;
}

}  // namespace

TEST_CASE("backward: attention's gradients are those of the definition, whatever the head") {
  const int count = static_cast<int>(4000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("attention backward", round);
    FusedAttentionBackward head{};
    head.queries = draw.size(70);
    head.keys = draw.size(40);
    head.d_k = draw.whole(1, 20);
    head.d_v = draw.size(20);
    const Room q(draw, head.queries, head.d_k, true), k(draw, head.keys, head.d_k, true),
        v(draw, head.keys, head.d_v, true), d_output(draw, head.queries, head.d_v, true);
    Room d_q(draw, head.queries, head.d_k, false), d_k(draw, head.keys, head.d_k, false),
        d_v(draw, head.keys, head.d_v, false);
    head.query = q.read();
    head.key = k.read();
    head.value = v.read();
    head.d_output = d_output.read();
    draw_options(draw, head);
    std::vector<float> masks[2];
    head.mask_count = static_cast<int>(draw.whole(0, 2));
    for (int m = 0; m < head.mask_count; ++m)
      masks[m] = mask_numbers(draw, head, head.masks[static_cast<std::size_t>(m)]);
    if (draw.chance(0.8)) head.d_query = d_q.write();
    if (draw.chance(0.8)) head.d_key = d_k.write();
    if (draw.chance(0.8)) head.d_value = d_v.write();
    INFO(draw.again() << ": " << head.queries << " queries, " << head.keys << " keys, " << head.d_k
                      << ", " << head.d_v);
    fused_attention_backward(head);
    REQUIRE((d_q.gaps_untouched() && d_k.gaps_untouched() && d_v.gaps_untouched()));
    const test::AttentionGradient right = test::attention_gradient(head, head.d_output);
    const auto check = [&](const RowsToWrite& found, const test::Cells& expected) {
      if (found.data == nullptr) return;
      REQUIRE(test::first_difference(found, expected, right.allowed) == "");
    };
    check(head.d_query, right.d_query);
    check(head.d_key, right.d_key);
    check(head.d_value, right.d_value);
  }
}

}  // namespace ap::fuzz
