// How the last position's logits become the next token.

#include <algorithm>
#include <cmath>

#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index vocabulary = 9;

NextToken chosen(const Ids& tokens, const ChoiceOptions& choice, int trial = 0) {
  const ModelOptions options = drawn_model(trial, Architecture::decoder_only);
  NextTokenRequest request;
  request.tokens = tokens;
  request.choice = choice;
  return Generation(model_of(options, vocabulary)).next(request);
}

std::vector<float> probabilities_of(const NextToken& token) {
  return values_of(token.run->value(*token.pass->probabilities));
}

/// softmax(L / τ) over the k largest, in double precision.
std::vector<double> expected(const std::vector<float>& logits, const ChoiceOptions& choice) {
  std::vector<float> sorted = logits;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const auto kept = static_cast<std::size_t>(choice.top_k == 0 ? vocabulary : choice.top_k);
  const float least = sorted[kept - 1];
  std::vector<double> result;
  double sum = 0;
  for (float logit : logits) {
    const double scaled = (static_cast<double>(logit) - static_cast<double>(sorted[0])) /
                          static_cast<double>(choice.temperature);
    result.push_back(logit < least ? 0 : std::exp(scaled));
    sum += result.back();
  }
  for (double& each : result) each /= sum;
  return result;
}

}  // namespace

TEST_CASE("choice: probabilities are softmax of the logits over τ, among the k largest") {
  for (int trial = 0; trial < 10; ++trial) {
    for (const float temperature : {0.1F, 0.5F, 1.0F, 3.0F}) {
      for (const Index top_k : {0, 1, 4, 9}) {
        const ChoiceOptions choice = {.temperature = temperature, .top_k = top_k};
        const NextToken token = chosen({1, 2, 3}, choice, trial);
        INFO(text_of(token.model->options()) << ", τ " << temperature << ", k " << top_k);
        const Tensor logits = logits_of(token);
        const double largest = largest_magnitude(logits) / static_cast<double>(temperature);
        const Tensor actual = token.run->value(*token.pass->probabilities);
        CHECK(first_difference(actual, expected(values_of(logits), choice),
                               tolerance(vocabulary + softmax_roundings + 2, 1 + 2 * largest)) ==
              "");
      }
    }
  }
}

TEST_CASE("choice: a sampled token is the one that the draw of its place falls on") {
  for (const std::uint32_t seed : {0U, 1U, 77U}) {
    Ids tokens = {1, 2};
    for (int i = 0; i < 12; ++i) {
      const NextToken token =
          chosen(tokens, {.temperature = 2, .top_k = 7, .sampled = true, .seed = seed});
      const double draw = uniform(seed, stream_of("next.token"), tokens.size());
      double sum = 0;
      Index place = 0;
      const std::vector<float> probabilities = probabilities_of(token);
      for (float each : probabilities) sum += static_cast<double>(each);
      const double target = draw * sum;
      sum = 0;
      for (place = 0; place < vocabulary; ++place) {
        sum += static_cast<double>(probabilities[static_cast<std::size_t>(place)]);
        if (sum > target) break;
      }
      CHECK(token.id == place);
      tokens.push_back(token.id);
    }
  }
}

TEST_CASE("choice: over many seeds, tokens come as often as they are probable") {
  constexpr int draws = 600;
  std::vector<int> count(static_cast<std::size_t>(vocabulary));
  std::vector<float> probabilities;
  const auto model = model_of(drawn_model(1, Architecture::decoder_only), vocabulary);
  Generation generation(model);
  NextTokenRequest request;
  request.tokens = {1, 2, 3};
  for (int seed = 0; seed < draws; ++seed) {
    request.choice = {.sampled = true, .seed = static_cast<std::uint32_t>(seed)};
    const NextToken token = generation.next(request);
    probabilities = probabilities_of(token);
    ++count[static_cast<std::size_t>(token.id)];
  }
  for (std::size_t v = 0; v < count.size(); ++v) {
    INFO("token " << v);
    const double p = probabilities[v];
    CHECK(std::fabs(count[v] - draws * p) <= 5 * std::sqrt(draws * p * (1 - p)) + 1);
  }
}

TEST_CASE("choice: the lowest temperature gives all to the largest, the highest equal shares",
          "[long]") {
  for (const bool sampled : {false, true}) {
    for (int trial = 0; trial < 10; ++trial) {
      ChoiceOptions choice = {.temperature = 1e-30F, .sampled = sampled, .seed = 3};
      const NextToken sharp = chosen({1, 2, 3}, choice, trial);
      const std::vector<float> logits = values_of(logits_of(sharp));
      const auto largest = std::max_element(logits.begin(), logits.end()) - logits.begin();
      std::vector<float> only(logits.size(), 0.0F);
      only[static_cast<std::size_t>(largest)] = 1;
      INFO("trial " << trial << ", sampled " << sampled);
      CHECK(probabilities_of(sharp) == only);
      CHECK(sharp.id == largest);
      CHECK(what_is_wrong_with_explanations(*sharp.run) == "");
      choice.temperature = 1e30F;
      const NextToken level = chosen({1, 2, 3}, choice, trial);
      CHECK(probabilities_of(level) ==
            std::vector<float>(logits.size(), 1.0F / static_cast<float>(vocabulary)));
      CHECK(what_is_wrong_with_explanations(*level.run) == "");
    }
  }
}

TEST_CASE("choice: greedy is the same whatever the temperature and seed") {
  for (int trial = 0; trial < 10; ++trial) {
    const Index usual = chosen({4, 5}, {}, trial).id;
    CHECK(chosen({4, 5}, {.temperature = 0.01F}, trial).id == usual);
    CHECK(chosen({4, 5}, {.temperature = 50, .seed = 9}, trial).id == usual);
    CHECK(chosen({4, 5}, {.top_k = 1, .sampled = true, .seed = 9}, trial).id == usual);
  }
}

}  // namespace ap::test
