#include "support/random_plan.hpp"

#include <algorithm>
#include <optional>

#include "attention_playground/ops/activation.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/embedding.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/reduce.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/tensor/error.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index size = 4;
const Dims matrix = {size, size};

constexpr Index never = -1;
Index left_until_failure = never;

void fail_if_due() {
  if (left_until_failure == 0) fail(ErrorCode::memory, "out", {"no memory"}, {"a test"});
  if (left_until_failure > 0) --left_until_failure;
}

/// A factor, like ops::scale, that can fail halfway.
const Operation fragile = [] {
  Operation operation = ops::scale;
  operation.run = [](Inputs inputs, const Attributes& attributes, Tensor& out) {
    out.mutable_data()[0] = -1;
    fail_if_due();
    ops::scale.run(inputs, attributes, out);
  };
  operation.reference = operation.run;
  return operation;
}();

Declaration kind_of(const Operation& operation, Role role = Role::input) {
  return {"step", "s", "v", &operation, role, {Axis::token, Axis::d_model}};
}

/// Declares steps, each of which reads some of those before.
class Declaring {
 public:
  Declaring(PlanBuilder& builder, const DrawWhole& whole) : builder_(builder), whole_(whole) {}

  void leaf(const char* name, const Dims& shape) {
    matrices_.push_back(builder_.add(kind_of(ops::given), {}, Leaf{shape}, name));
  }

  void declare() {
    leaf("x", matrix);
    leaf("w", matrix);
    ids_ = builder_.add(kind_of(ops::given, Role::token), {}, Leaf{{size}}, "ids");
    for (Index count = whole_(4, 24); count > 0; --count) matrices_.push_back(next());
  }

 private:
  StepId add(const Operation& operation, const std::vector<StepId>& inputs,
             const Attributes& attributes = no_attributes) {
    return builder_.add(kind_of(operation), inputs, attributes,
                        "s" + std::to_string(builder_.count()));
  }
  /// Mostly a recent one, so that others are done and their memory is used again.
  StepId some() {
    const auto count = static_cast<Index>(matrices_.size());
    const Index first = whole_(0, 2) == 0 ? 0 : std::max<Index>(0, count - 3);
    return matrices_[as_size(whole_(first, count - 1))];
  }
  StepId contiguous(StepId id) { return add(ops::contiguous, {id}); }

  StepId part(Index axis, Index start) {
    return add(ops::split, {some()}, Window{axis, start, size / 2});
  }

  StepId next() {
    switch (whole_(0, 14)) {
      case 0:
        return add(ops::linear, {add(ops::layer_norm, {some()}, Normalised{{size}}), some()});
      case 1:
        return add(ops::matmul_transposed, {add(ops::softmax, {some()}, Along{-1}), some()});
      case 2:
        return add(ops::add, {some(), some()});
      case 3:
        return add(ops::scale, {some()}, Factor{0.5F});
      case 4:
        return add(ops::softmax, {some()}, Along{whole_(0, 1)});
      case 5:
        return add(ops::transpose, {some()}, Swapped{0, 1});
      case 6:
        return contiguous(some());
      case 7: {
        const Index axis = whole_(0, 1);
        const StepId first = part(axis, 0);
        return add(ops::concat, {first, part(axis, size / 2)}, Along{axis});
      }
      case 8:
        return add(ops::gelu, {some()});
      case 9:
        return add(ops::dropout, {some()}, Dropped{0.3F, 4, static_cast<std::uint64_t>(some())});
      case 10: {
        const StepId wide = add(ops::view, {contiguous(some())}, ToShape{{2, 2 * size}});
        return add(ops::view, {wide}, ToShape{matrix});
      }
      case 11:
        return add(ops::add, {some(), add(ops::row_maximum, {some()})});
      case 12:
        return add(ops::positional_encoding, {}, FromPosition{matrix});
      case 13:
        return add(ops::embedding, {ids_, some()});
      default:
        return add(fragile, {some()}, Factor{0.75F});
    }
  }

  PlanBuilder& builder_;
  const DrawWhole& whole_;
  StepId ids_ = -1;
  std::vector<StepId> matrices_;
};

std::vector<std::string> some_paths(const PlanBuilder& builder, const DrawWhole& whole) {
  const Index of_ten = whole(0, 5);
  std::vector<std::string> paths;
  for (StepId id = 0; id < builder.count(); ++id)
    if (whole(0, 9) < of_ten) paths.push_back(builder.path(id));
  return paths;
}

}  // namespace

RandomPlan::RandomPlan(const DrawWhole& whole)
    : leaves{random_tensor(matrix, "x"), random_tensor(matrix, "w"), Tensor(Dims{size})} {
  for (Index i = 0; i < size; ++i)
    leaves[2].mutable_data()[i] = static_cast<float>(whole(0, size - 1));
  PlanBuilder builder;
  Declaring(builder, whole).declare();
  PlanBuilder same = builder;
  const std::vector<std::string> kept = some_paths(builder, whole);
  all = std::make_shared<const Plan>(std::move(builder).finish());
  light = std::make_shared<const Plan>(std::move(same).finish(&kept));
}

Failing::Failing(Index after) { left_until_failure = after; }

Failing::~Failing() { left_until_failure = never; }

Twins::Twins(const RandomPlan& plan, const DrawWhole& whole)
    : Twins(plan, whole, whole(0, 3) > 0 ? Implementation::simd : Implementation::reference) {}

Twins::Twins(const RandomPlan& plan, const DrawWhole& whole, Implementation implementation)
    : whole_(whole),
      leaves_(plan.leaves),
      all_(plan.all, plan.leaves, implementation),
      light_(plan.light, implementation, whole(0, 1) == 0 ? std::make_shared<Arena>() : nullptr) {
  light_.supply(leaves_);
  light_.run();
}

StepId Twins::some_step() const { return static_cast<StepId>(whole_(0, all_.plan().count() - 1)); }

void Twins::step() {
  const Index way = whole_(0, 19);
  if (way < 10) {
    edit();
  } else if (way < 16) {
    undo();
  } else if (way == 16) {
    all_.reset();
    light_.reset();
    if (whole_(0, 1) == 0) supply_again();
  } else if (way == 17) {
    backward();
  } else if (way == 18) {
    look();
  } else if (whole_(0, 3) == 0) {
    light_.keep_all();
  }
}

void Twins::supply_again() {
  all_.supply(leaves_);
  all_.run();
  light_.supply(leaves_);
  if (whole_(0, 1) == 0) light_.keep_all();
  light_.run();
}

/// What a failure must not harm.
void Twins::look() {
  const StepId id = some_step();
  const Dims& shape = light_.plan()[id].layout.shape;
  const Dims cell = index_at(whole_(0, element_count(shape) - 1), shape);
  const Failing failing(whole_(0, 6));
  try {
    if (whole_(0, 2) == 0) light_.keep_all();
    light_.value(id);
    light_.baseline(id);
    light_.explain(id, cell);
  } catch (const Error&) {
  }
}

void Twins::edit() {
  const StepId id = some_step();
  const Index count = element_count(all_.plan()[id].layout.shape);
  const bool chooses = all_.plan()[id].declaration.role == Role::token;
  std::vector<CellEdit> cells;
  for (Index each = whole_(1, 3); each > 0; --each) {
    // One of the rows does not exist.
    const auto value = static_cast<float>(chooses ? whole_(0, size) : whole_(-200, 200)) /
                       (chooses ? 1.0F : 100.0F);
    cells.push_back({id, whole_(0, count - 1), value});
  }
  std::optional<Failing> failing;
  if (whole_(0, 2) == 0) failing.emplace(whole_(0, 3));
  bool is_made = false;
  try {
    light_.edit(id, cells);
    is_made = true;
  } catch (const Error&) {
  }
  failing.reset();
  if (!is_made) return;
  try {
    all_.edit(id, cells);
  } catch (const Error&) {
    // A light run finds an id outside the table when it computes what reads it.
    light_.undo();
  }
}

void Twins::undo() {
  std::optional<Failing> failing;
  if (whole_(0, 2) == 0) failing.emplace(whole_(0, 3));
  light_.undo();
  failing.reset();
  all_.undo();
}

void Twins::backward() {
  const StepId of = static_cast<StepId>(whole_(0, all_.forward_count() - 1));
  try {
    all_.backward(of);
  } catch (const Error&) {
    return;
  }
  try {
    const Failing failing(whole_(0, 6));
    light_.backward(of);
  } catch (const Error&) {
    light_.backward(of);
  }
}

std::string Twins::what_differs() {
  const Plan& plan = all_.plan();
  if (plan.count() != light_.plan().count()) return "the number of steps";
  if (all_.edits().size() != light_.edits().size()) return "the number of edits";
  for (StepId id = 0; id < plan.count(); ++id) {
    const Dims cell =
        index_at(whole_(0, element_count(plan[id].layout.shape) - 1), plan[id].layout.shape);
    const std::string value = first_bit_difference(light_.value(id), all_.value(id));
    if (!value.empty()) return plan[id].path + ": " + value;
    const std::string before = first_bit_difference(light_.baseline(id), all_.baseline(id));
    if (!before.empty()) return plan[id].path + " before edits: " + before;
    if (!same_bits(light_.computed(id, cell), all_.computed(id, cell)))
      return plan[id].path + ": the operation's own result";
  }
  return "";
}

}  // namespace ap::test
