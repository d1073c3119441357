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
#include "attention_playground/ops/rotate.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax_backward.hpp"
#include "attention_playground/ops/sum_to.hpp"
#include "attention_playground/ops/transposed_matmul.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr const char* gradient_prefix = "gradient.";

// In symbols and variables, {of} is the step whose gradient it is, {through} the one that passes it
// on.
constexpr Declaration gradient_kind = {.kind = "gradient",
                                       .symbol = R"(\mathrm{d}{of})",
                                       .variable = "d_{of}",
                                       .operation = &ops::add,
                                       .role = Role::scores,
                                       .axes = {}};
constexpr Declaration start_kind = {
    .kind = "gradient_start",
    .symbol = gradient_kind.symbol,
    .variable = gradient_kind.variable,
    .operation = &ops::constant,
    .role = Role::scores,
    .axes = {},
    .texts = {"{out} = 1", "torch.ones(({shape}))", "np.ones(({shape}), np.float32)"}};
constexpr Declaration seed_kind = {.kind = start_kind.kind,
                                   .symbol = gradient_kind.symbol,
                                   .variable = gradient_kind.variable,
                                   .operation = &ops::given,
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
                                     .axes = {},
                                     // PyTorch would keep the order in memory of an edited view.
                                     .texts = {.torch = "({0} * {1}).contiguous()"}};
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
                                                &ops::masked_dropout,
                                                &ops::maximum_backward,
                                                &ops::mean_backward,
                                                &ops::multiply,
                                                &ops::pad,
                                                &ops::rotate,
                                                &ops::row_sum_backward,
                                                &ops::rows_matmul,
                                                &ops::scale,
                                                &ops::softcap_backward,
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
    {&aids::copied, &ops::contiguous},      {&aids::normalised, &ops::layer_norm},
    {&aids::product_of_each, &ops::matmul}, {&aids::transposed, &ops::transpose},
    {&aids::quotient, &ops::divide},        {&aids::before_sign, &ops::sum_to},
    {&aids::divided, &ops::divide}};

Declaration of_aid(const Aid& aid, const Operation& operation) {
  return {.kind = aid.kind,
          .symbol = aid.symbol,
          .variable = aid.variable,
          .operation = &operation,
          .role = Role::scores,
          .axes = {}};
}

/// What one reader contributes to the gradient of `of`: all of it, or that of a part of one axis.
struct Share {
  StepId of, reader, value;
  bool is_part = false;
  Window part = {};
};

class BackwardPass : public Gradient {
 public:
  BackwardPass(PlanBuilder& builder, const GradientRequest& request)
      : builder_(builder), request_(request), forward_(builder.count()) {
    declared_.gradients.assign(as_size(forward_), -1);
    declared_.kept.assign(request.edited.size(), -1);
    find_seen();
    find_active();
    require(active_[as_size(request.of)] != 0, ErrorCode::conflict, "of",
            {builder[request.of].path},
            {"a step that numbers lead to: no gradient passes choices and rules"});
  }

  DeclaredGradients declare() && {
    declare_start();
    for (step_ = request_.of; step_ >= 0; --step_)
      if (step_ == request_.of || join_shares()) pass_on();
    return std::move(declared_);
  }

  // For the operation of the step whose inputs' gradients are declared.

  GradientValue upstream() const override { return upstream_; }
  GradientValue result() override;
  GradientValue input(int number) const override { return own().inputs[as_size(number)]; }
  int inputs() const override { return static_cast<int>(own().inputs.size()); }
  const Attributes& attributes() const override { return attributes_; }
  const Layout& layout(GradientValue value) const override { return builder_[value].layout; }
  bool wants(int number) const override {
    return active_[as_size(input(number))] != 0 && passes(own(), as_size(number));
  }
  GradientValue aid(const Aid& aid, const Operation& operation, GradientValues inputs,
                    const Attributes& attributes) override {
    return add(of_aid(aid, operation), operation, inputs, attributes, {.through = step_}, ".",
               aid.kind);
  }
  GradientValue aid_gradient(GradientValue of, const Operation& operation, GradientValues inputs,
                             const Attributes& attributes) override {
    return add(gradient_kind, operation, inputs, attributes, {.of = of, .through = step_}, ".d_",
               builder_.name(of).c_str());
  }
  void give(int number, const Operation& operation, GradientValues inputs,
            const Attributes& attributes) override {
    if (!wants(number)) return;
    const StepId of = input(number);
    shares_.push_back({of, step_, add_share(of, step_, operation, inputs, attributes)});
  }
  void give_part(const Window& part) override {
    shares_.push_back({input(0), step_, upstream_, true, part});
  }

 private:
  const Step& own() const { return builder_[step_]; }
  void find_seen();
  void find_active();
  bool stops(StepId id) const;
  Index edit_of(StepId id) const;
  static bool passes(const Step& step, std::size_t input) {
    const unsigned bit = input < 31 ? 1U << input : 1U << 31;
    return (step.declaration.operation->passes_to & bit) != 0;
  }
  StepId add(const Declaration& kind, const Operation& operation, GradientValues inputs,
             const Attributes& attributes, const BackwardPart& part, const char* ending = "",
             const char* more = "");
  StepId add_share(StepId of, StepId reader, const Operation& operation, GradientValues inputs,
                   const Attributes& attributes);
  void declare_start();
  bool join_shares();
  StepId joined(std::vector<Share>& shares, std::size_t first);
  void without_edits();
  void pass_on();

  PlanBuilder& builder_;
  const GradientRequest& request_;
  const StepId forward_;  // how many steps come before the backward pass
  std::vector<char> seen_, active_;
  std::vector<Share> shares_;  // of steps whose gradients are not declared yet
  DeclaredGradients declared_;
  StepId step_ = -1, upstream_ = -1;
  Attributes attributes_;  // a copy: steps move as others are added
};

/// Steps are seen that lead to L, to edited cells or to what a fault makes wrong, without a step
/// that cancels what it divides.
void BackwardPass::find_seen() {
  seen_.resize(as_size(forward_));
  seen_[as_size(request_.of)] = 1;
  for (const StepId id : request_.edited) seen_[as_size(id)] = 1;
  for (StepId id = forward_ - 1; id >= 0; --id) {
    const Step& step = builder_[id];
    if (step.fault != Fault::none) seen_[as_size(id)] = 1;
    if (seen_[as_size(id)] == 0 || step.declaration.cancels) continue;
    for (const StepId input : step.inputs) seen_[as_size(input)] = 1;
  }
}

/// Active steps depend on numbers that may be varied: on a parameter, or on data.
void BackwardPass::find_active() {
  for (StepId id = 0; id < forward_; ++id) {
    const Step& step = builder_[id];
    bool active = false;
    if (step.is_supplied()) {
      const bool learned = as<Leaf>(step.attributes).source == Leaf::Source::parameter;
      active = (learned || !request_.of_parameters) && step.declaration.stops == Stop::none;
    } else if (!stops(id)) {
      for (std::size_t input = 0; input < step.inputs.size(); ++input)
        active |= passes(step, input) && active_[as_size(step.inputs[input])] != 0;
    }
    active_.push_back(active);
  }
}

/// What a running maximum passes on sums to 0 only in the quotient that everything after it leads
/// to; and an edited cell between them is not computed from it.
bool BackwardPass::stops(StepId id) const {
  const Stop stop = builder_[id].declaration.gradient_stop();
  return stop == Stop::cancelled ? seen_[as_size(id)] == 0 : stop != Stop::none;
}

/// Its number among the edited steps; −1 if it is none.
Index BackwardPass::edit_of(StepId id) const {
  const auto& edited = request_.edited;
  const auto found = std::find(edited.begin(), edited.end(), id);
  return found == edited.end() ? -1 : found - edited.begin();
}

/// Adds a step with role and axes of the forward step that it belongs to; its path is that step's,
/// then the ending.
StepId BackwardPass::add(const Declaration& kind, const Operation& operation, GradientValues inputs,
                         const Attributes& attributes, const BackwardPart& part, const char* ending,
                         const char* more) {
  const bool of_forward = part.of >= 0 && part.of < forward_;
  const StepId of = of_forward ? part.of : part.through;
  Declaration declaration = kind;
  declaration.operation = &operation;
  declaration.role = builder_[of].declaration.role;
  declaration.axes = builder_[of].declaration.axes;
  std::string name = builder_[of].path;
  (name += ending) += more;
  const StepId place = part.through >= 0 ? part.through : of;
  const PlanBuilder::Within within(builder_, gradient_prefix, Scope(builder_[place].scope));
  const StepId id = builder_.add(declaration, StepList(inputs), attributes, name);
  builder_.set_backward(id, part);
  return id;
}

StepId BackwardPass::add_share(StepId of, StepId reader, const Operation& operation,
                               GradientValues inputs, const Attributes& attributes) {
  std::string from = builder_[reader].path;
  // A step may read another one twice: x · xᵀ.
  for (const Share& share : shares_)
    if (share.of == of && share.reader == reader && !share.is_part) from += ".again";
  return add(share_kind, operation, inputs, attributes,
             {.of = of, .through = reader, .is_share = true}, ".from.", from.c_str());
}

/// Derivatives are those at what the operation computes. Where its result is edited, it is computed
/// once more.
GradientValue BackwardPass::result() {
  if (edit_of(step_) < 0) return step_;
  const std::vector<StepId> read = own().inputs;
  return add(recomputed_kind, *own().declaration.operation, read, attributes_, {.through = step_},
             ".recomputed");
}

void BackwardPass::declare_start() {
  const StepId of = request_.of;
  const Leaf ones = {.shape = builder_.shape(of),
                     .source = request_.seeded ? Leaf::Source::data : Leaf::Source::constant,
                     .initialiser = Initialiser::ones};
  const Declaration& kind = request_.seeded ? seed_kind : start_kind;
  declared_.start = add(kind, ops::leaf(ones), {}, ones, {.of = of});
  declared_.gradients[as_size(of)] = declared_.start;
}

/// Parts of one axis, among them the first one, each of which begins where the one before it ends.
std::vector<std::size_t> chain_through(const std::vector<Share>& shares, std::size_t first,
                                       const Dims& shape) {
  const auto axis_of = [&](const Share& share) {
    return checked_axis(share.part.axis, shape.rank(), "axis");
  };
  const int axis = axis_of(shares[first]);
  const auto find = [&](auto fits) {
    for (std::size_t i = first + 1; i < shares.size(); ++i) {
      const Share& share = shares[i];
      if (share.is_part && share.part.length > 0 && axis_of(share) == axis && fits(share.part))
        return i;
    }
    return first;
  };
  std::vector<std::size_t> chain = {first};
  const auto begin = [&] { return shares[chain.front()].part.start; };
  const auto end = [&] {
    return shares[chain.back()].part.start + shares[chain.back()].part.length;
  };
  while (begin() > 0) {
    const std::size_t before =
        find([&](const Window& part) { return part.start + part.length == begin(); });
    if (before == first) return {};
    chain.insert(chain.begin(), before);
  }
  while (end() < shape[axis]) {
    const std::size_t next = find([&](const Window& part) { return part.start == end(); });
    if (next == first) return {};
    chain.push_back(next);
  }
  return chain;
}

/// A share of the whole step from one of a part: from those that cover its axis together, joined,
/// which are taken out of the list; or from it alone, with zeros around it.
StepId BackwardPass::joined(std::vector<Share>& shares, std::size_t first) {
  const Share own = shares[first];
  const Dims shape = builder_.shape(own.of);
  const int axis = checked_axis(own.part.axis, shape.rank(), "axis");
  const std::vector<std::size_t> chain = chain_through(shares, first, shape);
  if (chain.size() < 2) {
    const Index after = shape[axis] - own.part.start - own.part.length;
    return add_share(own.of, own.reader, ops::pad, {own.value},
                     Padding{own.part.axis, own.part.start, after});
  }
  std::vector<StepId> values;
  for (const std::size_t i : chain) values.push_back(shares[i].value);
  const StepId value = add_share(own.of, own.reader, ops::concat, values, Along{axis});
  // The others are part of the first one's share now.
  for (const std::size_t i : chain)
    if (i != first) shares[i].of = -1;
  std::erase_if(shares, [](const Share& share) { return share.of < 0; });
  return value;
}

/// Declares the gradient of a step from what its readers contribute; false if there is none.
bool BackwardPass::join_shares() {
  // In the order of the readers, which come from the last one back.
  std::vector<Share> own_shares;
  for (std::size_t i = shares_.size(); i-- > 0;)
    if (shares_[i].of == step_) own_shares.push_back(shares_[i]);
  if (own_shares.empty()) return false;
  std::vector<StepId> values;
  for (std::size_t i = 0; i < own_shares.size(); ++i)
    values.push_back(own_shares[i].is_part ? joined(own_shares, i) : own_shares[i].value);
  StepId& gradient = declared_.gradients[as_size(step_)];
  if (values.size() == 1) {
    // All of it comes from one reader.
    gradient = values[0];
    const PlanBuilder::Within within(builder_, gradient_prefix, Scope(own().scope));
    const std::string path = own().path;
    builder_.rename(gradient, gradient_kind, path);
    builder_.set_backward(gradient, {.of = step_, .through = own_shares[0].reader});
  } else {
    gradient = add(gradient_kind, ops::add, values, no_attributes, {.of = step_});
  }
  std::erase_if(shares_, [this](const Share& share) { return share.of == step_; });
  return true;
}

/// The gradient of a step with edited cells, 0 in those: they are constants.
void BackwardPass::without_edits() {
  const Index edit = edit_of(step_);
  if (edit < 0) return;
  const Leaf zeros_and_ones = {.shape = builder_.shape(step_)};
  const StepId leaf = add(computed_cells_kind, ops::leaf(zeros_and_ones), {}, zeros_and_ones,
                          {.through = step_}, ".computed_cells");
  declared_.kept[as_size(edit)] = leaf;
  upstream_ = add(passed_kind, ops::multiply, {upstream_, leaf}, no_attributes,
                  {.of = step_, .through = step_, .is_share = true}, ".passed");
}

void BackwardPass::pass_on() {
  if (own().is_leaf() || active_[as_size(step_)] == 0) return;
  upstream_ = declared_.gradients[as_size(step_)];
  without_edits();
  attributes_ = own().attributes;
  own().declaration.operation->gradient(*this);
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
  for (const Declaration* kind :
       {&start_kind, &seed_kind, &passed_kind, &computed_cells_kind, &recomputed_kind})
    visit(*kind);
}

DeclaredGradients declare_gradients(PlanBuilder& builder, const GradientRequest& request) {
  return BackwardPass(builder, request).declare();
}

}  // namespace ap
