#include "support/exact.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/tensor/random.hpp"
#include "support/comparison.hpp"
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
  for (Index i = 0, n = element_count(shape); i < n; ++i)
    result.push_back(each(index_at(i, shape)));
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

double cross_entropy(const Read& log_p, const Read& labels, double smoothing) {
  double sum = 0;
  double n = 0;
  for (Index i = 0; i < element_count(labels.shape); ++i) {
    const Dims index = index_at(i, labels.shape);
    const double label = labels(index);
    if (label < 0) continue;
    sum -= (1 - smoothing) * log_p(joined(index, {static_cast<Index>(label)}));
    const Index entries = log_p.shape.back();
    for (Index v = 0; smoothing > 0 && v < entries; ++v)
      sum -= smoothing / static_cast<double>(entries) * log_p(joined(index, {v}));
    ++n;
  }
  return n == 0 ? 0 : sum / n;
}

double rotated_cell(const Read& x, const Rotated& turn, const Dims& index) {
  const Index width = x.shape.back();
  const Index half = width / 2;
  const Index column = index.back();
  const double exponent = static_cast<double>(column % half * 2) / static_cast<double>(width);
  const double angle = static_cast<double>(turn.first + index[index.rank() - 2]) /
                       std::pow(10000, exponent) * (turn.back ? -1 : 1);
  const double other =
      column < half ? -x(with(index, -1, column + half)) : x(with(index, -1, column - half));
  return x(index) * std::cos(angle) + other * std::sin(angle);
}

bool is_kept(const Read& x, const Dims& index, Index count) {
  Index before = 0;
  for (Index i = 0; i < x.shape.back(); ++i)
    before +=
        x(with(index, -1, i)) > x(index) || (x(with(index, -1, i)) == x(index) && i < index.back());
  return before < count;
}

}  // namespace

ExactPass::ExactPass(Run& run) : plan_(run.plan()), edits_(run.edits()) {
  for (StepId id = 0; id < run.forward_count(); ++id) {
    Numbers numbers;
    if (plan_[id].is_leaf()) {
      for (const float each : values_of(run.loan_baseline(id)))
        numbers.push_back(static_cast<double>(each));
    } else {
      numbers = compute(plan_[id], all_);
    }
    overlay(id, numbers);
    all_.push_back(std::move(numbers));
  }
}

void ExactPass::overlay(StepId id, Numbers& numbers) const {
  for (const auto& entry : edits_)
    for (const CellEdit& cell : entry)
      if (cell.step == id) numbers[at(cell.position)] = static_cast<double>(cell.value);
}

Numbers ExactPass::compute(const Step& step, const std::vector<Numbers>& all) const {
  std::vector<Read> in;
  for (const StepId input : step.inputs) in.push_back({all[at(input)], plan_[input].layout.shape});
  const std::string name = step.declaration.operation->name;
  const Dims& shape = step.layout.shape;
  const int rank = shape.rank();
  const Attributes& own = step.attributes;
  if (name == "view" || name == "contiguous") return in[0].numbers;
  if (name == "cross_entropy")
    return {cross_entropy(in[0], in[1], static_cast<double>(as<Labelled>(own).smoothing))};
  const auto own_axis = [&](Index axis) { return checked_axis(axis, rank, "axis"); };
  const auto product = [&](const Dims& index, bool transposed) {
    double sum = 0;
    for (Index k = 0; k < in[0].shape.back(); ++k) {
      const Dims leading = leading_of(index, 2);
      const Index row = index[rank - 2];
      const Index column = index[rank - 1];
      sum += matrix_cell(in[0], leading, row, k) * (transposed
                                                        ? matrix_cell(in[1], leading, column, k)
                                                        : matrix_cell(in[1], leading, k, column));
    }
    return sum;
  };
  const auto masked = [&](const Dims& index) {
    for (std::size_t i = 1; i < in.size(); ++i)
      if (in[i](index) != 0) return true;
    return false;
  };
  const auto named = [&](std::initializer_list<const char*> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  using Cell = std::function<double(const Dims& index)>;
  const Cell cell = [&]() -> Cell {
    if (named({"add", "mask"}))
      return [&](const Dims& index) {
        double sum = 0;
        for (const Read& each : in) sum += each(index);
        return sum;
      };
    if (named({"matmul"})) return [&](const Dims& index) { return product(index, false); };
    if (named({"matmul_transposed"}))
      return [&](const Dims& index) { return product(index, true); };
    if (named({"linear"}))
      return [&](const Dims& index) {
        double sum = in.size() > 2 ? in[2](Dims{index.back()}) : 0;
        for (Index k = 0; k < in[0].shape.back(); ++k)
          sum += in[0](with(index, -1, k)) * in[1](Dims{k, index.back()});
        return sum;
      };
    if (named({"scale"}))
      return [&](const Dims& index) {
        return in[0](index) * static_cast<double>(as<Factor>(own).value);
      };
    if (named({"softmax", "log_softmax"}))
      return [&, axis = own_axis(as<Along>(own).axis)](const Dims& index) {
        return softmax_cell(in[0], axis, index, name != "softmax");
      };
    if (named({"layer_norm"}))
      return [&](const Dims& index) {
        const double z = norm_cell(in[0], as<Normalised>(own), index);
        const Dims& part = as<Normalised>(own).shape;
        const Dims place = index_at(position_of(index, shape) % element_count(part), part);
        return z * (in.size() > 1 ? in[1](place) : 1) + (in.size() > 2 ? in[2](place) : 0);
      };
    if (named({"rotate"}))
      return [&](const Dims& index) { return rotated_cell(in[0], as<Rotated>(own), index); };
    if (named({"dropout"}))
      return [&](const Dims& index) {
        const auto& [p, first_seed, stream] = as<Dropped>(own);
        const std::uint32_t seed =
            in.size() < 2 ? first_seed
                          : ops::seed_of_round(
                                first_seed, Tensor::filled({}, static_cast<float>(in[1](Dims{}))));
        const float draw =
            uniform(seed, stream, static_cast<std::uint64_t>(position_of(index, shape)));
        return draw >= p ? in[0](index) * static_cast<double>(1 / (1 - p)) : 0;
      };
    if (named({"transpose"}))
      return [&](const Dims& index) {
        Dims source = index;
        std::swap(source[own_axis(as<Swapped>(own).axis)],
                  source[own_axis(as<Swapped>(own).other_axis)]);
        return in[0](source);
      };
    if (named({"split"}))
      return [&](const Dims& index) {
        Dims source = index;
        source[own_axis(as<Window>(own).axis)] += as<Window>(own).start;
        return in[0](source);
      };
    if (named({"concat", "append"}))
      return [&, axis = own_axis(as<Along>(own).axis)](const Dims& index) {
        Dims source = index;
        std::size_t input = 0;
        while (source[axis] >= in[input].shape[axis]) source[axis] -= in[input++].shape[axis];
        return in[input](source);
      };
    if (named({"embedding"}))
      return [&](const Dims& index) {
        const auto row = static_cast<Index>(in[0](leading_of(index, 1)));
        return in[1](Dims{row, index.back()});
      };
    if (named({"relu"})) return [&](const Dims& index) { return std::fmax(0, in[0](index)); };
    if (named({"gelu"})) return [&](const Dims& index) { return gelu(in[0](index)); };
    if (named({"gelu_tanh"})) return [&](const Dims& index) { return gelu_tanh(in[0](index)); };
    if (named({"softcap"}))
      return [&](const Dims& index) {
        const auto cap = static_cast<double>(as<Capped>(own).cap);
        return cap * std::tanh(in[0](index) / cap);
      };
    if (named({"masked_dropout"}))
      return [&](const Dims& index) {
        const auto rate = static_cast<double>(as<DropoutRate>(own).probability);
        return in[0](index) * in[1](index) / (1 - rate);
      };
    if (named({"multiply"})) return [&](const Dims& index) { return in[0](index) * in[1](index); };
    if (named({"divide"}))
      return [&](const Dims& index) { return in[1](index) == 0 ? 0 : in[0](index) / in[1](index); };
    if (named({"exp_difference"}))
      return [&](const Dims& index) {
        return std::isinf(in[0](index)) ? 0 : std::exp(in[0](index) - in[1](index));
      };
    if (named({"invert_mask"}))
      return [&](const Dims& index) { return in[0](index) == 0 ? -HUGE_VAL : 0; };
    if (named({"finite_mask"}))
      return [&](const Dims& index) { return std::fmax(in[0](index), -1e9); };
    if (named({"hide"})) return [&](const Dims& index) { return masked(index) ? 0 : in[0](index); };
    if (named({"top_k"}))
      return [&](const Dims& index) {
        return is_kept(in[0], index, as<Largest>(own).count) ? in[0](index) : -HUGE_VAL;
      };
    if (named({"row_maximum"}))
      return [&](const Dims& index) {
        double largest = in.size() > 1 ? in[1](index) : -HUGE_VAL;
        for (Index i = 0; i < in[0].shape.back(); ++i)
          largest = std::fmax(largest, in[0](with(index, -1, i)));
        return largest;
      };
    if (named({"padding_mask"}))
      return [&](const Dims& index) {
        return static_cast<double>(index.back()) < in[0](Dims{index[0]}) ? 0 : -HUGE_VAL;
      };
    // A choice is not differentiated.
    if (named({"argmax", "sample"})) return [](const Dims&) { return 0.0; };
    return [&](const Dims& index) { return reduced_cell(name, in[0], index); };
  }();
  return cells(shape, cell);
}

double ExactPass::loss(StepId of, const std::vector<float>& seed,
                       const std::vector<Numbers>& all) const {
  double sum = 0;
  for (std::size_t i = 0; i < all[at(of)].size(); ++i) {
    const double weight = seed.empty() ? 1 : static_cast<double>(seed[i]);
    if (weight != 0) sum += all[at(of)][i] * weight;
  }
  return sum;
}

/// Computes what depends on the cell again, and shares the rest.
double ExactPass::nudged(StepId of, const std::vector<float>& seed, const Nudge& nudge) const {
  std::vector<Numbers> all = all_;
  all[at(nudge.step)][at(nudge.position)] += nudge.by;
  for (const StepId id : plan_.dependants(nudge.step)) {
    if (id == nudge.step || id > of) continue;
    all[at(id)] = compute(plan_[id], all);
    overlay(id, all[at(id)]);
  }
  return loss(of, seed, all);
}

double ExactPass::slope(StepId of, const std::vector<float>& seed, StepId step,
                        Index position) const {
  constexpr double h = 1e-5;
  return (nudged(of, seed, {step, position, h}) - nudged(of, seed, {step, position, -h})) / (2 * h);
}

std::string wrong_gradient(Run& run, StepId of, const Tensor& seed, Index most) {
  run.backward(of, seed);
  const ExactPass exact(run);
  const std::vector<float> weights = seed ? values_of(seed) : std::vector<float>();
  const double scale = std::fabs(exact.loss(of, weights));
  // A gradient that is 0 by cancelling has the errors of those around it.
  double around = 0;
  for (StepId id = run.forward_count(); id < run.plan().count(); ++id)
    if (!run.plan()[id].is_leaf()) around = std::fmax(around, largest_magnitude(run.loan(id)));
  for (StepId id = run.forward_count(); id < run.plan().count(); ++id) {
    const Step& step = run.plan()[id];
    if (!step.backward || step.backward->of < 0 || step.backward->is_share) continue;
    // The gradient of a step of the backward pass itself has no forward step.
    const StepId forward = step.backward->of;
    if (forward >= run.forward_count()) continue;
    const std::vector<float> found = values_of(run.loan(id));
    // A sum may cancel: its error is that of what it adds up.
    double largest = largest_magnitude(run.loan(id));
    for (const StepId input : step.inputs)
      if (run.plan()[input].backward)
        largest = std::fmax(largest, largest_magnitude(run.loan(input)));
    // The differences lose digits of L; the steps round as often as the chain is long.
    const double allowed = static_cast<double>(step.roundings) * float_epsilon * largest * 4 +
                           4 * float_epsilon * around + 1e-9 * (1 + scale);
    const auto count = static_cast<Index>(found.size());
    const Index stride = std::max<Index>(1, count / most);
    for (Index i = 0; i < count; i += stride) {
      const double slope = exact.slope(of, weights, forward, i);
      const double off = std::fabs(static_cast<double>(found[at(i)]) - slope);
      const Dims index = index_at(i, step.layout.shape);
      // What the last step alone may lose, for example where a curve's terms cancel.
      if (off <= allowed + run.explain(id, index).bound) continue;
      return step.path + to_text(index) + " is " + std::to_string(found[at(i)]) + ", the slope " +
             std::to_string(slope) + ", allowed " + std::to_string(allowed);
    }
  }
  return "";
}

}  // namespace ap::test
