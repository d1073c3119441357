// Every operation separately, with valid and invalid inputs in every memory layout.

#include <set>

#include "attention_playground/attention_playground.hpp"
#include "attention_playground/ops/mask_faults.hpp"
#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/any_attributes.hpp"
#include "support/comparison.hpp"
#include "support/declared.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

struct OperationCall {
  const Operation* operation;
  std::vector<Tensor> inputs;
  Attributes attributes = {};
};

using Make = OperationCall (*)(Draw&);

const Operation* const of_one[] = {
    &ops::relu,        &ops::gelu,        &ops::gelu_tanh,  &ops::scale,       &ops::dropout,
    &ops::softmax,     &ops::log_softmax, &ops::contiguous, &ops::invert_mask, &ops::finite_mask,
    &ops::square_root, &ops::clip_factor, &ops::softcap};
const Operation* const of_rows[] = {&ops::row_sum,  &ops::row_maximum, &ops::mean,
                                    &ops::variance, &ops::argmax,      &ops::top_k};
const Operation* const of_weights[] = {&ops::entropy, &ops::softmax_gradient, &ops::sample};
const Operation* const of_two[] = {&ops::add,           &ops::mask, &ops::multiply,
                                   &ops::divide,        &ops::hide, &ops::exp_difference,
                                   &ops::masked_dropout};
const Operation* const supplied[] = {&ops::given,     &ops::random, &ops::identity,
                                     &ops::constant,  &ops::cached, &ops::view,
                                     &ops::transpose, &ops::split,  &ops::alias};
const Operation* const backward_of_curves[] = {&ops::threshold_backward, &ops::gelu_backward,
                                               &ops::gelu_tanh_backward, &ops::softcap_backward};
const Operation* const backward_of_rows[] = {&ops::row_sum_backward, &ops::mean_backward,
                                             &ops::variance_backward, &ops::maximum_backward};
const Operation* const backward_of_weights[] = {&ops::entropy_backward,
                                                &ops::softmax_gradient_backward};

Attributes some_attributes(Draw& draw, const Operation& operation, const Dims& shape) {
  test::AnyAttributes any;
  any.axis = draw.whole(-shape.rank(), shape.rank() - 1);
  any.number = draw.number();
  any.probability = static_cast<float>(0.9 * draw.unit());
  any.seed = static_cast<std::uint32_t>(draw.bits());
  any.stream = draw.bits();
  any.length = shape.rank() > 0 ? draw.whole(1, std::max<Index>(shape.back(), 1)) : 1;
  return any.of(operation);
}

/// Each row a distribution.
Tensor distribution(Draw& draw, const Dims& shape) {
  const Tensor x = draw.plain(shape);
  return apply(ops::softmax, {&x}, Along{-1});
}

/// A shape that broadcasts to `shape`.
Dims part_of(Draw& draw, const Dims& shape) {
  Dims part;
  for (int axis = static_cast<int>(draw.whole(0, shape.rank())); axis < shape.rank(); ++axis)
    part.push_back(draw.chance(0.3) ? 1 : shape[axis]);
  return part;
}

OperationCall one(Draw& draw) {
  const Dims shape = draw.shape(1, 4);
  const Operation& operation = *draw.pick(of_one);
  OperationCall call = {&operation, {draw.tensor(shape)}, some_attributes(draw, operation, shape)};
  // A root's are not below 0: there is no bound on how far a cell may lie from NaN.
  if (&operation == &ops::square_root) call.inputs[0] = apply(ops::relu, {&call.inputs[0]});
  if (&operation == &ops::dropout && draw.chance(0.5)) call.inputs.push_back(draw.tensor({}));
  return call;
}

OperationCall rows(Draw& draw) {
  Dims shape = draw.shape(1, 4);
  shape[shape.rank() - 1] = std::max<Index>(shape.back(), 1);
  const Operation& operation = *draw.pick(of_rows);
  return {&operation, {draw.tensor(shape)}, some_attributes(draw, operation, shape)};
}

OperationCall weights(Draw& draw) {
  Dims shape = draw.shape(1, 3);
  shape[shape.rank() - 1] = std::max<Index>(shape.back(), 1);
  const Operation& operation = *draw.pick(of_weights);
  return {&operation, {distribution(draw, shape)}, some_attributes(draw, operation, shape)};
}

OperationCall two(Draw& draw) {
  const Dims shape = draw.shape(0, 4);
  const Operation* operation = draw.pick(of_two);
  const Tensor a = draw.tensor(shape);
  if (operation != &ops::exp_difference) {
    const Tensor b = draw.tensor(part_of(draw, shape));
    if (operation != &ops::masked_dropout) return {operation, {a, b}, {}};
    Tensor kept(b.shape());
    for (Index i = 0; i < kept.count(); ++i) kept.mutable_data()[i] = draw.unit() < 0.5 ? 0 : 1;
    return {operation, {a, kept}, DropoutRate{static_cast<float>(0.9 * draw.unit())}};
  }
  // b ≥ a
  return {operation, {a, Tensor::filled({}, 2)}};
}

OperationCall products(Draw& draw) {
  const Index m = draw.size(), k = draw.size(), n = draw.size();
  Dims a = draw.shape(0, 2, 3);
  Dims b = part_of(draw, a);
  const bool transposed = draw.chance(0.5);
  for (Index size : {m, k}) a.push_back(size);
  for (Index size : {transposed ? n : k, transposed ? k : n}) b.push_back(size);
  return {transposed ? &ops::matmul_transposed : &ops::matmul, {draw.tensor(a), draw.tensor(b)}};
}

OperationCall linear(Draw& draw) {
  Dims x = draw.shape(1, 3);
  const Index columns = draw.size();
  OperationCall call{&ops::linear, {draw.tensor(x), draw.tensor({x.back(), columns})}};
  if (draw.chance(0.5)) call.inputs.push_back(draw.tensor({columns}));
  return call;
}

OperationCall rotated(Draw& draw) {
  Dims shape = draw.shape(1, 3);
  shape.push_back(2 * draw.whole(1, 4));
  return {&ops::rotate, {draw.tensor(shape)}, Rotated{draw.whole(0, 99), draw.chance(0.5)}};
}

OperationCall layer_norm(Draw& draw) {
  Dims shape = draw.shape(1, 3);
  for (int axis = 0; axis < shape.rank(); ++axis) shape[axis] = std::max<Index>(shape[axis], 1);
  Dims ending = {shape.back()};
  OperationCall call{&ops::layer_norm, {draw.tensor(shape)}, Normalised{ending, 1e-3F}};
  for (int more = 0; more < 2 && draw.chance(0.6); ++more)
    call.inputs.push_back(draw.tensor(ending));
  return call;
}

Tensor ids(Draw& draw, const Dims& shape, Index least, Index most) {
  Tensor result(shape);
  for (Index i = 0; i < result.count(); ++i)
    result.mutable_data()[i] = static_cast<float>(draw.whole(least, most));
  return result;
}

OperationCall lookups(Draw& draw) {
  const Index words = draw.whole(1, 9);
  Dims shape = draw.shape(1, 3, 4);
  if (draw.chance(0.5))
    return {&ops::embedding, {ids(draw, shape, 0, words - 1), draw.tensor({words, draw.size()})}};
  const Tensor labels = ids(draw, shape, -1, words - 1);
  shape.push_back(words);
  const Tensor logits = draw.plain(shape);
  return {&ops::cross_entropy,
          {apply(ops::log_softmax, {&logits}, Along{-1}), labels},
          Labelled{draw.chance(0.5) ? 0 : static_cast<float>(0.9 * draw.unit())}};
}

OperationCall tables(Draw& draw) {
  const Index which = draw.whole(0, 2);
  if (which == 0)
    return {
        &ops::positional_encoding, {}, FromPosition{{draw.size(), draw.size()}, draw.whole(0, 9)}};
  if (which == 1)
    return {&ops::causal_mask, {}, Visible{{draw.size(), draw.size()}, draw.whole(-3, 9)}};
  const Index batch = draw.whole(1, 3), keys = draw.whole(1, 5);
  return {&ops::padding_mask, {ids(draw, {batch}, 0, keys)}, Visible{{batch, 1, 1, keys}}};
}

OperationCall joined(Draw& draw) {
  Dims shape = draw.shape(1, 3);
  const Index axis = draw.whole(0, shape.rank() - 1);
  const bool appends = draw.chance(0.4);
  OperationCall call{appends ? &ops::append : &ops::concat, {}, Along{axis}};
  for (Index count = appends ? 2 : draw.whole(1, 3); count > 0; --count) {
    shape[static_cast<int>(axis)] = draw.size();
    call.inputs.push_back(draw.tensor(shape));
  }
  return call;
}

/// The backward operations of one tensor: its gradient, and what it was computed from.
OperationCall backward_of_one(Draw& draw) {
  const Dims shape = draw.shape(1, 4);
  const Index way = draw.whole(0, 2);
  const Tensor g = draw.tensor(shape);
  if (way == 0) {
    const Operation& operation = *draw.pick(backward_of_curves);
    return {&operation, {g, draw.tensor(shape)}, some_attributes(draw, operation, shape)};
  }
  const bool logarithm = draw.chance(0.5);
  const Operation& operation = logarithm ? ops::log_softmax_backward : ops::softmax_backward;
  const Attributes attributes = some_attributes(draw, operation, shape);
  const Tensor x = draw.plain(shape);
  const Tensor y = apply(logarithm ? ops::log_softmax : ops::softmax, {&x}, attributes);
  return {&operation, {g, y}, attributes};
}

OperationCall backward_of_reductions(Draw& draw) {
  Dims shape = draw.shape(1, 3);
  shape[shape.rank() - 1] = std::max<Index>(shape.back(), 1);
  Dims rows = shape;
  rows[rows.rank() - 1] = 1;
  const Tensor g = draw.tensor(rows);
  if (draw.chance(0.3)) return {draw.pick(backward_of_weights), {g, distribution(draw, shape)}};
  return {draw.pick(backward_of_rows), {g, draw.tensor(shape)}};
}

OperationCall layer_norm_backward(Draw& draw) {
  Dims shape = draw.shape(1, 3);
  for (int axis = 0; axis < shape.rank(); ++axis) shape[axis] = std::max<Index>(shape[axis], 1);
  const Attributes attributes = Normalised{{shape.back()}, 1e-3F};
  const Tensor x = draw.plain(shape);
  const Tensor normalised = apply(ops::layer_norm, {&x}, attributes);
  return {&ops::layer_norm_backward, {draw.tensor(shape), normalised, x}, attributes};
}

OperationCall sums(Draw& draw) {
  const Dims shape = draw.shape(0, 4);
  const Dims part = part_of(draw, shape);
  if (draw.chance(0.4)) {
    const Index axis = draw.whole(0, std::max(shape.rank() - 1, 0));
    if (shape.rank() > 0)
      return {&ops::pad, {draw.tensor(shape)}, Padding{axis, draw.whole(0, 3), draw.whole(0, 3)}};
  }
  OperationCall call{&ops::sum_to, {draw.tensor(shape)}, ops::summed_to(part, shape)};
  if (draw.chance(0.5)) call.inputs.push_back(draw.tensor(part_of(draw, shape)));
  return call;
}

OperationCall transposed_products(Draw& draw) {
  const Index m = draw.size(), k = draw.size(), n = draw.size();
  Dims a = draw.shape(0, 2, 3);
  if (draw.chance(0.5)) {
    Dims b = a;
    a.push_back(m);
    b.push_back(n);
    return {&ops::rows_matmul, {draw.tensor(a), draw.tensor(b)}};
  }
  Dims b = part_of(draw, a);
  for (const Index size : {k, m}) a.push_back(size);
  for (const Index size : {k, n}) b.push_back(size);
  return {&ops::transposed_matmul, {draw.tensor(a), draw.tensor(b)}};
}

OperationCall backward_of_lookups(Draw& draw) {
  const Index entries = draw.whole(1, 9);
  Dims shape = draw.shape(1, 3, 4);
  if (draw.chance(0.5))
    return {&ops::cross_entropy_backward,
            {Tensor::filled({}, draw.number()), ids(draw, shape, -1, entries - 1)},
            Labelled{draw.chance(0.5) ? 0 : static_cast<float>(0.9 * draw.unit()), entries}};
  const Tensor rows = ids(draw, shape, 0, entries - 1);
  shape.push_back(draw.size());
  return {&ops::embedding_backward, {draw.tensor(shape), rows}, Entries{entries}};
}

/// Operations that compute nothing: apply() always refuses them.
OperationCall idle(Draw& draw) {
  const Dims shape = draw.shape(0, 3);
  OperationCall call{draw.pick(supplied), {}, Leaf{shape}};
  if (draw.chance(0.5)) call.inputs.push_back(draw.tensor(shape));
  return call;
}

constexpr Make makes[] = {one,
                          rows,
                          weights,
                          two,
                          products,
                          linear,
                          lookups,
                          rotated,
                          layer_norm,
                          tables,
                          joined,
                          idle,
                          backward_of_one,
                          backward_of_reductions,
                          layer_norm_backward,
                          sums,
                          transposed_products,
                          backward_of_lookups};

/// Makes one thing wrong with the call.
void spoil(Draw& draw, OperationCall& call) {
  const Index way = draw.whole(0, 6);
  if (way < 3 && !call.inputs.empty()) {
    Tensor& input = draw.pick(call.inputs);
    input = draw.wrong_tensor(input.shape());
  } else if (way == 3) {
    call.inputs.push_back(draw.tensor(draw.shape(0, 3)));
  } else if (way == 4 && !call.inputs.empty()) {
    call.inputs.pop_back();
  } else if (way == 5) {
    test::AnyAttributes any;
    any.axis = draw.wrong_whole();
    any.shape = {draw.wrong_whole(), draw.chance(0.5) ? draw.wrong_whole() : 1};
    any.probability = any.number = draw.wrong_number();
    any.length = any.start = draw.wrong_whole();
    call.attributes = any.of(*call.operation);
  } else {
    // Attributes of another operation: the operation uses its defaults.
    call.attributes = draw.chance(0.5) ? Attributes(Largest{draw.wrong_whole()}) : Leaf{};
  }
}

Tensor applied(const OperationCall& call, const Tensor* out = nullptr) {
  const auto at = [&](std::size_t i) { return i < call.inputs.size() ? &call.inputs[i] : nullptr; };
  return apply(*call.operation, {at(0), at(1), at(2), at(3)}, call.attributes, out);
}

/// An `out` tensor: a new one, or one that is not allowed.
Tensor some_place(Draw& draw, const OperationCall& call, const Tensor& result) {
  const Index way = draw.whole(0, 5);
  if (way == 0 && !call.inputs.empty()) return call.inputs[0];
  if (way == 1) return draw.wrong_tensor(result.shape());
  if (way == 2) return draw.tensor(result.shape());
  return Tensor(result.shape());
}

bool is_small(const OperationCall& call) {
  Index count = 0;
  for (const Tensor& input : call.inputs) count += input.count();
  return count <= 300;
}

}  // namespace

TEST_CASE("operations: valid and invalid calls give correct numbers or an Error") {
  const int count = static_cast<int>(60000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("operations", round);
    OperationCall call = draw.pick(makes)(draw);
    const bool spoiled = draw.chance(0.4);
    if (spoiled) spoil(draw, call);
    INFO(draw.again() << ": " << call.operation->name);
    std::vector<Held> inputs;
    for (const Tensor& input : call.inputs) inputs.push_back(hold(input));
    Tensor result;
    const bool done = goes_through([&] { result = applied(call); });
    REQUIRE(what_changed(inputs) == "");
    const bool computes = call.operation->run != nullptr && !call.operation->aliases;
    if (!spoiled) REQUIRE(done == computes);
    if (!done) continue;
    const Tensor place = some_place(draw, call, result);
    const std::vector<float> first = test::values_of(result);
    if (goes_through([&] { applied(call, &place); })) {
      REQUIRE(what_changed({{place, first}}) == "");
      REQUIRE(what_changed(inputs) == "");
    }
    if (!spoiled && is_small(call) && draw.chance(0.3))
      REQUIRE(test::what_is_wrong(*call.operation, call.inputs, call.attributes) == "");
  }
}

TEST_CASE("operations: the fuzzer knows every one that a header declares") {
  std::set<std::string> known;
  for (int round = 0; round < 4000; ++round) {
    Draw draw("names", round);
    known.insert(draw.pick(makes)(draw).operation->name);
  }
  const std::vector<std::string> declared = test::declared_operations();
  CHECK(!declared.empty());
  for (const std::string& name : declared) {
    INFO(name);
    CHECK(known.count(name) == 1);
  }
}

}  // namespace ap::fuzz
