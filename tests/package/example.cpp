#include <attention_playground/attention_playground.hpp>
#include <cstdio>

int main() try {
  // Attention in one call: query [T, d_k], key [S, d_k], value [S, d_v] give output [T, d_v].
  const float numbers[] = {1, 0, 0, 1, 1, 1};
  const ap::Tensor x = ap::Tensor::from({3, 2}, numbers);
  const ap::AttentionResult result = ap::scaled_dot_product_attention(x, x, x, {}, {}, true);
  std::printf("query 0 gives key 2 the weight %.4f\n", result.weights.at({0, 2}));

  // The same step by step: everything in between is there, and any cell says how it was computed.
  ap::TraceRequest request;
  request.x.vectors = x.view({1, 3, 2});
  request.projections.reset();
  const auto run = ap::trace_attention(request);
  for (const ap::Step& step : run->plan().steps())
    std::printf("%-14s %-10s %s\n", step.path.c_str(), ap::to_text(step.layout.shape).c_str(),
                step.declaration.operation->name);
  const ap::Explanation why = run->explain(run->plan().find("scores"), {0, 2, 2});
  const auto& dot = std::get<ap::DotRule>(why.rule);
  for (std::size_t i = 0; i < dot.products.size(); ++i)
    std::printf("  %g · %g, sum %g\n", dot.left[i].value, dot.right[i].value, dot.sums[i]);

  // A decoder of random parameters by seed; its keys and values are kept from token to token.
  ap::ModelOptions options;
  options.architecture = ap::Architecture::decoder_only;
  const std::vector<std::string> vocabulary = {"the", "cat", "sat", "on", "mat"};
  ap::Generation generation(std::make_shared<ap::Model>(options, vocabulary, ap::Leaves{}));
  ap::NextTokenRequest sentence;
  sentence.tokens = {0, 1};
  for (int i = 0; i < 3; ++i) {
    const ap::NextToken next = generation.next(sentence);
    sentence.tokens.push_back(next.id);
    std::printf("%s: %td kept, %td computed\n", vocabulary[std::size_t(next.id)].c_str(), next.kept,
                next.computed);
  }
} catch (const ap::Error& error) {
  std::printf("%s\n", error.what());
  return 1;
}
