#include "bindings/explanation_record.hpp"

#include <cmath>
#include <initializer_list>
#include <span>

namespace ap::bindings {

namespace {

class ExplanationWriter {
 public:
  ExplanationWriter(const Plan& plan, const Step& step, std::vector<double>& record)
      : plan_(plan), step_(step), record_(record) {}

  void operator()(const DotRule& rule) {
    write({size(rule.products)});
    for (std::size_t i = 0; i < rule.products.size(); ++i) {
      cell(rule.left[i]);
      cell(rule.right[i]);
      write({rule.products[i], rule.sums[i]});
    }
    write({rule.bias ? 1.0 : 0.0});
    if (rule.bias) cell(*rule.bias);
  }
  void operator()(const SoftmaxRule& rule) {
    write({static_cast<double>(rule.position), rule.maximum, rule.sum,
           rule.fully_masked ? 1.0 : 0.0, rule.logarithm ? 1.0 : 0.0, size(rule.exponentials)});
    for (std::size_t i = 0; i < rule.exponentials.size(); ++i) {
      cell(rule.operands[i]);
      write({rule.exponentials[i]});
    }
  }
  void operator()(const CopyRule& rule) {
    write({static_cast<double>(rule.source.input)});
    cell(rule.source);
  }
  void operator()(const SelectRule& rule) {
    cell(rule.id);
    cell(rule.source);
  }
  void operator()(const ElementwiseRule& rule) {
    write({static_cast<double>(rule.join)});
    cells(rule.operands);
    write({size(rule.constants)});
    for (const auto& constant : rule.constants) write({static_cast<double>(constant.value)});
  }
  void operator()(const DropoutRule& rule) {
    cell(rule.source);
    write({rule.draw, rule.probability, rule.factor});
  }
  void operator()(const SinusoidRule& rule) {
    write({rule.sine ? 1.0 : 0.0, static_cast<double>(rule.position),
           static_cast<double>(rule.pair), static_cast<double>(rule.d_model), rule.angle});
  }
  void operator()(const VisibilityRule& rule) {
    write({rule.causal ? 1.0 : 0.0, rule.visible ? 1.0 : 0.0, static_cast<double>(rule.limit)});
  }
  void operator()(const NormaliseRule& rule) {
    write({static_cast<double>(rule.position), rule.sum, rule.mean, rule.sum_of_squares,
           rule.variance, rule.epsilon});
    cells(rule.operands);
    write(rule.differences);
    write(rule.squares);
    for (const auto& parameter : {rule.weight, rule.bias}) {
      write({parameter ? 1.0 : 0.0});
      if (parameter) cell(*parameter);
    }
  }
  void operator()(const LeafRule& rule) { write({static_cast<double>(rule.origin)}); }
  void operator()(const FunctionRule& rule) {
    write({static_cast<double>(rule.function), rule.inner});
    cells_with_input(rule.operands);
  }
  void operator()(const SumRule& rule) {
    write({static_cast<double>(rule.of), rule.mean});
    cells(rule.operands);
    write(rule.terms);
    write(rule.sums);
    write(rule.factors);
  }
  void operator()(const RotationRule& rule) {
    write({static_cast<double>(rule.position), static_cast<double>(rule.pair),
           static_cast<double>(rule.width), rule.angle, rule.cosine, rule.sine});
    cells(rule.operands);
  }
  void operator()(const MaximumRule& rule) {
    write({static_cast<double>(rule.position)});
    cells_with_input(rule.operands);
  }
  void operator()(const ChainRule& rule) {
    write({size(rule.products), static_cast<double>(rule.position), rule.inner});
    for (std::size_t i = 0; i < rule.products.size(); ++i) {
      cell(rule.upstream[i]);
      write({rule.derivatives[i], rule.products[i], rule.sums[i]});
    }
    cells_with_input(rule.operands);
  }
  void operator()(const ChoiceRule& rule) {
    write({static_cast<double>(rule.way), static_cast<double>(rule.position),
           static_cast<double>(rule.rank), static_cast<double>(rule.count), rule.kept ? 1.0 : 0.0,
           rule.draw, rule.target});
    cells(rule.operands);
    for (const Index place : rule.order) write({static_cast<double>(place)});
    write({size(rule.sums)});
    write(rule.sums);
  }

 private:
  template <typename List>
  static double size(const List& list) {
    return static_cast<double>(list.size());
  }
  void write(std::span<const double> numbers) {
    for (const double number : numbers) record_.push_back(number);
  }
  void write(std::initializer_list<double> numbers) {
    write(std::span(numbers.begin(), numbers.size()));
  }
  /// Cells without input numbers: all of one input, or the n-th cell of the n-th input.
  void cells(const std::vector<Operand>& operands) {
    write({size(operands)});
    for (const Operand& operand : operands) cell(operand);
  }
  void cells_with_input(const std::vector<Operand>& operands) {
    write({size(operands)});
    for (const Operand& operand : operands) {
      write({static_cast<double>(operand.input)});
      cell(operand);
    }
  }
  void cell(const Operand& operand) {
    const StepId input = step_.inputs[static_cast<std::size_t>(operand.input)];
    const Index position = position_of(operand.index, plan_[input].layout.shape);
    write({static_cast<double>(position), operand.value});
  }

  const Plan& plan_;
  const Step& step_;
  std::vector<double>& record_;
};

/// |a − b|; 0 also for two equal infinities, and for two NaNs.
double distance(double a, double b) {
  const bool same = a == b || (std::isnan(a) && std::isnan(b));
  return same ? 0 : std::fabs(a - b);
}

}  // namespace

std::vector<double> explanation_record(Run& run, StepId id, const Dims& index) {
  const Explanation explanation = run.explain(id, index);
  const auto computed = static_cast<double>(run.computed(id, index));
  std::vector<double> record = {static_cast<double>(explanation.rule.index()),
                                run.loan(id).at(index),
                                explanation.result,
                                explanation.bound,
                                distance(computed, explanation.result),
                                run.is_edited(id, index) ? 1.0 : 0.0,
                                computed};
  std::visit(ExplanationWriter(run.plan(), run.plan()[id], record), explanation.rule);
  return record;
}

}  // namespace ap::bindings
