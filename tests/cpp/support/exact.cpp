#include "support/exact.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/tensor/random.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Numbers = std::vector<double>;

std::size_t at(Index id) { return static_cast<std::size_t>(id); }

/// An input as the formulas below read it.
struct Read {
  const Numbers& numbers;
  const Dims& shape;

  double operator()(const Dims& index) const {
    return numbers[at(position_of(broadcast_index(index, shape), shape))];
  }
};

/// Calls each(index) for each cell of a shape and collects the results.
template <typename Each>
Numbers cells(const Dims& shape, Each each) {
  Numbers result;
  for (Index i = 0, n = element_count(shape); i < n; ++i) result.push_back(each(index_at(i, shape)));
  return result;
}

Dims with(Dims index, int axis, Index place) {
  index[axis < 0 ? index.rank() + axis : axis] = place;
  return index;
}

Dims leading_of(const Dims& index, int dropped) {
  Dims result;
  for (int axis = 0; axis < index.rank() - dropped; ++axis) result.push_back(index[axis]);
  return result;
}

Dims joined(Dims index, std::initializer_list<Index> more) {
  for (const Index each : more) index.push_back(each);
  return index;
}

/// The cell of a matrix operand, whose leading axes may be broadcast.
double matrix_cell(const Read& read, const Dims& leading, Index row, Index column) {
  Dims own = broadcast_index(leading, leading_of(read.shape, 2));
  return read(joined(own, {row, column}));
}

double gelu(double x) { return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))); }
double gelu_tanh(double x) {
  return x * 0.5 * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

double softmax_cell(const Read& x, int axis, const Dims& index, bool logarithm) {
  double maximum = -HUGE_VAL;
  double sum = 0;
  const Index n = x.shape[axis];
  for (Index i = 0; i < n; ++i) maximum = std::fmax(maximum, x(with(index, axis, i)));
  if (std::isinf(maximum)) return logarithm ? -HUGE_VAL : 0;
  for (Index i = 0; i < n; ++i) sum += std::exp(x(with(index, axis, i)) - maximum);
  return logarithm ? x(index) - maximum - std::log(sum) : std::exp(x(index) - maximum) / sum;
}

double norm_cell(const Read& x, const Normalised& normalised, const Dims& index) {
  const Index n = element_count(normalised.shape);
  const Index position = position_of(index, x.shape);
  double mean = 0;
  double variance = 0;
  for (Index i = position / n * n; i < position / n * n + n; ++i)
    mean += x.numbers[at(i)] / static_cast<double>(n);
  for (Index i = position / n * n; i < position / n * n + n; ++i)
    variance += std::pow(x.numbers[at(i)] - mean, 2) / static_cast<double>(n);
  return (x(index) - mean) / std::sqrt(variance + static_cast<double>(normalised.epsilon));
}

double reduced_cell(const std::string& name, const Read& x, const Dims& index) {
  const auto n = static_cast<double>(x.shape.back());
  double mean = 0;
  double result = 0;
  for (Index i = 0; i < x.shape.back(); ++i) mean += x(with(index, -1, i)) / n;
  if (name == "mean") return mean;
  for (Index i = 0; i < x.shape.back(); ++i) {
    const double p = x(with(index, -1, i));
    if (name == "row_sum") result += p;
    if (name == "variance") result += (p - mean) * (p - mean) / n;
    if (name == "entropy") result += p == 0 ? 0 : -p * std::log(p);
    if (name == "softmax_gradient") result += p * (1 - p);
  }
  return result;
}

double cross_entropy(const Read& log_p, const Read& labels) {
  double sum = 0;
  double n = 0;
  for (Index i = 0; i < element_count(labels.shape); ++i) {
    const Dims index = index_at(i, labels.shape);
    const double label = labels(index);
    if (label < 0) continue;
    sum -= log_p(joined(index, {static_cast<Index>(label)}));
    ++n;
  }
  return n == 0 ? 0 : sum / n;
}

bool is_kept(const Read& x, const Dims& index, Index count) {
  Index before = 0;
  for (Index i = 0; i < x.shape.back(); ++i)
    before += x(with(index, -1, i)) > x(index) ||
              (x(with(index, -1, i)) == x(index) && i < index.back());
  return before < count;
}

}  // namespace

ExactPass::ExactPass(Run& run) : plan_(run.plan()), edits_(run.edits()) {
  for (StepId id = 0; id < run.forward_count(); ++id) {
    leaves_.emplace_back();
    if (!plan_[id].is_leaf()) continue;
    for (const float each : values_of(run.loan_baseline(id)))
      leaves_.back().push_back(static_cast<double>(each));
  }
}

Numbers ExactPass::compute(const Step& step, const std::vector<Numbers>& all) const {
  std::vector<Read> in;
  for (const StepId input : step.inputs)
    in.push_back({all[at(input)], plan_[input].layout.shape});
  const std::string name = step.declaration.operation->name;
  const Dims& shape = step.layout.shape;
  const int rank = shape.rank();
  const Attributes& own = step.attributes;
  if (name == "view" || name == "contiguous") return in[0].numbers;
  if (name == "cross_entropy") return {cross_entropy(in[0], in[1])};
  const auto transposed_axis = [&](Index axis) { return checked_axis(axis, rank, "axis"); };
  const auto product = [&](const Dims& index, bool transposed) {
    double sum = 0;
    for (Index k = 0; k < in[0].shape.back(); ++k) {
      const Dims leading = leading_of(index, 2);
      const Index row = index[rank - 2];
      const Index column = index[rank - 1];
      sum += matrix_cell(in[0], leading, row, k) *
             (transposed ? matrix_cell(in[1], leading, column, k)
                         : matrix_cell(in[1], leading, k, column));
    }
    return sum;
  };
  const auto masked = [&](const Dims& index) {
    for (std::size_t i = 1; i < in.size(); ++i)
      if (in[i](index) != 0) return true;
    return false;
  };
  return cells(shape, [&](const Dims& index) -> double {
    if (name == "add" || name == "mask") {
      double sum = 0;
      for (const Read& each : in) sum += each(index);
      return sum;
    }
    if (name == "matmul" || name == "matmul_transposed")
      return product(index, name != "matmul");
    if (name == "linear") {
      double sum = in.size() > 2 ? in[2](Dims{index.back()}) : 0;
      for (Index k = 0; k < in[0].shape.back(); ++k)
        sum += in[0](with(index, -1, k)) * in[1](Dims{k, index.back()});
      return sum;
    }
    if (name == "scale") return in[0](index) * static_cast<double>(as<Factor>(own).value);
    if (name == "softmax" || name == "log_softmax")
      return softmax_cell(in[0], transposed_axis(as<Along>(own).axis), index, name != "softmax");
    if (name == "layer_norm") {
      const double z = norm_cell(in[0], as<Normalised>(own), index);
      const Dims& part = as<Normalised>(own).shape;
      const Dims place = index_at(position_of(index, shape) % element_count(part), part);
      return z * (in.size() > 1 ? in[1](place) : 1) + (in.size() > 2 ? in[2](place) : 0);
    }
    if (name == "dropout") {
      const auto& [p, seed, stream] = as<Dropped>(own);
      const float draw = uniform(seed, stream, static_cast<std::uint64_t>(position_of(index, shape)));
      return draw >= p ? in[0](index) * static_cast<double>(1 / (1 - p)) : 0;
    }
    if (name == "transpose") {
      Dims source = index;
      std::swap(source[transposed_axis(as<Swapped>(own).axis)],
                source[transposed_axis(as<Swapped>(own).other_axis)]);
      return in[0](source);
    }
    if (name == "split") {
      Dims source = index;
      source[transposed_axis(as<Window>(own).axis)] += as<Window>(own).start;
      return in[0](source);
    }
    if (name == "concat" || name == "append") {
      const int axis = transposed_axis(as<Along>(own).axis);
      Dims source = index;
      std::size_t input = 0;
      while (source[axis] >= in[input].shape[axis]) source[axis] -= in[input++].shape[axis];
      return in[input](source);
    }
    if (name == "embedding") {
      const auto row = static_cast<Index>(in[0](leading_of(index, 1)));
      return in[1](Dims{row, index.back()});
    }
    if (name == "relu") return std::fmax(0, in[0](index));
    if (name == "gelu") return gelu(in[0](index));
    if (name == "gelu_tanh") return gelu_tanh(in[0](index));
    if (name == "multiply") return in[0](index) * in[1](index);
    if (name == "divide") return in[1](index) == 0 ? 0 : in[0](index) / in[1](index);
    if (name == "exp_difference")
      return std::isinf(in[0](index)) ? 0 : std::exp(in[0](index) - in[1](index));
    if (name == "invert_mask") return in[0](index) == 0 ? -HUGE_VAL : 0;
    if (name == "finite_mask") return std::fmax(in[0](index), -1e9);
    if (name == "hide") return masked(index) ? 0 : in[0](index);
    if (name == "top_k")
      return is_kept(in[0], index, as<Largest>(own).count) ? in[0](index) : -HUGE_VAL;
    if (name == "row_maximum") {
      double largest = in.size() > 1 ? in[1](index) : -HUGE_VAL;
      for (Index i = 0; i < in[0].shape.back(); ++i)
        largest = std::fmax(largest, in[0](with(index, -1, i)));
      return largest;
    }
    if (name == "padding_mask")
      return static_cast<double>(index.back()) < in[0](Dims{index[0]}) ? 0 : -HUGE_VAL;
    if (name == "argmax" || name == "sample") return 0;
    return reduced_cell(name, in[0], index);
  });
}

double ExactPass::loss(StepId of, const std::vector<float>& seed, std::optional<Nudge> nudge) const {
  std::vector<Numbers> all;
  for (StepId id = 0; id <= of; ++id) {
    all.push_back(plan_[id].is_leaf() ? leaves_[at(id)] : compute(plan_[id], all));
    for (const auto& entry : edits_)
      for (const CellEdit& cell : entry)
        if (cell.step == id) all.back()[at(cell.position)] = static_cast<double>(cell.value);
    if (nudge && nudge->step == id) all.back()[at(nudge->position)] += nudge->by;
  }
  double sum = 0;
  for (std::size_t i = 0; i < all.back().size(); ++i) {
    const double weight = seed.empty() ? 1 : static_cast<double>(seed[i]);
    if (weight != 0) sum += all.back()[i] * weight;
  }
  return sum;
}

double ExactPass::slope(StepId of, const std::vector<float>& seed, StepId step,
                        Index position) const {
  constexpr double h = 1e-5;
  return (loss(of, seed, Nudge{step, position, h}) - loss(of, seed, Nudge{step, position, -h})) /
         (2 * h);
}

std::string wrong_gradient(Run& run, StepId of, const Tensor& seed, Index most) {
  run.backward(of, seed);
  const ExactPass exact(run);
  const std::vector<float> weights = seed ? values_of(seed) : std::vector<float>();
  const double scale = std::fabs(exact.loss(of, weights, std::nullopt));
  for (StepId id = run.forward_count(); id < run.plan().count(); ++id) {
    const Step& step = run.plan()[id];
    if (!step.backward || step.backward->of < 0 || step.backward->is_share) continue;
    // The gradient of a step of the backward pass itself has no forward step.
    const StepId forward = step.backward->of;
    if (forward >= run.forward_count()) continue;
    const std::vector<float> found = values_of(run.loan(id));
    double largest = 0;
    for (const float each : found) largest = std::fmax(largest, std::fabs(static_cast<double>(each)));
    // The differences lose digits of L; the steps round as often as the chain is long.
    const double allowed = static_cast<double>(step.roundings) * float_epsilon * largest * 4 +
                           1e-9 * (1 + scale);
    const auto count = static_cast<Index>(found.size());
    const Index stride = std::max<Index>(1, count / most);
    for (Index i = 0; i < count; i += stride) {
      const double slope = exact.slope(of, weights, forward, i);
      const double off = std::fabs(static_cast<double>(found[at(i)]) - slope);
      if (off <= allowed) continue;
      return step.path + to_text(index_at(i, step.layout.shape)) + " is " +
             std::to_string(found[at(i)]) + ", the slope " + std::to_string(slope) + ", allowed " +
             std::to_string(allowed);
    }
  }
  return "";
}

}  // namespace ap::test
