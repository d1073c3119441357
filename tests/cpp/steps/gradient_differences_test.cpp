// Gradients of every operation, with every attribute, against central differences in double
// precision over random shapes.

#include <cmath>
#include <set>

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/declared.hpp"
#include "support/exact.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// A plan of one operation and the leaves it reads, drawn by a trial's number.
class Trial {
 public:
  explicit Trial(int number) : number_(number) {}

  Index whole(Index least, Index most) {
    const float draw = uniform(7, static_cast<std::uint64_t>(number_), next_++);
    return least + static_cast<Index>(draw * static_cast<float>(most - least + 1));
  }
  Index size() { return whole(1, 5); }
  bool chance() { return whole(0, 1) == 1; }
  Dims shape(Index least, Index most) {
    Dims shape;
    for (Index axes = whole(least, most); axes > 0; --axes) shape.push_back(size());
    return shape;
  }
  /// A shape that broadcasts to another.
  Dims part_of(const Dims& whole_shape) {
    Dims part;
    for (int axis = static_cast<int>(whole(0, whole_shape.rank())); axis < whole_shape.rank();
         ++axis)
      part.push_back(chance() ? 1 : whole_shape[axis]);
    return part;
  }

  void leaf(const Tensor& tensor) {
    const std::string name = "x" + std::to_string(leaves.size());
    inputs.push_back(
        builder.add_data(declaration(ops::given, tensor.rank()), tensor.shape(), name));
    leaves.push_back(tensor);
  }
  void numbers(const Dims& shape, float limit = 2) {
    leaf(random_tensor(shape, std::to_string(number_) + "/" + std::to_string(next_++), limit));
  }
  /// Whole numbers from `least` to `most`.
  void ids(const Dims& shape, Index least, Index most) {
    Tensor tensor(shape);
    for (Index i = 0; i < tensor.count(); ++i)
      tensor.mutable_data()[i] = static_cast<float>(whole(least, most));
    leaf(tensor);
  }
  /// 0 or −∞.
  void mask(const Dims& shape) {
    Tensor tensor(shape);
    for (Index i = 0; i < tensor.count(); ++i) tensor.mutable_data()[i] = chance() ? 0 : -infinity;
    leaf(tensor);
  }

  static Declaration declaration(const Operation& operation, int rank) {
    Axes axes = {};
    for (int axis = 0; axis < rank; ++axis) axes.push_back(Axis::one);
    return {"step", "s", "v", &operation, Role::mask, axes};
  }

  /// What is wrong with the operation's gradient; "" if nothing.
  std::string check(const Operation& operation, const Attributes& attributes = {}) {
    std::vector<const Layout*> layouts;
    for (const StepId input : inputs) layouts.push_back(&builder[input].layout);
    const Dims shape = operation.layout(layouts, attributes).shape;
    const StepId step =
        builder.add(declaration(operation, shape.rank()), inputs, attributes, "result");
    Run run(std::make_shared<Plan>(std::move(builder).finish()), leaves);
    Tensor seed = random_tensor(shape, std::to_string(number_) + "seed");
    // Hidden cells are −∞: what reads them, a softmax, passes 0 back.
    const std::vector<float> results = values_of(run.loan(step));
    for (Index i = 0; i < seed.count(); ++i)
      if (std::isinf(results[static_cast<std::size_t>(i)])) seed.mutable_data()[i] = 0;
    return wrong_gradient(run, step, seed, 40);
  }

  PlanBuilder builder;
  std::vector<StepId> inputs;
  std::vector<Tensor> leaves;

 private:
  int number_;
  std::uint64_t next_ = 0;
};

/// Draws the inputs of an operation, and checks its gradient.
using Check = std::string (*)(Trial&, const Operation&);

std::string of_one(Trial& trial, const Operation& operation) {
  trial.numbers(trial.shape(0, 4), 4);
  return trial.check(
      operation, operation.name == std::string("scale") ? Attributes(Factor{0.7F}) : Attributes());
}

std::string along_axis(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(1, 4);
  trial.numbers(shape, 3);
  return trial.check(operation, Along{trial.whole(-shape.rank(), shape.rank() - 1)});
}

std::string dropped(Trial& trial, const Operation& operation) {
  trial.numbers(trial.shape(0, 4));
  if (trial.chance()) trial.ids({}, 0, 9);  // a round
  return trial.check(operation, Dropped{0.4F, 3, 99});
}

std::string dropped_by_mask(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(0, 4);
  trial.numbers(shape);
  trial.ids(trial.part_of(shape), 0, 1);
  return trial.check(operation, DropoutRate{0.4F});
}

std::string normalised(Trial& trial, const Operation& operation) {
  Dims shape = trial.shape(1, 3);
  shape[shape.rank() - 1] += 2;
  Dims part = {shape.back()};
  if (shape.rank() > 1 && trial.chance()) part = {shape[shape.rank() - 2], shape.back()};
  trial.numbers(shape);
  for (Index more = trial.whole(0, 2); more > 0; --more) trial.numbers(part);
  return trial.check(operation, Normalised{part, 1e-3F});
}

std::string of_product(Trial& trial, const Operation& operation) {
  const bool transposed = operation.name == std::string("matmul_transposed");
  const Index m = trial.size(), k = trial.size(), n = trial.size();
  Dims a = trial.shape(0, 2);
  Dims b = trial.part_of(a);
  for (const Index each : {m, k}) a.push_back(each);
  for (const Index each : {transposed ? n : k, transposed ? k : n}) b.push_back(each);
  trial.numbers(a);
  trial.numbers(b);
  return trial.check(operation);
}

std::string of_linear(Trial& trial, const Operation& operation) {
  const Dims x = trial.shape(1, 3);
  const Index columns = trial.size();
  trial.numbers(x);
  trial.numbers({x.back(), columns});
  if (trial.chance()) trial.numbers({columns});
  return trial.check(operation);
}

std::string of_two(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(0, 4);
  const bool swapped = operation.name != std::string("mask") && trial.chance();
  const Dims part = trial.part_of(shape);
  trial.numbers(swapped ? part : shape);
  trial.numbers(swapped ? shape : part);
  if (operation.name == std::string("mask") && trial.chance()) trial.mask(trial.part_of(shape));
  return trial.check(operation);
}

std::string hidden_scores(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(1, 4);
  trial.numbers(shape);
  for (Index masks = trial.whole(1, 3); masks > 0; --masks) trial.mask(trial.part_of(shape));
  return trial.check(operation);
}

std::string of_rows(Trial& trial, const Operation& operation) {
  Dims shape = trial.shape(1, 4);
  trial.numbers(shape);
  if (operation.name == std::string("row_maximum") && trial.chance()) {
    shape[shape.rank() - 1] = 1;
    trial.numbers(shape);
  }
  return trial.check(operation);
}

/// Numbers above 0: a logarithm is taken.
std::string of_weights(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(1, 4);
  Tensor x = random_tensor(shape, "weights", 0.4F);
  for (Index i = 0; i < x.count(); ++i) x.mutable_data()[i] += 0.5F;
  trial.leaf(x);
  return trial.check(operation);
}

std::string of_table(Trial& trial, const Operation& operation) {
  const Index rows = trial.size();
  trial.ids(trial.shape(1, 3), 0, rows - 1);
  trial.numbers({rows, trial.size()});
  return trial.check(operation);
}

std::string of_labels(Trial& trial, const Operation& operation) {
  Dims shape = trial.shape(1, 3);
  const Dims positions = shape;
  const Index entries = trial.size();
  shape.push_back(entries);
  trial.numbers(shape);
  trial.ids(positions, -1, entries - 1);
  return trial.check(operation, Labelled{trial.chance() ? 0.1F : 0});
}

std::string rotated(Trial& trial, const Operation& operation) {
  Dims shape = trial.shape(1, 3);
  shape.push_back(2 * trial.whole(1, 3));
  trial.numbers(shape);
  return trial.check(operation, Rotated{trial.whole(0, 9), trial.chance()});
}

std::string viewed(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(0, 4);
  trial.numbers(shape);
  return trial.check(operation, ToShape{{1, element_count(shape)}});
}

std::string swapped(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(2, 4);
  trial.numbers(shape);
  return trial.check(operation, Swapped{trial.whole(-shape.rank(), -1), trial.whole(0, 1)});
}

std::string split(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(1, 4);
  const Index axis = trial.whole(0, shape.rank() - 1);
  const Index start = trial.whole(0, shape[static_cast<int>(axis)] - 1);
  trial.numbers(shape);
  return trial.check(operation,
                     Window{axis, start, trial.whole(1, shape[static_cast<int>(axis)] - start)});
}

std::string joined(Trial& trial, const Operation& operation) {
  Dims shape = trial.shape(1, 4);
  const Index axis = trial.whole(0, shape.rank() - 1);
  for (Index count = operation.appends ? 2 : trial.whole(1, 4); count > 0; --count) {
    shape[static_cast<int>(axis)] = trial.size();
    trial.numbers(shape);
  }
  return trial.check(operation, Along{axis});
}

std::string kept(Trial& trial, const Operation& operation) {
  const Dims shape = trial.shape(1, 3);
  trial.numbers(shape);
  return trial.check(operation, Largest{trial.whole(1, shape.back())});
}

const std::vector<std::pair<const Operation*, Check>> differentiable = {
    {&ops::matmul, of_product},
    {&ops::matmul_transposed, of_product},
    {&ops::linear, of_linear},
    {&ops::softmax, along_axis},
    {&ops::log_softmax, along_axis},
    {&ops::view, viewed},
    {&ops::transpose, swapped},
    {&ops::split, split},
    {&ops::contiguous, of_one},
    {&ops::concat, joined},
    {&ops::append, joined},
    {&ops::layer_norm, normalised},
    {&ops::embedding, of_table},
    {&ops::row_maximum, of_rows},
    {&ops::row_sum, of_rows},
    {&ops::mean, of_rows},
    {&ops::variance, of_rows},
    {&ops::entropy, of_weights},
    {&ops::softmax_gradient, of_weights},
    {&ops::relu, of_one},
    {&ops::gelu, of_one},
    {&ops::gelu_tanh, of_one},
    {&ops::softcap, of_one},
    {&ops::add, of_two},
    {&ops::mask, of_two},
    {&ops::rotate, rotated},
    {&ops::scale, of_one},
    {&ops::multiply, of_two},
    {&ops::divide, of_two},
    {&ops::exp_difference, of_two},
    {&ops::dropout, dropped},
    {&ops::masked_dropout, dropped_by_mask},
    {&ops::cross_entropy, of_labels},
    {&ops::top_k, kept},
    {&ops::finite_mask, of_one},
    {&ops::hide, hidden_scores},
};

/// Every operation that no gradient passes, and why.
const std::vector<std::pair<const Operation*, Stop>> stopping = {
    {&ops::given, Stop::leaf},
    {&ops::random, Stop::leaf},
    {&ops::identity, Stop::leaf},
    {&ops::constant, Stop::leaf},
    {&ops::cached, Stop::leaf},
    {&ops::argmax, Stop::choice},
    {&ops::sample, Stop::choice},
    {&ops::causal_mask, Stop::rule},
    {&ops::padding_mask, Stop::rule},
    {&ops::invert_mask, Stop::rule},
    {&ops::positional_encoding, Stop::rule},
    {&ops::alias, Stop::gradient},
    {&ops::pad, Stop::gradient},
    {&ops::sum_to, Stop::gradient},
    {&ops::transposed_matmul, Stop::gradient},
    {&ops::rows_matmul, Stop::gradient},
    {&ops::softmax_backward, Stop::gradient},
    {&ops::log_softmax_backward, Stop::gradient},
    {&ops::layer_norm_backward, Stop::gradient},
    {&ops::threshold_backward, Stop::gradient},
    {&ops::gelu_backward, Stop::gradient},
    {&ops::gelu_tanh_backward, Stop::gradient},
    {&ops::softcap_backward, Stop::gradient},
    {&ops::embedding_backward, Stop::gradient},
    {&ops::cross_entropy_backward, Stop::gradient},
    {&ops::row_sum_backward, Stop::gradient},
    {&ops::mean_backward, Stop::gradient},
    {&ops::variance_backward, Stop::gradient},
    {&ops::entropy_backward, Stop::gradient},
    {&ops::softmax_gradient_backward, Stop::gradient},
    {&ops::maximum_backward, Stop::gradient},
    {&ops::square_root, Stop::gradient},
    {&ops::clip_factor, Stop::gradient},
};

}  // namespace

TEST_CASE("gradient: every operation declares it, or says why none passes") {
  std::set<std::string> known;
  for (const auto& [operation, check] : differentiable) {
    INFO(operation->name);
    CHECK(operation->gradient != nullptr);
    CHECK(operation->stops == Stop::none);
    known.insert(operation->name);
  }
  for (const auto& [operation, reason] : stopping) {
    INFO(operation->name);
    CHECK(operation->gradient == nullptr);
    CHECK(operation->stops == reason);
    known.insert(operation->name);
  }
  for (const Stop reason : {Stop::leaf, Stop::choice, Stop::rule, Stop::cancelled, Stop::gradient})
    CHECK(std::string(name_of(reason)) != "");
  const std::vector<std::string> declared = declared_operations();
  CHECK(!declared.empty());
  for (const std::string& name : declared) {
    INFO(name);
    CHECK(known.count(name) == 1);
  }
}

TEST_CASE("gradient: of every operation equals central differences, over random shapes") {
  for (const auto& [operation, check] : differentiable) {
    for (int number = 0; number < 12; ++number) {
      Trial trial(number);
      INFO(operation->name << ", trial " << number);
      REQUIRE(check(trial, *operation) == "");
    }
  }
}

}  // namespace ap::test
