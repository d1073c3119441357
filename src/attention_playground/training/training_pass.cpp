#include "attention_playground/training/training_pass.hpp"

#include "attention_playground/attention/fusion.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/steps/fusions.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/training/fusions.hpp"

namespace ap {

namespace {

void append(std::vector<Fusion>& fusions, std::vector<Fusion> more) {
  for (Fusion& fusion : more) fusions.push_back(std::move(fusion));
}

/// Whether it is attention with too few weights for its kernel to be faster than its steps.
bool is_small_attention(const PlanBuilder& builder, const Fusion& fusion) {
  constexpr Index fewest_weights = 64 * 64;
  if (attention_of(*fusion.kernel) == nullptr) return false;
  const Dims queries = builder.shape(fusion.inputs[0]);
  const Dims keys = builder.shape(fusion.inputs[1]);
  return queries[queries.rank() - 2] * keys[keys.rank() - 2] <= fewest_weights;
}

void choose_fusions(PlanBuilder& builder, StepId forward, const DeclaredGradients& declared,
                    std::span<const StepId> kept, Fusing fusing) {
  if (fusing == Fusing::where_it_pays) {
    std::vector<Fusion> attention = builder.fusions();
    std::erase_if(attention, [&](const Fusion& each) { return is_small_attention(builder, each); });
    builder.set_fusions(std::move(attention));
  }
  const BackwardSteps backward{builder, forward, declared};
  std::vector<Fusion> fusions = builder.fusions();
  append(fusions, attention_gradients(backward));
  append(fusions, layer_gradients(backward));
  builder.set_fusions(fusions_that_hold(builder, std::move(fusions), kept));
}

}  // namespace

TrainingPass::Declared TrainingPass::declare(const PassOptions& options,
                                             const Activations& activations, Fusing fusing) {
  require(options.labels, ErrorCode::missing, "labels", {"nothing"},
          {"the tokens that are expected, from which the loss is computed"});
  Declared result{};
  PlanBuilder builder(options.model.given, fusing != Fusing::none);
  result.loss = *declare_pass_steps(builder, options).loss;
  const StepId forward = builder.count();
  const DeclaredGradients declared =
      declare_gradients(builder, {.of = result.loss, .seeded = true, .of_parameters = true});
  std::vector<StepId> kept = {result.loss};
  for (StepId id = 0; id < forward; ++id) {
    const StepId gradient = declared.gradients[static_cast<std::size_t>(id)];
    if (gradient < 0 || !builder[id].is_supplied()) continue;
    result.parameters.push_back({id, gradient});
    kept.push_back(gradient);
  }
  if (fusing == Fusing::none)
    builder.set_fusions({});
  else
    choose_fusions(builder, forward, declared, kept, fusing);
  // Constants are computed once; a mask that a kernel applies itself, of T² numbers, never.
  const std::vector<char> read = steps_read(builder, kept);
  for (StepId id = 0; id < forward; ++id)
    if (builder[id].is_leaf() && !builder[id].is_supplied() && read[static_cast<std::size_t>(id)])
      kept.push_back(id);
  std::vector<std::string> paths;
  for (const StepId id : kept) paths.push_back(builder.path(id));
  if (activations != Activations()) {
    HeldLess less = hold_less(builder, forward, activations);
    const auto move = [&](StepId& id) { id = less.ids[static_cast<std::size_t>(id)]; };
    move(result.loss);
    for (Parameter& each : result.parameters) move(each.leaf), move(each.gradient);
    builder = std::move(less.builder);
  }
  result.plan = std::make_shared<const Plan>(std::move(builder).finish(&paths));
  return result;
}

TrainingPass::TrainingPass(const PassOptions& options, std::shared_ptr<Arena> arena,
                           const Activations& activations, Fusing fusing)
    : TrainingPass(declare(options, activations, fusing), std::move(arena)) {}

TrainingPass::TrainingPass(Declared declared, std::shared_ptr<Arena> arena)
    : run_(declared.plan, Implementation::simd, std::move(arena)),
      loss_(declared.loss),
      parameters_(std::move(declared.parameters)),
      lent_(run_.supplied().size()) {}

std::vector<std::pair<std::string, Dims>> TrainingPass::parameter_shapes() const {
  std::vector<std::pair<std::string, Dims>> shapes;
  for (const Parameter& each : parameters_)
    shapes.emplace_back(plan()[each.leaf].path, plan()[each.leaf].layout.shape);
  return shapes;
}

float TrainingPass::run(std::span<const Tensor> leaves, Leaves& gradients) {
  for (std::size_t i = 0; i < lent_.size(); ++i) lent_[i] = &leaves[i];
  run_.lend(lent_);
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    run_.place(parameters_[i].gradient, gradients[i].second);
  run_.run();
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    // Taken, as a pass that waits for its next run must not hold the caller's tensors. It is
    // another than `to` if it is a view, of a gradient that is also something else's.
    const Tensor own = run_.take(parameters_[i].gradient);
    Tensor& to = gradients[i].second;
    if (own.data() != to.data())
      own.copy_to({to.mutable_data(), static_cast<std::size_t>(to.count())});
  }
  return run_.loan(loss_).data()[0];
}

}  // namespace ap
