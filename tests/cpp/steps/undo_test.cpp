#include "attention_playground/steps/run.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("undo: takes back the edits one by one, the last first") {
  Run run = small_run();
  std::vector<std::vector<std::vector<float>>> states = {snapshot(run)};
  const auto edit_and_record = [&](const char* path, const Dims& index, float to) {
    edit(run, path, index, to);
    states.push_back(snapshot(run));
  };
  edit_and_record("x", {0, 0}, 3);
  edit_and_record("projected", {1, 1}, -4);
  edit_and_record("left", {0, 0}, 6);
  edit_and_record("x", {0, 0}, 8);
  edit_and_record("projected", {1, 1}, 5);
  edit_and_record("weights", {2, 5}, 1);
  for (std::size_t left = states.size() - 1; left > 0; --left) {
    CHECK(run.edits().size() == left);
    CHECK_FALSE(run.undo().empty());
    INFO(left - 1 << " edits");
    CHECK(snapshot(run) == states[left - 1]);
  }
  CHECK(run.edits().empty());
  CHECK(run.undo().empty());
  CHECK(snapshot(run) == states[0]);
}

TEST_CASE("undo: an edit after an undo is the last edit") {
  Run run = small_run();
  const auto clean = snapshot(run);
  edit(run, "x", {0, 0}, 3);
  run.undo();
  edit(run, "w", {0, 0}, 3);
  CHECK(snapshot(run) == snapshot_with(1, {0, 0}, 3));
  run.undo();
  CHECK(snapshot(run) == clean);
}

TEST_CASE("reset: takes back everything and says what changed") {
  Run run = small_run();
  const auto clean = snapshot(run);
  edit(run, "offset", {2}, 1);
  edit(run, "left", {0, 1}, 2);
  CHECK(paths_of(run, run.reset()) ==
        Paths{"offset", "left", "scaled", "concat", "masked", "weights"});
  CHECK(run.edits().empty());
  CHECK(snapshot(run) == clean);
  CHECK(run.reset().empty());
}

TEST_CASE("baseline: is what every step was before the first edit") {
  Run run = small_run();
  const auto clean = snapshot(run);
  const auto check_baseline = [&] {
    for (StepId id = 0; id < run.plan().count(); ++id)
      CHECK(values_of(run.baseline(id)) == clean[static_cast<std::size_t>(id)]);
  };
  check_baseline();
  edit(run, "x", {0, 0}, 3);
  check_baseline();
  edit(run, "left", {0, 0}, 4);
  edit(run, "x", {0, 0}, 5);
  check_baseline();
  run.undo();
  check_baseline();
}

TEST_CASE("edit: steps that are not kept can be edited, undone and compared with the baseline") {
  const std::vector<std::string> keep = {"weights"};
  Run all = small_run();
  Run some = small_run(&keep);
  const auto clean = snapshot(all);
  for (const auto& [path, index] : {std::pair{"projected", Dims{1, 2}},
                                    {"left", Dims{0, 1}},
                                    {"w", Dims{2, 2}},
                                    {"projected", Dims{1, 2}}}) {
    const float to = static_cast<float>(all.edits().size()) + 2;
    CHECK(edit(some, path, index, to) == edit(all, path, index, to));
    CHECK(snapshot(some) == snapshot(all));
  }
  for (StepId id = 0; id < some.plan().count(); ++id)
    CHECK(values_of(some.baseline(id)) == clean[static_cast<std::size_t>(id)]);
  while (!all.edits().empty()) {
    all.undo();
    some.undo();
    CHECK(snapshot(some) == snapshot(all));
  }
  CHECK(snapshot(some) == clean);
}

}  // namespace ap::test
