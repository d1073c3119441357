// The study of √d_k shows what it claims: dot products of d_k random components have variance d_k.

#include "attention_playground/attention/study.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

StudyOptions study(Index d_k, std::uint32_t seed = 0, Index queries = 64, Index keys = 16) {
  return {d_k, queries, keys, seed};
}

float number(Run& run, const char* path) { return value(run, path).at({0, 0}); }

std::string study_error(const StudyOptions& options) {
  return error_of([&] { trace_study(options); });
}

}  // namespace

TEST_CASE("study: the variance of scores is about d_k, and about 1 where they are scaled") {
  for (const Index d_k : {1, 4, 16, 64, 256, 1024}) {
    // Scores share queries and keys, so their variance varies as that of 80 vectors' sizes rather
    // than of 1024 numbers: five times √(2/d_k · (1/64 + 1/16)), plus that of 1024 products.
    const double spread = 5 * (std::sqrt(2.0 / static_cast<double>(d_k) * (1.0 / 64 + 1.0 / 16)) +
                               std::sqrt(8.0 / 1024));
    for (const std::uint32_t seed : {0U, 1U, 2U, 3U}) {
      INFO("d_k " << d_k << ", seed " << seed);
      const auto run = trace_study(study(d_k, seed));
      const double variance = number(*run, "variance") / static_cast<float>(d_k);
      CHECK(std::fabs(variance - 1) < spread);
      CHECK(std::fabs(static_cast<double>(number(*run, "scaled.variance")) - variance) <
            1e-4 * variance);
    }
  }
}

TEST_CASE("study: components are standard normal: mean about 0, variance about 1") {
  const auto run = trace_study(study(256, 5));
  for (const char* path : {"q", "k"}) {
    double sum = 0;
    double squares = 0;
    const std::vector<float> values = values_of(value(*run, path));
    for (float x : values) {
      sum += static_cast<double>(x);
      squares += static_cast<double>(x) * static_cast<double>(x);
    }
    const auto n = static_cast<double>(values.size());
    CHECK(std::fabs(sum / n) < 5 / std::sqrt(n));
    CHECK(std::fabs(squares / n - 1) < 5 * std::sqrt(2 / n));
  }
}

TEST_CASE("study: entropies lie between 0 and ln n, gradients between 0 and 1 − 1/n") {
  for (const Index d_k : {1, 64, 4096}) {
    for (const Index keys : {1, 2, 16, 33}) {
      INFO("d_k " << d_k << ", keys " << keys);
      const auto run = trace_study(study(d_k, 1, 20, keys));
      const auto n = static_cast<double>(keys);
      const double rounding = tolerance(4 * keys + 16, std::log(n) + 1);
      for (const char* scope : {"", "scaled."}) {
        for (const double entropy : values_of(value(*run, scope + std::string("entropy")))) {
          CHECK(entropy >= -rounding);
          CHECK(entropy <= std::log(n) + rounding);
        }
        for (const double gradient : values_of(value(*run, scope + std::string("gradient")))) {
          CHECK(gradient >= -rounding);
          CHECK(gradient <= 1 - 1 / n + rounding);
        }
      }
    }
  }
}

TEST_CASE("study: scaled scores keep softmax soft, unscaled ones harden it as d_k grows") {
  double entropy = HUGE_VAL;
  double gradient = HUGE_VAL;
  for (const Index d_k : {4, 64, 1024}) {
    const auto run = trace_study(study(d_k));
    CHECK(number(*run, "mean_entropy") < entropy);
    CHECK(number(*run, "mean_gradient") < gradient);
    entropy = number(*run, "mean_entropy");
    gradient = number(*run, "mean_gradient");
    CHECK(number(*run, "scaled.mean_entropy") > 2);  // of ln 16 = 2.77
    CHECK(number(*run, "scaled.mean_gradient") > 0.7F);
  }
  CHECK(entropy < 0.3);
  CHECK(gradient < 0.15);
}

TEST_CASE("study: means are those of their rows") {
  const auto run = trace_study(study(32));
  for (const auto& [rows, mean] : {std::pair{"entropy", "mean_entropy"},
                                   {"gradient", "mean_gradient"},
                                   {"scores", "mean"},
                                   {"scaled.entropy", "scaled.mean_entropy"},
                                   {"scaled.scores", "scaled.mean"}}) {
    INFO(rows);
    const Tensor all = value(*run, rows);
    double sum = 0;
    for (float x : values_of(all)) sum += static_cast<double>(x);
    CHECK(std::fabs(static_cast<double>(number(*run, mean)) -
                    sum / static_cast<double>(all.count())) <=
          tolerance(all.count(), largest_magnitude(all)));
  }
}

TEST_CASE("study: equal seeds give equal numbers, other seeds others") {
  const auto first = trace_study(study(64, 7));
  const auto again = trace_study(study(64, 7));
  for (StepId id = 0; id < first->plan().count(); ++id)
    CHECK(first_bit_difference(again->value(id), first->value(id)) == "");
  CHECK(first_bit_difference(value(*trace_study(study(64, 8)), "scores"),
                             value(*first, "scores")) != "");
}

TEST_CASE("study: a larger d_k, or more queries, leaves the components that were there") {
  const auto small = trace_study(study(8, 7, 4, 3));
  const auto large = trace_study(study(32, 7, 9, 5));
  CHECK(first_bit_difference(part(part(value(*large, "q"), 0, 0, 4), 1, 0, 8),
                             value(*small, "q")) == "");
  CHECK(first_bit_difference(part(part(value(*large, "k"), 0, 0, 3), 1, 0, 8),
                             value(*small, "k")) == "");
}

TEST_CASE("study: every cell is explained, and both implementations agree") {
  const auto run = trace_study(study(5, 2, 4, 3));
  CHECK(what_is_wrong_with_explanations(*run) == "");
  for (const Index d_k : {1, 64, 1024}) {
    const auto larger = trace_study(study(d_k));
    Run reference = by_reference(*larger);
    CHECK(what_differs(*larger, reference) == "");
  }
}

TEST_CASE("study: sizes outside their range are errors that name them") {
  CHECK(study_error(study(1, 0, 1, 1)) == "no error");
  for (const Index bad : {Index{0}, Index{-1}, largest_index}) {
    CHECK(study_error(study(bad)) == "range d_k");
    CHECK(study_error(study(4, 0, bad)) == "range queries");
    CHECK(study_error(study(4, 0, 4, bad)) == "range keys");
  }
  CHECK(study_error(study(65537)) == "range d_k");
  CHECK(study_error(study(4, 0, 4097)) == "range queries");
  CHECK(study_error(study(4, 0, 4, 4097)) == "range keys");
}

}  // namespace ap::test
