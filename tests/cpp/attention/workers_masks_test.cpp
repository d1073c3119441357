// Workers see the masks that one worker sees.

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"

namespace ap::test {

namespace {

/// A padded batch, or a full one, on this many workers.
TraceRequest request_on(Index workers, bool padded) {
  TraceRequest request = padded ? request_for({{"a", "b", "c", "d"}, {"e", "a"}}, 8, 4)
                                : request_for({{"a", "b", "c", "d"}, {"e", "a", "b", "b"}}, 8, 4);
  request.workers = workers;
  return request;
}

/// The same request on two workers gives the output of one.
template <typename Change>
void check_two_workers(bool padded, Change change) {
  TraceRequest one = request_on(1, padded);
  TraceRequest two = request_on(2, padded);
  change(one);
  change(two);
  const auto expected = trace_attention(one);
  const auto run = trace_attention(two);
  CHECK(what_differs(*expected, *run) == "");
}

}  // namespace

TEST_CASE("workers: the padding of a batch is hidden from each") {
  check_two_workers(true, [](TraceRequest&) {});
}

TEST_CASE("workers: a given padding mask is seen by each") {
  check_two_workers(false, [](TraceRequest& request) {
    request.masks.key_padding_mask =
        additive(Tensor::from({2, 4}, std::vector<float>{1, 0, 1, 1, 1, 1, 1, 0}));
  });
}

TEST_CASE("workers: a given mask is seen by each") {
  check_two_workers(false, [](TraceRequest& request) {
    request.masks.attn_mask = Tensor::filled({2, 1, 4, 4}, 0);
    request.masks.attn_mask->set({1, 0, 2, 3}, -1);
  });
}

TEST_CASE("workers: zero or fewer are an error that names them") {
  for (const Index workers : {0, -1, -2})
    CHECK(error_of([&] { trace_attention(request_on(workers, false)); }) == "range workers");
}

}  // namespace ap::test
