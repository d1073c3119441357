// The tensors that a run takes and hands out: it checks the ones it takes, and those handed out
// stay unchanged as long as they are held; errors change nothing.

#include <new>
#include <type_traits>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/scale.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// How many more runs of `brittle` succeed before memory runs out; negative: all.
int runs_left = -1;

Operation brittle_operation() {
  Operation operation = ops::scale;
  operation.run = [](Inputs inputs, const Attributes& attributes, Tensor& out) {
    if (runs_left == 0) throw std::bad_alloc();
    if (runs_left > 0) --runs_left;
    ops::scale.run(inputs, attributes, out);
  };
  return operation;
}

/// x → first → second → third; each doubles, and may fail.
std::shared_ptr<const Plan> brittle_plan(const std::vector<std::string>* keep = nullptr) {
  static const Operation brittle = brittle_operation();
  const auto declared = [](const char* kind, const Operation& operation) {
    return Declaration{kind, "s", "v", &operation, Role::input, {Axis::token}};
  };
  PlanBuilder builder;
  StepId last = builder.add(declared("x", ops::given), {}, Leaf{{4}});
  for (const char* kind : {"first", "second", "third"})
    last = builder.add(declared(kind, brittle), {last}, Factor{2});
  return std::make_shared<const Plan>(std::move(builder).finish(keep));
}

/// While this exists, memory runs out at the n-th run of an operation.
struct Failing {
  explicit Failing(int at) { runs_left = at; }
  ~Failing() { runs_left = -1; }
};

bool fails(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::bad_alloc&) {
    return true;
  }
  return false;
}

std::size_t kept_storages(Run& run) {
  std::size_t count = 0;
  for (StepId id = 0; id < run.plan().count(); ++id)
    count += run.loan(id).storage()->id() == run.loan(id).storage()->id() ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("run: the supplied tensors must match its leaves in number and shape") {
  const auto error = [](std::vector<Tensor> leaves) {
    return error_of([&] { Run(small_plan(), std::move(leaves)); });
  };
  const std::vector<Tensor> good = small_leaves();
  CHECK(error(good) == "no error");
  CHECK(error({}) == "size supplied");
  CHECK(error({good[0], good[1]}) == "size supplied");
  CHECK(error({good[0], good[1], good[2], good[2]}) == "size supplied");
  CHECK(error({good[0], good[1], Tensor()}) == "missing offset");
  CHECK(error({good[0], good[0], good[2]}) == "shape w");
  CHECK(error({good[0].view({4, 3}), good[1], good[2]}) == "shape x");
  CHECK(error({good[0].view({1, 3, 4}), good[1], good[2]}) == "shape x");
}

TEST_CASE("run: leaves that are not row-major are copied") {
  std::vector<Tensor> leaves = small_leaves();
  Run plain(small_plan(), leaves);
  for (const Arrangement arrangement :
       {Arrangement::offset, Arrangement::transposed, Arrangement::spread}) {
    INFO(name_of(arrangement));
    Run run(small_plan(), {arranged(leaves[0], arrangement), leaves[1], leaves[2]});
    CHECK(snapshot(run) == snapshot(plain));
    CHECK(run.loan(0).layout() == run.plan()[0].layout);
  }
}

TEST_CASE("run: edits, undo and writes do not change a tensor that was handed out") {
  Run run = small_run();
  const StepId x = run.plan().find("x");
  const StepId weights = run.plan().find("weights");
  const Tensor before = run.value(weights);
  const std::vector<float> first = values_of(before);
  run.edit(x, {{x, 0, 5}});
  const Tensor edited = run.value(weights);
  const Tensor baseline = run.baseline(weights);
  const std::vector<float> second = values_of(edited);
  CHECK(second != first);
  CHECK(values_of(baseline) == first);
  run.edit(x, {{x, 1, -3}});
  run.edit(weights, {{weights, 2, 0.5F}});
  CHECK(values_of(before) == first);
  CHECK(values_of(edited) == second);
  run.reset();
  CHECK(values_of(edited) == second);
  Tensor mine = run.value(weights);
  mine.set({0, 0}, 77);
  run.baseline(weights).set({0, 0}, 77);
  CHECK(values_of(run.value(weights)) == first);
}

TEST_CASE("run: what was computed before any edit may be held as a loan") {
  Run run = small_run();
  const StepId x = run.plan().find("x");
  std::vector<Tensor> lent;
  for (StepId id = 0; id < run.plan().count(); ++id) lent.push_back(run.loan(id));
  const std::vector<std::vector<float>> first = snapshot(run);
  for (const float value : {1.0F, 2.0F, 3.0F}) run.edit(x, {{x, 3, value}});
  run.undo();
  run.reset();
  run.edit(x, {{x, 3, 4}});
  for (std::size_t id = 0; id < lent.size(); ++id) CHECK(values_of(lent[id]) == first[id]);
}

TEST_CASE("run: a run cannot be copied, as a copy would share what edits write into") {
  CHECK_FALSE(std::is_copy_constructible_v<Run>);
  CHECK_FALSE(std::is_copy_assignable_v<Run>);
  Run run = small_run();
  const std::vector<std::vector<float>> first = snapshot(run);
  Run moved = std::move(run);
  CHECK(snapshot(moved) == first);
}

TEST_CASE("run: a step that the plan does not have is an error") {
  Run run = small_run();
  for (const StepId id : {-1, run.plan().count(), 1 << 30}) {
    INFO(id);
    CHECK(error_of([&] { run.value(id); }) == "step step");
    CHECK(error_of([&] { run.baseline(id); }) == "step step");
    CHECK(error_of([&] { run.loan(id); }) == "step step");
    CHECK(error_of([&] { run.explain(id, {0, 0}); }) == "step step");
    CHECK(error_of([&] { run.computed(id, {0, 0}); }) == "step step");
    CHECK(error_of([&] { run.is_edited(id, {0, 0}); }) == "step step");
    CHECK(error_of([&] { run.edited_cells(id); }) == "step step");
    CHECK(error_of([&] { run.edit(id, {{id, 0, 1}}); }) == "step step");
    CHECK(error_of([&] { run.differing_cells(id, counting({3, 4})); }) == "step step");
  }
  CHECK(error_of([&] { run.differing_cells(0, Tensor()); }) == "missing values");
}

TEST_CASE("run: keep_all() that fails on the way keeps nothing more") {
  const std::vector<std::string> keep = {"third"};
  Run run(brittle_plan(&keep), {counting({4})});
  {
    const Failing failing(1);
    CHECK(fails([&] { run.keep_all(); }));
  }
  // A step that was freed gets other memory each time it is requested.
  CHECK(kept_storages(run) == 2);
  run.keep_all();
  CHECK(kept_storages(run) == 4);
}

TEST_CASE("run: keep_all() is refused if that cannot fit") {
  // Each step has 2^26 floats: memory suffices for the leaf, the last step and two others at a
  // time, but not for all nine.
  PlanBuilder builder;
  const auto declared = [](const char* kind, const Operation& operation) {
    return Declaration{kind, "s", "v", &operation, Role::input, {Axis::token}};
  };
  StepId last = builder.add(declared("x", ops::given), {}, Leaf{{1 << 26}});
  for (const char* kind :
       {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"})
    last = builder.add(declared(kind, ops::scale), {last});
  const std::vector<std::string> keep = {"eighth"};
  const Plan plan = std::move(builder).finish(&keep);
  CHECK(error_of([&] { plan.require_memory(); }) == "no error");
  CHECK(error_of([&] { plan.require_memory_for_all(); }) == "memory shape");
}

TEST_CASE("edit: if memory runs out on the way, nothing changes") {
  for (int at = 0; at < 3; ++at) {
    INFO("at the re-run of step " << at + 1);
    Run run(brittle_plan(), {counting({4})});
    const std::vector<std::vector<float>> first = snapshot(run);
    {
      const Failing failing(at);
      CHECK(fails([&] { run.edit(0, {{0, 1, 9}}); }));
    }
    CHECK(run.edits().empty());
    CHECK(snapshot(run) == first);
    run.edit(0, {{0, 1, 5}});
    const std::vector<std::vector<float>> second = snapshot(run);
    {
      const Failing failing(at);
      CHECK(fails([&] { run.edit(0, {{0, 2, 9}}); }));
    }
    CHECK(run.edits().size() == 1);
    CHECK(run.edited_cells(0) == 1);
    CHECK(snapshot(run) == second);
    CHECK(values_of(run.baseline(3)) == first[3]);
    run.undo();
    CHECK(snapshot(run) == first);
  }
}

TEST_CASE("edit: an undo succeeds even without enough memory") {
  Run run(brittle_plan(), {counting({4})});
  run.edit(0, {{0, 1, 5}});
  const std::vector<std::vector<float>> once = snapshot(run);
  run.edit(0, {{0, 2, 9}});
  {
    const Failing failing(1);
    CHECK(run.undo() == std::vector<StepId>{0, 1, 2, 3});
  }
  CHECK(run.edits().size() == 1);
  CHECK(snapshot(run) == once);
}

}  // namespace ap::test
