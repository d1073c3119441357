// Heads split over workers: their partial outputs add up to the output of one worker.

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

TraceRequest request_with(Index heads, Index workers, bool bias) {
  TraceRequest request = request_for({{"a", "b", "c", "d"}, {"e", "a", "d", "d"}}, 24, heads);
  request.workers = workers;
  request.bias = bias;
  return request;
}

std::string worker(Index number) { return "workers." + std::to_string(number) + "."; }

}  // namespace

TEST_CASE("workers: any number that divides the heads gives the output of one") {
  for (const Index heads : {1, 2, 4, 6, 12}) {
    for (const bool bias : {false, true}) {
      const auto one = trace_attention(request_with(heads, 1, bias));
      for (Index workers = 1; workers <= heads; ++workers) {
        if (heads % workers != 0) continue;
        INFO(heads << " heads, " << workers << " workers, bias " << bias);
        const auto run = trace_attention(request_with(heads, workers, bias));
        CHECK(what_differs(*one, *run) == "");
        CHECK(value(*run, "output").shape() == Dims{2, 4, 24});
      }
    }
  }
}

TEST_CASE("workers: each computes the heads of its columns, to the last bit") {
  const auto one = trace_attention(request_with(6, 1, true));
  const auto run = trace_attention(request_with(6, 3, true));
  for (Index i = 0; i < 3; ++i) {
    INFO("worker " << i);
    CHECK(first_bit_difference(value(*run, worker(i) + "weights"),
                               part(value(*one, "weights"), 1, 2 * i, 2)) == "");
    CHECK(first_bit_difference(value(*run, worker(i) + "concat"),
                               part(value(*one, "concat"), 2, 8 * i, 8)) == "");
    CHECK(first_bit_difference(value(*run, worker(i) + "w_q"),
                               part(value(*one, "w_q"), 1, 8 * i, 8)) == "");
    CHECK(first_bit_difference(value(*run, worker(i) + "w_o"),
                               part(value(*one, "w_o"), 0, 8 * i, 8)) == "");
    CHECK(first_bit_difference(value(*run, worker(i) + "b_v"),
                               part(value(*one, "b_v"), 0, 8 * i, 8)) == "");
  }
}

TEST_CASE("workers: the sum adds each partial output once, and the bias once") {
  const auto run = trace_attention(request_with(4, 2, true));
  CHECK(inputs_of(*run, "output") ==
        std::vector<std::string>{"workers.0.partial_output", "workers.1.partial_output", "b_o"});
  CHECK(inputs_of(*trace_attention(request_with(4, 4, false)), "output").size() == 4);
}

TEST_CASE("workers: an edit of one's matrix does not affect the others") {
  const auto run = trace_attention(request_with(4, 2, true));
  const Tensor other = value(*run, "workers.0.partial_output");
  const auto changed = edit(*run, "workers.1.w_v", {0, 0}, 5);
  for (const std::string& path : changed) CHECK(path.rfind("workers.0.", 0) != 0);
  CHECK(changed.back() == "output");
  CHECK(first_bit_difference(value(*run, "workers.0.partial_output"), other) == "");
  CHECK(value(*run, "w_v").at({0, 12}) != 5);  // the part is edited, not the whole
}

TEST_CASE("workers: cross-attention, causal masks and explanations work as on one") {
  TraceRequest request = request_for({{"a", "b", "c"}}, {{"d", "e"}}, 8, 4);
  request.bias = true;
  request.weights.mask.causal = true;
  const auto one = trace_attention(request);
  request.workers = 4;
  const auto run = trace_attention(request);
  CHECK(what_differs(*one, *run) == "");
  CHECK(what_is_wrong_with_explanations(*run) == "");
  Run reference = by_reference(*run);
  CHECK(what_differs(*run, reference) == "");
}

TEST_CASE("workers: they must divide the heads, share their masks and have combined matrices") {
  const auto error = [](TraceRequest request) {
    return error_of([&] { trace_attention(request); });
  };
  CHECK(error(request_with(4, 4, false)) == "no error");
  for (const Index workers : {3, 5, 8, 100})
    CHECK(error(request_with(4, workers, false)) == "range workers");
  TraceRequest by_head = request_with(4, 2, false);
  by_head.masks.attn_mask = Tensor::filled({1, 4, 4, 4}, 0);
  CHECK(error(by_head) == "shape attn_mask");
  TraceRequest separate = request_with(4, 2, false);
  separate.separate = true;
  CHECK(error(separate) == "conflict workers");
}

TEST_CASE("workers: without projections they are refused") {
  TraceRequest request = request_with(1, 2, false);
  request.projections.reset();
  CHECK(error_of([&] { trace_attention(request); }) == "conflict workers");
  request.workers = 1;
  CHECK(error_of([&] { trace_attention(request); }) == "no error");
}

}  // namespace ap::test
