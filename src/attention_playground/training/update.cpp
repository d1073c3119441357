#include "attention_playground/training/update.hpp"

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/optimizer.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/sum_to.hpp"
#include "attention_playground/tensor/portable_math.hpp"

namespace ap {

namespace {

constexpr Declaration kind(const char* name, const char* symbol, const char* variable,
                           const Operation& operation) {
  return {.kind = name,
          .symbol = symbol,
          .variable = variable,
          .operation = &operation,
          .role = Role::scores,
          .axes = {}};
}

constexpr auto declared_updates = kinds({
    kind("accumulated_gradient", R"(\mathrm{d}{through}_{\text{earlier}})", "d_{through}_earlier",
         ops::given),
    kind("summed_gradient", R"(\mathrm{d}{through}_{\text{sum}})", "d_{through}_sum", ops::add),
    kind("mean_gradient", R"(\overline{\mathrm{d}{through!}})", "d_{through}_mean", ops::scale),
    kind("square_sum", R"(\lVert \mathrm{d}{through} \rVert^2)", "d_{through}_squares",
         ops::sum_to),
    kind("norm_of_squares", R"(\lVert g \rVert^2)", "squares", ops::add),
    kind("gradient_norm", R"(\lVert g \rVert)", "gradient_norm", ops::square_root),
    kind("clip_factor", "c", "clip", ops::clip_factor),
    kind("clipped_gradient", R"(\hat{g}_{{through!}})", "g_{through}", ops::multiply),
    kind("first_moment", R"(m_{{through!}}^{\text{before}})", "m_{through}", ops::given),
    kind("kept_first_moment", R"(\beta_1 m_{{through!}})", "m_{through}_kept", ops::scale),
    kind("added_first_moment", R"((1 - \beta_1)\, g_{{through!}})", "m_{through}_added",
         ops::scale),
    kind("next_first_moment", R"(m_{{through!}})", "m_{through}_next", ops::add),
    kind("squared_gradient", R"(\hat{g}_{{through!}}^2)", "g_{through}_squared", ops::multiply),
    kind("second_moment", R"(v_{{through!}}^{\text{before}})", "v_{through}", ops::given),
    kind("kept_second_moment", R"(\beta_2 v_{{through!}})", "v_{through}_kept", ops::scale),
    kind("added_second_moment", R"((1 - \beta_2)\, g_{{through!}}^2)", "v_{through}_added",
         ops::scale),
    kind("next_second_moment", R"(v_{{through!}})", "v_{through}_next", ops::add),
    kind("corrected_first_moment", R"(\hat{m}_{{through!}})", "m_{through}_corrected", ops::scale),
    kind("corrected_second_moment", R"(\hat{v}_{{through!}})", "v_{through}_corrected", ops::scale),
    kind("root_of_moment", R"(\sqrt{\hat{v}_{{through!}}})", "root_{through}", ops::square_root),
    kind("epsilon", R"(\epsilon)", "eps", ops::given),
    kind("update_divisor", R"(\sqrt{\hat{v}_{{through!}}} + \epsilon)", "divisor_{through}",
         ops::add),
    kind("update_direction", R"(u_{{through!}})", "direction_{through}", ops::divide),
    kind("decayed_gradient", R"(\lambda {through})", "decay_{through}", ops::scale),
    kind("gradient_with_decay", R"(\hat{g}_{{through!}} + \lambda {through})",
         "g_{through}_decayed", ops::add),
    kind("velocity", R"(b_{{through!}}^{\text{before}})", "velocity_{through}", ops::given),
    kind("kept_velocity", R"(\mu b_{{through!}})", "velocity_{through}_kept", ops::scale),
    kind("next_velocity", R"(b_{{through!}})", "velocity_{through}_next", ops::add),
    kind("decayed_weight", R"({through!}^{\text{decayed}})", "{through}_decayed", ops::scale),
    kind("weight_change", R"(\Delta {through})", "change_{through}", ops::scale),
    kind("new_weight", R"({through!}^{\text{new}})", "{through}_new", ops::add),
});

class Updates {
 public:
  Updates(PlanBuilder& builder, const OptimizerOptions& options, const UpdateMoment& moment)
      : builder_(builder), options_(options), moment_(moment), factors_(options, moment) {}

  DeclaredUpdates declare(std::span<const UpdatedParameter> parameters) {
    DeclaredUpdates result;
    std::vector<UpdateSteps>& updates = result.parameters;
    std::vector<StepId> gradients;
    for (const UpdatedParameter& each : parameters) {
      parameter_ = each.value;
      updates.emplace_back();
      gradients.push_back(mean_gradient(each.gradient, updates.back()));
    }
    const StepId factor = options_.max_norm > 0 ? clip_factor(parameters, gradients) : -1;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      parameter_ = parameters[i].value;
      const StepId gradient =
          factor < 0 ? gradients[i]
                     : add(declared_updates["clipped_gradient"], {gradients[i], factor});
      if (options_.kind == OptimizerKind::adamw)
        adamw(gradient, updates[i]);
      else
        sgd(gradient, updates[i]);
    }
    result.epsilon = epsilon_;
    return result;
  }

 private:
  StepId mean_gradient(StepId gradient, UpdateSteps& update) {
    if (moment_.batches == 1) return gradient;
    update.accumulated = leaf(declared_updates["accumulated_gradient"]);
    const StepId sum = add(declared_updates["summed_gradient"], {update.accumulated, gradient});
    return add(declared_updates["mean_gradient"], {sum}, Factor{factors_.mean});
  }

  StepId clip_factor(std::span<const UpdatedParameter> parameters,
                     std::span<const StepId> gradients) {
    std::vector<StepId> squares;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      parameter_ = parameters[i].value;
      squares.push_back(add(declared_updates["square_sum"], {gradients[i], gradients[i]},
                            ops::summed_to({}, builder_.shape(gradients[i]))));
    }
    const StepId sum = add_once(declared_updates["norm_of_squares"], squares);
    const StepId norm = add_once(declared_updates["gradient_norm"], {sum});
    return add_once(declared_updates["clip_factor"], {norm},
                    Above{static_cast<float>(options_.max_norm)});
  }

  void adamw(StepId gradient, UpdateSteps& update) {
    update.first_moment = leaf(declared_updates["first_moment"]);
    update.next_first = add(
        declared_updates["next_first_moment"],
        {scaled(declared_updates["kept_first_moment"], update.first_moment, factors_.keep_first),
         scaled(declared_updates["added_first_moment"], gradient, factors_.add_first)});
    const StepId squared = add(declared_updates["squared_gradient"], {gradient, gradient});
    update.second_moment = leaf(declared_updates["second_moment"]);
    update.next_second = add(
        declared_updates["next_second_moment"],
        {scaled(declared_updates["kept_second_moment"], update.second_moment, factors_.keep_second),
         scaled(declared_updates["added_second_moment"], squared, factors_.add_second)});
    const StepId m = scaled(declared_updates["corrected_first_moment"], update.next_first,
                            factors_.correct_first);
    const StepId v = scaled(declared_updates["corrected_second_moment"], update.next_second,
                            factors_.correct_second);
    const StepId divisor = add(declared_updates["update_divisor"],
                               {add(declared_updates["root_of_moment"], {v}), epsilon()});
    const StepId direction = add(declared_updates["update_direction"], {m, divisor});
    StepId weight = parameter_;
    if (decays(builder_.shape(parameter_).rank()) && options_.weight_decay > 0)
      weight = scaled(declared_updates["decayed_weight"], weight, factors_.decay);
    update.next_value = changed(weight, direction);
  }

  void sgd(StepId gradient, UpdateSteps& update) {
    if (decays(builder_.shape(parameter_).rank()) && options_.weight_decay > 0)
      gradient = add(declared_updates["gradient_with_decay"],
                     {gradient, scaled(declared_updates["decayed_gradient"], parameter_,
                                       factors_.weight_decay)});
    if (options_.momentum > 0) {
      update.first_moment = leaf(declared_updates["velocity"]);
      gradient = update.next_first =
          add(declared_updates["next_velocity"],
              {scaled(declared_updates["kept_velocity"], update.first_moment, factors_.keep_first),
               gradient});
    }
    update.next_value = changed(parameter_, gradient);
  }

  StepId changed(StepId weight, StepId direction) {
    return add(declared_updates["new_weight"],
               {weight, scaled(declared_updates["weight_change"], direction, factors_.minus_rate)});
  }

  /// ε, one number for all parameters.
  StepId epsilon() {
    if (epsilon_ < 0) {
      const Leaf constant = {.shape = {}, .source = Leaf::Source::data};
      epsilon_ = add_once(declared_updates["epsilon"], {}, constant);
    }
    return epsilon_;
  }

  StepId scaled(const Declaration& kind, StepId x, float factor) {
    return add(kind, {x}, Factor{factor});
  }

  StepId leaf(const Declaration& kind) {
    return add(kind, {}, Leaf{.shape = builder_.shape(parameter_), .source = Leaf::Source::data});
  }

  /// A step of the parameter's update, with its place and its axes.
  StepId add(const Declaration& kind, StepList inputs,
             const Attributes& attributes = no_attributes) {
    const Step& parameter = builder_[parameter_];
    Declaration declaration = kind;
    declaration.role = parameter.declaration.role;
    // The sum of squares is a single number.
    if (kind.operation != &ops::sum_to) declaration.axes = parameter.declaration.axes;
    const std::string name = parameter.path + "." + kind.kind;
    const PlanBuilder::Within within(builder_, "update.", Scope(parameter.scope));
    const StepId id = builder_.add(declaration, inputs, attributes, name);
    builder_.set_backward(id, {.through = parameter_, .is_update = true});
    return id;
  }

  /// A step of all parameters' update.
  StepId add_once(const Declaration& kind, StepList inputs,
                  const Attributes& attributes = no_attributes) {
    const PlanBuilder::Within within(builder_, "update.", {});
    const StepId id = builder_.add(kind, inputs, attributes);
    builder_.set_backward(id, {.is_update = true});
    return id;
  }

  PlanBuilder& builder_;
  const OptimizerOptions& options_;
  const UpdateMoment& moment_;
  const UpdateFactors factors_;
  StepId parameter_ = -1;
  StepId epsilon_ = -1;
};

/// βᵗ
double power(double beta, Index step) {
  return beta == 0 ? 0 : portable_exp(static_cast<double>(step) * portable_log(beta));
}

}  // namespace

UpdateFactors::UpdateFactors(const OptimizerOptions& options, const UpdateMoment& moment) {
  const bool adam = options.kind == OptimizerKind::adamw;
  const auto rounded = [](double x) { return static_cast<float>(x); };
  mean = rounded(1 / static_cast<double>(moment.batches));
  keep_first = rounded(adam ? options.beta_1 : options.momentum);
  add_first = rounded(adam ? 1 - options.beta_1 : 1);
  keep_second = rounded(options.beta_2);
  add_second = rounded(1 - options.beta_2);
  correct_first = rounded(1 / (1 - power(options.beta_1, moment.step)));
  correct_second = rounded(1 / (1 - power(options.beta_2, moment.step)));
  epsilon = rounded(options.epsilon);
  decay = rounded(1 - moment.rate * options.weight_decay);
  weight_decay = rounded(options.weight_decay);
  minus_rate = rounded(-moment.rate);
}

DeclaredUpdates declare_updates(PlanBuilder& builder, std::span<const UpdatedParameter> parameters,
                                const OptimizerOptions& options, const UpdateMoment& moment) {
  return Updates(builder, options, moment).declare(parameters);
}

void for_each_update_kind(DeclarationVisitor visit) {
  for (const Declaration& kind : std::span<const Declaration>(declared_updates)) visit(kind);
}

}  // namespace ap
