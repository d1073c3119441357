#include "attention_playground/steps/run.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Paths = std::vector<std::string>;

unsigned newest_storage() { return Tensor::filled({1}, 0).storage()->id(); }

}  // namespace

TEST_CASE("edit: gives what a fresh run of the edited input gives, bit for bit") {
  Run run = small_run();
  edit(run, "x", {2, 1}, 0.75F);
  CHECK(snapshot(run) == snapshot_with(0, {2, 1}, 0.75F));
  Run other = small_run();
  edit(other, "w", {0, 3}, -2);
  CHECK(snapshot(other) == snapshot_with(1, {0, 3}, -2));
}

TEST_CASE("edit: re-runs what depends on it and touches nothing else") {
  Run run = small_run();
  const auto before = snapshot(run);
  CHECK(edit(run, "left", {0, 0}, 9) == Paths{"left", "scaled", "concat", "masked", "weights"});
  const auto after = snapshot(run);
  for (StepId id = 0; id < run.plan().count(); ++id) {
    const std::string& path = run.plan()[id].path;
    const bool changed = path == "left" || path == "scaled" || path == "concat" ||
                         path == "masked" || path == "weights";
    INFO(path);
    CHECK((before[static_cast<std::size_t>(id)] != after[static_cast<std::size_t>(id)]) == changed);
  }
}

TEST_CASE("edit: of a view does not change its source's memory") {
  Run run = small_run();
  const Tensor x = value(run, "x");
  edit(run, "left", {1, 1}, 9);
  CHECK(value(run, "left").at({1, 1}) == 9);
  CHECK(first_bit_difference(value(run, "x"), x) == "");
  // An edit of the source keeps the edit of the view.
  edit(run, "x", {1, 1}, 4);
  edit(run, "x", {1, 0}, 5);
  CHECK(value(run, "left").at({1, 1}) == 9);
  CHECK(value(run, "left").at({1, 0}) == 5);
  CHECK(value(run, "x").at({1, 1}) == 4);
}

TEST_CASE("edit: stays on top when what its step reads is edited later") {
  Run run = small_run();
  edit(run, "projected", {0, 2}, 7);
  edit(run, "w", {1, 2}, 3);
  const StepId projected = run.plan().find("projected");
  CHECK(value(run, "projected").at({0, 2}) == 7);
  CHECK(run.computed(projected, {0, 2}) != 7);
  Run only_w = small_run();
  edit(only_w, "w", {1, 2}, 3);
  CHECK(same_bits(run.computed(projected, {0, 2}), value(only_w, "projected").at({0, 2})));
  CHECK(run.is_edited(projected, {0, 2}));
  CHECK_FALSE(run.is_edited(projected, {0, 1}));
}

TEST_CASE("edit: the explanation of an edited cell gives the operation's own number") {
  Run run = small_run();
  const StepId id = run.plan().find("weights");
  const float before = value(run, "weights").at({1, 2});
  edit(run, "weights", {1, 2}, 0.5F);
  const Explanation explanation = run.explain(id, {1, 2});
  CHECK(value(run, "weights").at({1, 2}) == 0.5F);
  CHECK(same_bits(run.computed(id, {1, 2}), before));
  CHECK(std::abs(explanation.result - static_cast<double>(before)) <= explanation.bound);
  CHECK(std::holds_alternative<SoftmaxRule>(explanation.rule));
  edit(run, "x", {0, 0}, 2);
  const StepId x = run.plan().find("x");
  CHECK(run.explain(x, {0, 0}).result == static_cast<double>(small_leaves()[0].at({0, 0})));
}

TEST_CASE("edit: after the first edit of a step no further edit allocates memory for numbers") {
  TraceRequest request = request_for({{"a", "b", "c"}, {"d", "e"}}, 16, 4);
  request.bias = true;
  request.positions = Positions::sinusoidal;
  request.weights.mask.causal = true;
  for (bool separate : {false, true}) {
    request.separate = separate;
    const auto run = trace_attention(request);
    const auto edit_all = [&](float to) {
      edit(*run, "embedding", {0, 1, 2}, to);
      edit(*run, "w_k", {3, 4}, to);
      edit(*run, "causal_mask", separate ? Dims{0, 1, 0} : Dims{0, 0, 1, 0}, -to);
      edit(*run, separate ? "heads.1.scores" : "scores",
           separate ? Dims{1, 2, 0} : Dims{1, 3, 2, 0}, to);
      edit(*run, separate ? "heads.1.w_q" : "q_transposed",
           separate ? Dims{3, 1} : Dims{1, 1, 2, 3}, to);
    };
    edit_all(1);
    const unsigned before = newest_storage();
    for (int i = 2; i < 20; ++i) edit_all(static_cast<float>(i));
    INFO((separate ? "separate" : "combined"));
    CHECK(newest_storage() == before + 1);
  }
}

TEST_CASE("edit: one entry may have many cells; edited cells are counted once each") {
  Run run = small_run();
  const StepId x = run.plan().find("x");
  run.edit(x, {{x, 0, 1}, {x, 5, 2}, {x, 0, 3}});
  run.edit(x, {{x, 5, 4}, {x, 6, 1}});
  CHECK(run.edited_cells(x) == 3);
  CHECK(run.edits().size() == 2);
  CHECK(value(run, "x").at({0, 0}) == 3);
  CHECK(value(run, "x").at({1, 1}) == 4);
  run.undo();
  CHECK(value(run, "x").at({1, 1}) == 2);
  CHECK(run.edited_cells(x) == 2);
  CHECK(run.edit(x, {}).empty());
  CHECK(run.edits().size() == 1);
}

TEST_CASE("edit: a whole matrix is the cells in which it differs") {
  Run run = small_run();
  const StepId w = run.plan().find("w");
  Tensor wanted = value(run, "w");
  CHECK(run.differing_cells(w, wanted).empty());
  wanted.set({1, 2}, 9);
  wanted.set({3, 0}, -9);
  const std::vector<CellEdit> cells = run.differing_cells(w, arranged(wanted, Arrangement::spread));
  REQUIRE(cells.size() == 2);
  CHECK(cells[0].position == 6);
  CHECK(cells[1].value == -9);
  run.edit(w, cells);
  CHECK(first_bit_difference(value(run, "w"), wanted) == "");
  CHECK(error_of([&] { run.differing_cells(w, Tensor(Dims{2, 2})); }) == "shape values");
  for (float bad : {not_a_number, infinity, -infinity}) {
    const Tensor values = with_last({4, 4}, bad);
    CHECK(error_of([&] { run.differing_cells(w, values); }) == "not_finite values");
  }
  const StepId offset = run.plan().find("offset");
  CHECK(run.differing_cells(offset, with_last({6}, -infinity)).size() == 6);
}

TEST_CASE("edit: bad numbers and places are errors, and the last good state stays") {
  Run run = small_run();
  edit(run, "x", {0, 0}, 1);
  const auto before = snapshot(run);
  CHECK(error_of([&] { edit(run, "x", {0, 1}, not_a_number); }) == "not_finite value");
  CHECK(error_of([&] { edit(run, "x", {0, 1}, infinity); }) == "not_finite value");
  CHECK(error_of([&] { edit(run, "x", {0, 1}, -infinity); }) == "not_finite value");
  CHECK(error_of([&] { edit(run, "offset", {1}, not_a_number); }) == "not_finite value");
  CHECK(error_of([&] { edit(run, "offset", {1}, infinity); }) == "not_finite value");
  CHECK(error_of([&] { edit(run, "no step", {1}, 1); }) == "step path");
  const StepId x = run.plan().find("x");
  CHECK(error_of([&] { run.edit(x, {{x, 12, 1}}); }) == "index index");
  CHECK(error_of([&] { run.edit(x, {{x, -1, 1}}); }) == "index index");
  CHECK(error_of([&] { run.edit(x, {{x + 1, 0, 1}}); }) == "index index");
  CHECK(error_of([&] { run.edit(x, {{x, 0, 5}, {x, 1, not_a_number}}); }) == "not_finite value");
  CHECK(snapshot(run) == before);
  CHECK(run.edits().size() == 1);
}

TEST_CASE("edit: −∞ is accepted in a mask and hides") {
  Run run = small_run();
  edit(run, "offset", {4}, -infinity);
  for (Index row = 0; row < 3; ++row) CHECK(value(run, "weights").at({row, 4}) == 0);
  for (Index column = 0; column < 6; ++column) edit(run, "offset", {column}, -infinity);
  CHECK(values_of(value(run, "weights")) == std::vector<float>(18, 0));
  CHECK(what_is_wrong_with_explanations(run) == "");
}

TEST_CASE("edit: dropout elsewhere is not reshuffled") {
  TraceRequest request = request_for(words("a b c d e"), 8, 2);
  request.weights.dropout_p = 0.5F;
  request.weights.seed = 2;
  const auto run = trace_attention(request);
  const auto dropped = [&] {
    std::vector<bool> cells;
    for (float weight : values_of(value(*run, "dropped_weights"))) cells.push_back(weight == 0);
    return cells;
  };
  const std::vector<bool> before = dropped();
  edit(*run, "embedding", {0, 2, 3}, 2);
  edit(*run, "scores", {0, 1, 2, 3}, 0.5F);
  CHECK(dropped() == before);
}

}  // namespace ap::test
