// Traces of attention: requests, edits, undo, reset and explanations, valid and invalid; tensors
// that were handed out stay unchanged.

#include <algorithm>
#include <cmath>

#include "attention_playground/attention/attention.hpp"
#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/random_plan.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

TraceRequest some_request(Draw& draw) {
  const Index heads = draw.whole(1, 3), width = heads * draw.whole(1, 3);
  TraceRequest request;
  const auto words = [&] {
    test::Sentences sentences(2);
    for (auto& sentence : sentences)
      for (Index count = draw.whole(1, 4); count > 0; --count)
        sentence.push_back(std::string(1, static_cast<char>('a' + draw.whole(0, 5))));
    return sentences;
  };
  if (draw.chance(0.4)) {
    request = test::request_for(draw.tensor({draw.whole(1, 2), draw.whole(1, 4), width}), heads);
  } else if (draw.chance(0.5)) {
    request = test::request_for(words(), words(), width, heads);
  } else {
    request = test::request_for(words(), width, heads);
  }
  request.positions = static_cast<Positions>(draw.whole(0, 2));
  if (draw.chance(0.2))
    request.projections.reset(), request.num_heads = 1;
  else if (draw.chance(0.2))
    request.projections = Projections::identity;
  request.bias = draw.chance(0.3);
  request.separate = draw.chance(0.2);
  if (draw.chance(0.2)) request.workers = request.num_heads;
  if (draw.chance(0.3)) request.weights.tile = {draw.whole(1, 3), draw.whole(1, 3)};
  request.weights.mask.causal = draw.chance(0.3);
  request.weights.mask.causal_offset = draw.whole(-1, 2);
  if (draw.chance(0.3)) request.weights.dropout_p = 0.4F;
  if (draw.chance(0.3)) request.weights.temperature = 2;
  return request;
}

/// Q, K and V of two to four axes, as they are; now and then one of them is wrong.
TraceRequest some_operands(Draw& draw) {
  const Dims leading = draw.shape(0, 2, 3);
  const Index width = draw.size(3);
  const auto operand = [&](Index rows, Index columns) {
    Dims shape = leading;
    shape.push_back(rows);
    shape.push_back(columns);
    return draw.chance(0.1) ? draw.wrong_tensor(shape) : draw.tensor(shape);
  };
  const Index keys = draw.size();
  TraceRequest request;
  request.operands =
      GivenOperands{operand(draw.size(), width), operand(keys, width), operand(keys, draw.size(3))};
  if (draw.chance(0.8)) request.projections.reset();
  if (draw.chance(0.2)) request.positions = Positions::rotary;
  if (draw.chance(0.3)) request.masks.key_padding_mask = draw.tensor(draw.shape(1, 2));
  if (draw.chance(0.3)) request.weights.tile = {draw.whole(1, 3), draw.whole(1, 3)};
  request.weights.mask.causal = draw.chance(0.3);
  return request;
}

/// Weights of one to five axes with values that fit, or with none, or with wrong ones.
std::unique_ptr<Run> some_weights(Draw& draw) {
  const Dims shape = draw.shape(1, 5);
  const Tensor weights = draw.chance(0.2) ? draw.wrong_tensor(shape) : draw.tensor(shape);
  if (draw.chance(0.3)) return trace_weights(weights, nullptr);
  Dims rows = shape;
  rows[rows.rank() - 1] = draw.size();
  if (rows.rank() > 1) rows[rows.rank() - 2] = shape.back();
  const Tensor value = draw.chance(0.2) ? draw.wrong_tensor(rows) : draw.tensor(rows);
  return trace_weights(weights, &value);
}

void spoil(Draw& draw, TraceRequest& request) {
  const auto wrong = [&](std::optional<Tensor>& tensor) {
    tensor = draw.wrong_tensor(tensor ? tensor->shape() : Dims{2, 2});
  };
  const Index way = draw.whole(0, 12);
  if (way == 0) wrong(request.x.vectors);
  if (way == 1) wrong(request.x.ids);
  if (way == 2) wrong(request.x.lengths);
  if (way == 3) request.memory = SentenceInput{};
  if (way == 4) request.num_heads = draw.wrong_whole();
  if (way == 5) request.d_model = draw.wrong_whole();
  if (way == 6) request.workers = draw.wrong_whole();
  if (way == 7) request.weights.tile = {draw.wrong_whole(), draw.wrong_whole()};
  if (way == 8) wrong(request.masks.attn_mask);
  if (way == 9) wrong(request.masks.key_padding_mask);
  if (way == 10) request.weights.scale = draw.wrong_number();
  if (way == 11) request.projections = Projections::given;
  if (way == 12) request.vocabulary.clear();
}

using State = std::vector<std::vector<float>>;

/// Compares bits, because an edit may turn a huge number into NaN.
bool are_same(const State& a, const State& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](auto& x, auto& y) {
           return std::equal(x.begin(), x.end(), y.begin(), y.end(), test::same_bits);
         });
}

/// A run with its states so far: the numbers of all steps before each edit.
class Walk {
 public:
  Walk(Draw& draw, Run& run) : draw_(draw), run_(run) { states_.push_back(test::snapshot(run)); }

  void step() {
    const Index way = draw_.whole(0, 9);
    if (way < 4)
      edit();
    else if (way == 4)
      replace();
    else if (way == 5)
      undo();
    else if (way == 6)
      reset();
    else if (way == 7)
      look();
    else if (way == 8)
      explain();
    else
      take();
    REQUIRE(are_same(test::snapshot(run_), states_.back()));
    REQUIRE(what_changed(taken_) == "");
  }

 private:
  StepId some_step() {
    if (draw_.chance(0.1))
      return draw_.chance(0.5) ? -1
                               : run_.plan().count() + static_cast<StepId>(draw_.whole(0, 1 << 20));
    return static_cast<StepId>(draw_.whole(0, run_.plan().count() - 1));
  }
  bool is_step(StepId id) const { return id >= 0 && id < run_.plan().count(); }
  Index count_of(StepId id) const {
    return is_step(id) ? element_count(run_.plan()[id].layout.shape) : 5;
  }

  void edit() {
    const StepId id = some_step();
    std::vector<CellEdit> cells;
    for (Index count = draw_.whole(0, 3); count > 0; --count) {
      CellEdit cell{id, draw_.whole(0, std::max<Index>(count_of(id) - 1, 0)), draw_.number()};
      if (draw_.chance(0.1)) cell.position = draw_.wrong_whole();
      if (draw_.chance(0.1)) cell.value = draw_.wrong_number();
      if (draw_.chance(0.05)) cell.step = some_step();
      cells.push_back(cell);
    }
    std::vector<StepId> changed;
    if (goes_through([&] { changed = run_.edit(id, cells); }) && !changed.empty())
      states_.push_back(test::snapshot(run_));
  }

  void replace() {
    const StepId id = some_step();
    const Dims shape = is_step(id) ? run_.plan()[id].layout.shape : Dims{2};
    const Tensor values = draw_.chance(0.3) ? draw_.wrong_tensor(shape) : draw_.tensor(shape);
    std::vector<StepId> changed;
    goes_through([&] { changed = run_.edit(id, run_.differing_cells(id, values)); });
    if (!changed.empty()) states_.push_back(test::snapshot(run_));
  }

  void undo() {
    REQUIRE(run_.undo().empty() == (states_.size() == 1));
    if (states_.size() > 1) states_.pop_back();
  }

  void reset() {
    run_.reset();
    states_.resize(1);
    REQUIRE(run_.edits().empty());
  }

  void look() {
    const StepId id = some_step();
    goes_through([&] { run_.edited_cells(id); });
    goes_through([&] { run_.loan(id); });
    goes_through([&] {
      const std::vector<float> baseline = test::values_of(run_.baseline(id));
      REQUIRE(what_changed({{run_.loan_baseline(id), baseline}}) == "");
      REQUIRE(are_same({baseline}, {states_.front()[static_cast<std::size_t>(id)]}));
    });
    if (draw_.chance(0.2)) run_.keep_all();
  }

  void explain() {
    const StepId id = some_step();
    Dims index = draw_.shape(0, 4);
    if (is_step(id) && draw_.chance(0.8)) {
      index = run_.plan()[id].layout.shape;
      for (int axis = 0; axis < index.rank(); ++axis)
        index[axis] = draw_.chance(0.05) ? draw_.wrong_whole()
                                         : draw_.whole(0, std::max<Index>(index[axis] - 1, 0));
    }
    goes_through([&] {
      const Explanation explanation = run_.explain(id, index);
      const double computed = run_.computed(id, index);
      run_.is_edited(id, index);
      if (!std::isfinite(computed) || !std::isfinite(explanation.result)) return;
      REQUIRE(std::fabs(computed - explanation.result) <= explanation.bound);
    });
  }

  /// Takes a tensor that later edits must not change.
  void take() {
    const StepId id = some_step();
    goes_through([&] { taken_.push_back(hold(run_.value(id))); });
    goes_through([&] { taken_.push_back(hold(run_.baseline(id))); });
    if (taken_.size() > 8) taken_.erase(taken_.begin(), taken_.begin() + 2);
  }

  Draw& draw_;
  Run& run_;
  std::vector<State> states_;
  std::vector<Held> taken_;
};

}  // namespace

TEST_CASE("runs: traces of any request, edited and undone, are unchanged") {
  const int count = static_cast<int>(2500 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("runs", round);
    INFO(draw.again());
    TraceRequest request = some_request(draw);
    if (draw.chance(0.4)) spoil(draw, request);
    std::unique_ptr<Run> run;
    if (!goes_through([&] { run = trace_attention(request); })) continue;
    if (run->plan().peak_floats() > 20000) continue;
    Walk walk(draw, *run);
    for (int step = 0; step < 12; ++step) walk.step();
    goes_through([&] { compare(*run, *run); });
  }
}

TEST_CASE("runs: given weights, and Q, K and V of any shape, are traced or refused") {
  const int count = static_cast<int>(2500 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("given", round);
    INFO(draw.again());
    std::unique_ptr<Run> run;
    const bool ready = goes_through([&] {
      run = draw.chance(0.5) ? some_weights(draw) : trace_attention(some_operands(draw));
    });
    if (!ready || run->plan().peak_floats() > 20000) continue;
    Walk walk(draw, *run);
    for (int step = 0; step < 12; ++step) walk.step();
    goes_through([&] { compare(*run, *run); });
  }
}

TEST_CASE("runs: after edits, one that keeps little equals one that keeps everything") {
  const std::vector<std::string> kept = {"weights"};
  const int count = static_cast<int>(1500 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("lean runs", round);
    INFO(draw.again());
    Run lean = test::small_run(draw.chance(0.7) ? &kept : nullptr,
                               draw.chance(0.5) ? Implementation::simd : Implementation::reference);
    Walk walk(draw, lean);
    for (int step = 0; step < 15; ++step) walk.step();
  }
}

TEST_CASE("runs: of any plan, one that keeps little equals one that keeps all, whatever fails") {
  const int count = static_cast<int>(1000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("light runs", round);
    INFO(draw.again());
    const test::DrawWhole whole = [&draw](Index least, Index most) {
      return draw.whole(least, most);
    };
    const test::RandomPlan plan(whole);
    test::Twins twins(plan, whole);
    for (int step = 0; step < 12; ++step) {
      twins.step();
      INFO("step " << step);
      REQUIRE(twins.what_differs() == "");
    }
  }
}

TEST_CASE("runs: tensors that a plan does not take are refused") {
  const int count = static_cast<int>(8000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("supplied", round);
    INFO(draw.again());
    std::vector<Tensor> leaves = test::small_leaves();
    const Index way = draw.whole(0, 3);
    if (way == 0) leaves.pop_back();
    if (way == 1) leaves.push_back(draw.tensor({1}));
    if (way == 2) leaves.clear();
    if (way == 3) {
      Tensor& leaf = draw.pick(leaves);
      leaf = draw.wrong_tensor(leaf.shape());
    }
    goes_through([&] { test::snapshot(*std::make_unique<Run>(test::small_plan(), leaves)); });
  }
}

}  // namespace ap::fuzz
