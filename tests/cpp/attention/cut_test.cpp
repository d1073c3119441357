// Heads are taken out of every form of attention: joined, with separate steps, and by workers.

#include "attention_playground/attention/cut.hpp"

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index head_count = 4;

/// Self-attention over [2, 3, 8] with the same matrices in each form.
std::unique_ptr<Run> trace_of(bool separate, Index workers) {
  TraceRequest request;
  request.x.vectors = random_tensor({2, 3, 8}, "x");
  request.d_model = 8;
  request.num_heads = head_count;
  request.separate = separate;
  request.workers = workers;
  request.projections = Projections::given;
  request.given.emplace(GivenProjections{random_tensor({8, 8}, "q"),
                                         random_tensor({8, 8}, "k"),
                                         random_tensor({8, 8}, "v"),
                                         random_tensor({8, 8}, "o"),
                                         {},
                                         {},
                                         {},
                                         {}});
  return trace_attention(request);
}

Tensor output_of(Run& run) { return run.value(run.plan().find("output")); }

float furthest(const Tensor& a, const Tensor& b) {
  float most = 0;
  for (Index i = 0; i < a.count(); ++i) most = std::max(most, std::abs(a.data()[i] - b.data()[i]));
  return most;
}

}  // namespace

TEST_CASE("cut: the n-th head is the same one, however the attention is computed") {
  const auto joined = trace_of(false, 1);
  const std::vector<HeadPlace> places = heads_of(joined->plan());
  REQUIRE(places.size() == head_count);
  for (const auto& [separate, workers] : {std::pair{true, 1}, {false, 2}}) {
    INFO("separate " << separate << ", workers " << workers);
    const auto other = trace_of(separate, workers);
    const std::vector<HeadPlace> own = heads_of(other->plan());
    REQUIRE(own.size() == head_count);
    const Tensor whole = output_of(*joined);
    for (std::size_t head = 0; head < places.size(); ++head) {
      cut_head(*joined, places[head]);
      cut_head(*other, own[head]);
      CHECK(furthest(output_of(*joined), output_of(*other)) < 1e-5F);
      CHECK(furthest(output_of(*joined), whole) > 1e-3F);
      joined->undo();
      other->undo();
    }
    const HeadPlace beyond = {own.back().attention, own.back().head + 1};
    CHECK(error_of([&] { cut_head(*other, beyond); }) == "index head");
  }
}

TEST_CASE("cut: attention without heads is one head") {
  TraceRequest request;
  request.x.vectors = random_tensor({1, 3, 4}, "x");
  request.d_model = 4;
  request.projections.reset();
  const auto run = trace_attention(request);
  const std::vector<HeadPlace> places = heads_of(run->plan());
  REQUIRE(places.size() == 1);
  cut_head(*run, places[0]);
  const Tensor context = run->value(run->plan().find("context"));
  for (Index i = 0; i < context.count(); ++i) CHECK(context.data()[i] == 0);
}

}  // namespace ap::test
