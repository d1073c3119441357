#include "support/attention_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/tensor/random.hpp"
#include "support/comparison.hpp"
#include "support/steps.hpp"

namespace ap::test {

namespace {

/// A weight below 1e-38 is 0: what it would have added, times the largest numbers of the tests.
constexpr double lost = 1e-31;

double scale_of(const AttentionHead& head) {
  return static_cast<double>(head.scale) * static_cast<double>(head.sharpness);
}

double number(Rows rows, Index row, Index column) {
  return static_cast<double>(rows.data[row * rows.step + column]);
}

/// Σ a · b of two rows, and Σ |a · b|.
struct Dot {
  double sum = 0, magnitude = 0;

  Dot(Rows a, Index a_row, Rows b, Index b_row, Index width) {
    for (Index i = 0; i < width; ++i) {
      const double product = number(a, a_row, i) * number(b, b_row, i);
      sum += product;
      magnitude += std::fabs(product);
    }
  }
};

bool sees(const AttentionHead& head, Index query, Index key) {
  return !head.causal || key - query <= head.causal_offset;
}

double masked(const AttentionHead& head, Index query, Index key, double score) {
  for (int m = 0; m < head.mask_count; ++m) {
    const ScoreMask& mask = head.masks[static_cast<std::size_t>(m)];
    score += static_cast<double>(mask.data[query * mask.query_step + key * mask.key_step]);
  }
  return sees(head, query, key) ? score : -std::numeric_limits<double>::infinity();
}

/// What is left of a weight after dropout, as a factor.
double kept(const AttentionHead& head, Index query, Index key) {
  if (head.dropout == 0) return 1;
  const auto index = head.first_weight + static_cast<std::uint64_t>(query * head.keys + key);
  const bool stays = uniform(head.seed, head.stream, index) >= head.dropout;
  return stays ? static_cast<double>(1 / (1 - head.dropout)) : 0;
}

/// The weights of one query before dropout; all are 0 if it sees no key. `largest` becomes at least
/// the largest magnitude that a visible score was made of.
std::vector<double> weights_of(const AttentionHead& head, Index query, double& largest) {
  std::vector<double> weights;
  double maximum = -std::numeric_limits<double>::infinity();
  const double scale = scale_of(head);
  for (Index key = 0; key < head.keys; ++key) {
    const Dot dot(head.query, query, head.key, key, head.d_k);
    weights.push_back(masked(head, query, key, dot.sum * scale));
    maximum = std::fmax(maximum, weights.back());
    const double added = std::fabs(weights.back() - dot.sum * scale);
    if (std::isfinite(added))
      largest = std::fmax(largest, dot.magnitude * std::fabs(scale) + added);
  }
  double sum = 0;
  for (double& weight : weights)
    sum += weight = std::isinf(weight) ? 0 : std::exp(weight - maximum);
  for (double& weight : weights) weight = sum == 0 ? 0 : weight / sum;
  return weights;
}

void add_query(const AttentionHead& head, Rows d_output, Index query,
               const std::vector<double>& weights, AttentionGradient& to) {
  const double scale = scale_of(head);
  std::vector<Dot> d_weights;
  Dot delta(head.query, query, head.key, 0, 0);
  for (Index key = 0; key < head.keys; ++key) {
    d_weights.emplace_back(d_output, query, head.value, key, head.d_v);
    const double applied = weights[static_cast<std::size_t>(key)] * kept(head, query, key);
    delta.sum += applied * d_weights.back().sum;
    delta.magnitude += applied * d_weights.back().magnitude;
    for (Index i = 0; i < head.d_v; ++i) {
      const double part = applied * number(d_output, query, i);
      to.d_value.add(key, i, part, std::fabs(part));
    }
  }
  for (Index key = 0; key < head.keys; ++key) {
    const auto at = static_cast<std::size_t>(key);
    const double factor = kept(head, query, key);
    const double d_score = scale * weights[at] * (factor * d_weights[at].sum - delta.sum);
    const double size =
        std::fabs(scale) * weights[at] * (factor * d_weights[at].magnitude + delta.magnitude);
    for (Index i = 0; i < head.d_k; ++i) {
      const double k = number(head.key, key, i);
      const double q = number(head.query, query, i);
      to.d_query.add(query, i, d_score * k, size * std::fabs(k));
      to.d_key.add(key, i, d_score * q, size * std::fabs(q));
    }
  }
}

}  // namespace

AttentionGradient attention_gradient(const AttentionHead& head, Rows d_output) {
  AttentionGradient gradient{
      {head.queries, head.d_k}, {head.keys, head.d_k}, {head.keys, head.d_v}, 0};
  double largest = 0;
  for (Index query = 0; query < head.queries; ++query)
    add_query(head, d_output, query, weights_of(head, query, largest), gradient);
  // A weight enters twice, by itself and by δ; each product and sum is rounded, too.
  gradient.allowed = 2 * weights_tolerance(head.keys, head.d_k + 6, largest) +
                     tolerance(2 * (head.queries + head.keys + head.d_k + head.d_v + 8), 1);
  return gradient;
}

std::string first_difference(RowsToWrite actual, const Cells& expected, double allowed) {
  for (Index row = 0; row < expected.rows; ++row) {
    for (Index column = 0; column < expected.columns; ++column) {
      const double right = expected.values[expected.at(row, column)];
      const double found = static_cast<double>(actual.data[row * actual.step + column]);
      const double most = allowed * expected.magnitudes[expected.at(row, column)] + lost;
      if (std::fabs(found - right) <= most) continue;
      return to_text(Dims{row, column}) + " is " + std::to_string(found) + ", expected " +
             std::to_string(right) + " ± " + std::to_string(most);
    }
  }
  return "";
}

}  // namespace ap::test
