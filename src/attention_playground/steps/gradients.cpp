#include "attention_playground/steps/gradients.hpp"

#include <algorithm>
#include <array>

#include "attention_playground/ops/activation_backward.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/cross_entropy.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/embedding.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/layer_norm_backward.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/mask_faults.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/padding.hpp"
#include "attention_playground/ops/reduce_backward.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax_backward.hpp"
#include "attention_playground/ops/sum_to.hpp"
#include "attention_playground/ops/transposed_matmul.hpp"

namespace ap {

namespace {

constexpr const char* prefix = "gradient.";

// In symbols and variables, {of} is the step whose gradient it is, {through} the one that passes it
// on.
constexpr Declaration gradient_kind = {.kind = "gradient",
                                       .symbol = R"(\mathrm{d}{of})",
                                       .variable = "d_{of}",
                                       .operation = &ops::add,
                                       .role = Role::scores,
                                       .axes = {}};
constexpr Declaration start_kind = {.kind = "gradient_start",
                                    .symbol = gradient_kind.symbol,
                                    .variable = gradient_kind.variable,
                                    .operation = &ops::constant,
                                    .role = Role::scores,
                                    .axes = {}};
constexpr Declaration share_kind = {.kind = "gradient_share",
                                    .symbol = R"(\mathrm{d}{of}|_{{through!}})",
                                    .variable = "d_{of}_from_{through}",
                                    .operation = &ops::add,
                                    .role = Role::scores,
                                    .axes = {}};
constexpr Declaration passed_kind = {.kind = "passed_gradient",
                                     .symbol = R"(\mathrm{d}{of}|_{\text{computed}})",
                                     .variable = "d_{of}_passed",
                                     .operation = &ops::multiply,
                                     .role = Role::scores,
                                     .axes = {}};
constexpr Declaration computed_cells_kind = {.kind = "computed_cells",
                                             .symbol = R"([{through!}\text{ computed}])",
                                             .variable = "{through}_computed",
                                             .operation = &ops::given,
                                             .role = Role::mask,
                                             .axes = {}};
constexpr Declaration recomputed_kind = {.kind = "recomputed",
                                         .symbol = R"({through!}^{\text{computed}})",
                                         .variable = "{through}_recomputed",
                                         .operation = &ops::add,
                                         .role = Role::scores,
                                         .axes = {}};

/// Every operation that passes a gradient on as the last of its steps.
constexpr const Operation* last_operations[] = {&ops::add,
                                                &ops::alias,
                                                &ops::concat,
                                                &ops::constant,
                                                &ops::cross_entropy_backward,
                                                &ops::divide,
                                                &ops::dropout,
                                                &ops::embedding_backward,
                                                &ops::entropy_backward,
                                                &ops::gelu_backward,
                                                &ops::gelu_tanh_backward,
                                                &ops::given,
                                                &ops::hide,
                                                &ops::layer_norm_backward,
                                                &ops::linear,
                                                &ops::log_softmax_backward,
                                                &ops::matmul,
                                                &ops::matmul_transposed,
                                                &ops::maximum_backward,
                                                &ops::mean_backward,
                                                &ops::multiply,
                                                &ops::pad,
                                                &ops::row_sum_backward,
                                                &ops::rows_matmul,
                                                &ops::scale,
                                                &ops::softmax_backward,
                                                &ops::softmax_gradient_backward,
                                                &ops::split,
                                                &ops::sum_to,
                                                &ops::threshold_backward,
                                                &ops::transpose,
                                                &ops::transposed_matmul,
                                                &ops::variance_backward,
                                                &ops::view};

/// The steps on the way, and their operations.
constexpr std::pair<const Aid*, const Operation*> aid_operations[] = {
    {&aids::copied, &ops::contiguous},        {&aids::normalised, &ops::layer_norm},
    {&aids::product_of_each, &ops::matmul},   {&aids::transposed, &ops::transpose},
    {&aids::quotient, &ops::divide}, {&aids::before_sign, &ops::sum_to},
    {&aids::divided, &ops::divide}};

Declaration of_aid(const Aid& aid, const Operation& operation) {
  return {.kind = aid.kind,
          .symbol = aid.symbol,
          .variable = aid.variable,
          .operation = &operation,
          .role = Role::scores,
          .axes = {}};
}

std::size_t at(StepId id) { return static_cast<std::size_t>(id); }

/// What one reader contributes to a gradient: all of it, or that of a part of one axis.
struct Share {
  StepId value;
  StepId reader;
  std::optional<Window> part;
};

/// The axis of a part, from 0.
int axis_of(const Window& part, int rank) { return checked_axis(part.axis, rank, "axis"); }

class BackwardPass {
 public:
  BackwardPass(PlanBuilder& builder, const GradientRequest& request)
      : builder_(builder), request_(request), shares_(at(builder.count())) {
    declared_.gradients.assign(at(builder.count()), -1);
    declared_.kept.assign(request.edited.size(), -1);
    find_active();
  }

  DeclaredGradients declare() && {
    declare_start();
    for (StepId id = request_.of; id >= 0; --id) {
      if (id != request_.of && !join_shares(id)) continue;
      pass_on(id);
    }
    return std::move(declared_);
  }

 private:
  class Rule;

  /// Active steps depend on numbers that may be varied: on a parameter, or on data.
  void find_active() {
    for (StepId id = 0; id < builder_.count(); ++id) {
      const Step& step = builder_[id];
      bool active = false;
      if (step.is_leaf() && step.is_supplied()) {
        const bool learned = as<Leaf>(step.attributes).source == Leaf::Source::parameter;
        active = (learned || !request_.of_parameters) && step.declaration.stops == Stop::none;
      }
      for (std::size_t input = 0; input < step.inputs.size(); ++input)
        active |= passes(step, input) && active_[at(step.inputs[input])] != 0;
      if (stops(step) && !step.is_leaf()) active = false;
      active_.push_back(active);
    }
  }

  /// What a maximum passes on cancels only while everything after it is computed from it.
  bool stops(const Step& step) const {
    const Stop stop = step.declaration.gradient_stop();
    return stop != Stop::none && (stop != Stop::cancelled || request_.edited.empty());
  }

  bool is_edited(StepId id) const {
    const auto& edited = request_.edited;
    return std::find(edited.begin(), edited.end(), id) != edited.end();
  }

  static bool passes(const Step& step, std::size_t input) {
    const unsigned bit = input < 31 ? 1U << input : 1U << 31;
    return (step.declaration.operation->passes_to & bit) != 0;
  }

  /// Adds a step of the backward pass, in the scope of a forward step.
  StepId add(StepId scope, const Declaration& declaration, GradientValues inputs,
             const Attributes& attributes, const std::string& name, const BackwardPart& part) {
    const PlanBuilder::Within within(builder_, prefix, Scope(builder_[scope].scope));
    const StepId id = builder_.add(declaration, StepList(std::vector(inputs.begin(), inputs.end())),
                                   attributes, name);
    builder_.set_backward(id, part);
    return id;
  }

  /// A kind with role and axes of the step that it belongs to.
  Declaration declared_as(const Declaration& kind, StepId of, const Operation& operation) const {
    Declaration declaration = kind;
    declaration.operation = &operation;
    declaration.role = builder_[of].declaration.role;
    declaration.axes = builder_[of].declaration.axes;
    return declaration;
  }

  void declare_start();
  bool join_shares(StepId id);
  void join_parts(StepId id, std::vector<Share>& shares);
  StepId placed(StepId id, const Share& share);
  StepId declare_share(StepId of, StepId reader, const Operation& operation, GradientValues inputs,
                       const Attributes& attributes);
  StepId without_edits(StepId id);
  void pass_on(StepId id);

  PlanBuilder& builder_;
  const GradientRequest& request_;
  std::vector<char> active_;
  std::vector<std::vector<Share>> shares_;
  DeclaredGradients declared_;
};

/// Declares the gradient of one step's inputs, as its operation says.
class BackwardPass::Rule : public Gradient {
 public:
  Rule(BackwardPass& pass, StepId step, StepId upstream)
      : pass_(pass), step_(step), upstream_(upstream), own_(pass.builder_[step]) {}

  GradientValue upstream() const override { return upstream_; }
  GradientValue result() override;
  GradientValue input(int number) const override { return own_.inputs[at(number)]; }
  int inputs() const override { return static_cast<int>(own_.inputs.size()); }
  const Attributes& attributes() const override { return own_.attributes; }
  const Layout& layout(GradientValue value) const override { return pass_.builder_[value].layout; }
  bool wants(int number) const override {
    return pass_.active_[at(input(number))] != 0 && passes(own_, at(number));
  }

  GradientValue aid(const Aid& aid, const Operation& operation, GradientValues inputs,
                    const Attributes& attributes) override {
    Declaration declaration = of_aid(aid, operation);
    declaration.role = own_.declaration.role;
    declaration.axes = axes_of(operation, inputs, attributes);
    return pass_.add(step_, declaration, inputs, attributes, own_.path + "." + aid.kind,
                     {.through = step_});
  }

  GradientValue aid_gradient(GradientValue of, const Operation& operation, GradientValues inputs,
                             const Attributes& attributes) override {
    return pass_.add(step_, pass_.declared_as(gradient_kind, of, operation), inputs, attributes,
                     own_.path + ".d_" + pass_.builder_.name(of), {.of = of, .through = step_});
  }

  void give(int number, const Operation& operation, GradientValues inputs,
            const Attributes& attributes) override {
    const StepId of = input(number);
    if (pass_.active_[at(of)] == 0) return;
    const StepId value = pass_.declare_share(of, step_, operation, inputs, attributes);
    pass_.shares_[at(of)].push_back({value, step_, std::nullopt});
  }

  void give_part(const Window& part) override {
    pass_.shares_[at(input(0))].push_back({upstream_, step_, part});
  }

 private:
  /// Those of an input with the same shape; else nothing is known of them.
  Axes axes_of(const Operation& operation, GradientValues inputs, const Attributes& attributes) {
    std::vector<const Layout*> layouts;
    for (const GradientValue each : inputs) layouts.push_back(&layout(each));
    const Dims shape = operation.layout(layouts, attributes).shape;
    for (const GradientValue each : inputs)
      if (layout(each).shape == shape) return pass_.builder_[each].declaration.axes;
    Axes axes = {};
    for (int axis = 0; axis < shape.rank(); ++axis) axes.push_back(Axis::one);
    return axes;
  }

  BackwardPass& pass_;
  StepId step_, upstream_;
  const Step own_;  // a copy: steps move as others are added
};

/// Derivatives are those at what the operation computes. Where its result is edited, it is computed
/// once more.
GradientValue BackwardPass::Rule::result() {
  if (!pass_.is_edited(step_)) return step_;
  const Operation& operation = *own_.declaration.operation;
  return pass_.add(step_, pass_.declared_as(recomputed_kind, step_, operation), own_.inputs,
                   own_.attributes, own_.path + ".recomputed", {.through = step_});
}

void BackwardPass::declare_start() {
  const StepId of = request_.of;
  const Leaf ones = {.shape = builder_.shape(of),
                     .source = request_.seeded ? Leaf::Source::data : Leaf::Source::parameter,
                     .initialiser = Initialiser::ones};
  declared_.start = add(of, declared_as(start_kind, of, ops::leaf(ones)), {}, ones, builder_.path(of),
                        {.of = of});
  declared_.gradients[at(of)] = declared_.start;
}

/// The gradient of a reader of the whole step from that of a part: zeros around it.
StepId BackwardPass::placed(StepId id, const Share& share) {
  const Dims shape = builder_.shape(id);
  const Window& part = *share.part;
  const Index after = shape[axis_of(part, shape.rank())] - part.start - part.length;
  return declare_share(id, share.reader, ops::pad, {share.value},
                       Padding{part.axis, part.start, after});
}

StepId BackwardPass::declare_share(StepId of, StepId reader, const Operation& operation,
                                   GradientValues inputs, const Attributes& attributes) {
  std::string name = builder_.path(of) + ".from." + builder_.path(reader);
  // A step may read another one twice: x · xᵀ.
  const auto same = [&](const Share& share) { return share.reader == reader && !share.part; };
  const auto& shares = shares_[at(of)];
  if (std::any_of(shares.begin(), shares.end(), same)) name += ".again";
  return add(reader, declared_as(share_kind, of, operation), inputs, attributes, name,
             {.of = of, .through = reader, .is_share = true});
}

/// Joins parts that cover an axis, and pads the others: then every share is one of the whole step.
void BackwardPass::join_parts(StepId id, std::vector<Share>& shares) {
  std::vector<Share> whole;
  std::vector<Share> parts;
  for (const Share& share : shares) (share.part ? parts : whole).push_back(share);
  const int rank = builder_.shape(id).rank();
  while (!parts.empty()) {
    // A chain of parts of one axis, each of which begins where the one before it ends.
    const int axis = axis_of(*parts.front().part, rank);
    std::vector<Share> chain;
    Index end = 0;
    const Index length = builder_.shape(id)[axis];
    while (end < length) {
      const auto next = std::find_if(parts.begin(), parts.end(), [&](const Share& share) {
        return axis_of(*share.part, rank) == axis && share.part->start == end &&
               share.part->length > 0;
      });
      if (next == parts.end()) break;
      end += next->part->length;
      chain.push_back(*next);
      parts.erase(next);
    }
    if (end == length && chain.size() > 1) {
      std::vector<StepId> values;
      for (const Share& share : chain) values.push_back(share.value);
      const StepId reader = chain.front().reader;
      whole.push_back(
          {declare_share(id, reader, ops::concat, values, Along{axis}), reader, std::nullopt});
      continue;
    }
    if (chain.empty()) {
      chain.push_back(parts.front());
      parts.erase(parts.begin());
    }
    for (const Share& share : chain)
      whole.push_back({placed(id, share), share.reader, std::nullopt});
  }
  // In the order of the readers.
  shares.clear();
  for (const Share& share : whole) {
    auto place = shares.end();
    while (place != shares.begin() && share.reader < (place - 1)->reader) --place;
    shares.insert(place, share);
  }
}

/// Declares the gradient of a step from what its readers contribute; false if there is none.
bool BackwardPass::join_shares(StepId id) {
  std::vector<Share>& shares = shares_[at(id)];
  if (shares.empty()) return false;
  // In the order of the readers.
  std::reverse(shares.begin(), shares.end());
  join_parts(id, shares);
  StepId gradient = shares[0].value;
  if (shares.size() == 1) {
    // All of it comes from one reader.
    const PlanBuilder::Within within(builder_, prefix, Scope(builder_[id].scope));
    builder_.rename(gradient, gradient_kind, builder_.path(id));
    builder_.set_backward(gradient, {.of = id, .through = shares[0].reader});
  } else {
    std::vector<StepId> values;
    for (const Share& share : shares) values.push_back(share.value);
    gradient = add(id, declared_as(gradient_kind, id, ops::add), values, no_attributes, builder_.path(id),
                   {.of = id});
  }
  declared_.gradients[at(id)] = gradient;
  return true;
}

/// The gradient of a step with edited cells, 0 in those: they are constants.
StepId BackwardPass::without_edits(StepId id) {
  const StepId gradient = declared_.gradients[at(id)];
  if (!is_edited(id)) return gradient;
  const auto edited = std::find(request_.edited.begin(), request_.edited.end(), id);
  const std::string path = builder_.path(id);
  const Leaf zeros_and_ones = {.shape = builder_.shape(id)};
  Declaration kept = declared_as(computed_cells_kind, id, ops::leaf(zeros_and_ones));
  kept.role = Role::mask;
  const StepId leaf = add(id, kept, {}, zeros_and_ones, path + ".computed_cells", {.through = id});
  declared_.kept[at(static_cast<StepId>(edited - request_.edited.begin()))] = leaf;
  return add(id, declared_as(passed_kind, id, ops::multiply), {gradient, leaf}, no_attributes,
             path + ".passed",
             {.of = id, .through = id, .is_share = true});
}

void BackwardPass::pass_on(StepId id) {
  const Step& step = builder_[id];
  if (step.is_leaf() || stops(step) || active_[at(id)] == 0) return;
  Rule rule(*this, id, without_edits(id));
  builder_[id].declaration.operation->gradient(rule);
}

}  // namespace

void for_each_gradient_kind(DeclarationVisitor visit) {
  for (const Declaration* kind : {&gradient_kind, &share_kind}) {
    for (const Operation* operation : last_operations) {
      Declaration declaration = *kind;
      declaration.operation = operation;
      visit(declaration);
    }
  }
  for (const auto& [aid, operation] : aid_operations) visit(of_aid(*aid, *operation));
  for (const Declaration* kind : {&start_kind, &passed_kind, &computed_cells_kind, &recomputed_kind})
    visit(*kind);
}

DeclaredGradients declare_gradients(PlanBuilder& builder, const GradientRequest& request) {
  return BackwardPass(builder, request).declare();
}

}  // namespace ap
