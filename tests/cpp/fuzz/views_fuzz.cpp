// Tensors seen through chains of views: each cell is where the definition puts it, and impossible
// views are Errors.

#include "attention_playground/tensor/tensor.hpp"
#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

/// A view and the same view of a plain copy, which have to be equal.
struct Twin {
  Tensor view, copy;
};

Twin transposed(Draw& draw, const Twin& twin) {
  const int rank = twin.view.rank();
  const int wrong[] = {-9, 9, rank, -rank - 1};
  const auto axis = [&] {
    if (rank == 0 || draw.chance(0.2)) return draw.pick(wrong);
    return static_cast<int>(draw.whole(-rank, rank - 1));
  };
  const int first = axis(), second = axis();
  return {twin.view.transpose(first, second), twin.copy.transpose(first, second)};
}

Twin reshaped(Draw& draw, const Twin& twin) {
  Dims shape;
  Index rest = twin.view.count();
  while (shape.rank() < 4 && rest > 1) {
    Index part = draw.whole(1, rest);
    while (rest % part != 0) --part;
    shape.push_back(part);
    rest /= part;
  }
  shape.push_back(draw.chance(0.1) ? draw.wrong_whole() : rest);
  return {twin.view.view(shape), twin.copy.contiguous().view(shape)};
}

Twin narrowed(Draw& draw, const Twin& twin) {
  if (twin.view.rank() == 0) return twin;
  const int axis = static_cast<int>(draw.whole(0, twin.view.rank() - 1));
  const Index start = draw.chance(0.1) ? draw.wrong_whole() : draw.whole(0, twin.view.size(axis));
  const Index length = draw.chance(0.1) ? draw.wrong_whole() : draw.whole(0, twin.view.size(axis));
  const auto part = [&](const Tensor& tensor) {
    return Tensor(tensor.storage(), narrow_layout(tensor.layout(), axis, start, length));
  };
  return {part(twin.view), part(twin.copy)};
}

Twin repeated(Draw& draw, const Twin& twin) {
  Dims shape;
  for (Index more = draw.whole(0, 1); more > 0 && twin.view.rank() < max_rank; --more)
    shape.push_back(draw.chance(0.05) ? draw.wrong_whole() : draw.whole(0, 3));
  for (Index size : twin.view.shape())
    shape.push_back(size == 1 && draw.chance(0.5) ? draw.whole(0, 3) : size);
  return {twin.view.broadcast(shape, "shape"), twin.copy.broadcast(shape, "shape")};
}

}  // namespace

TEST_CASE("views: chains of them show the cells that they should, or are refused") {
  using Step = Twin (*)(Draw&, const Twin&);
  constexpr Step steps[] = {transposed, reshaped, narrowed, repeated};
  const int count = static_cast<int>(40000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("views", round);
    INFO(draw.again());
    const Tensor first = draw.tensor(draw.shape(0, 4, 4));
    Twin twin{first, first};
    for (Index length = draw.whole(1, 5); length > 0; --length) {
      goes_through([&] { twin = draw.pick(steps)(draw, twin); });
      REQUIRE(twin.view.layout().is_inside(twin.view.storage()->count()));
      // A broadcast may have more cells than can be counted; it is never copied.
      Index cells = 0;
      if (!goes_through([&] { cells = twin.view.count(); }) || cells > 2000) break;
      // Copies the cells one by one, by the definition.
      Tensor copy(twin.view.shape());
      for (Index i = 0; i < copy.count(); ++i)
        copy.mutable_data()[i] = twin.view.at(index_at(i, copy.shape()));
      REQUIRE(what_changed({{twin.view, test::values_of(copy)}}) == "");
      REQUIRE(what_changed({{twin.view.contiguous(), test::values_of(copy)}}) == "");
      REQUIRE(what_changed({{twin.copy, test::values_of(copy)}}) == "");
      twin.copy = copy;
    }
  }
}

TEST_CASE("views: a layout that leaves its storage is refused") {
  const int count = static_cast<int>(20000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("layouts", round);
    INFO(draw.again());
    const auto storage = std::make_shared<Storage>(draw.whole(0, 20));
    const auto some = [&] { return draw.chance(0.1) ? draw.wrong_whole() : draw.whole(-1, 5); };
    Layout layout{draw.shape(0, 3, 4), {}, some()};
    for (int axis = 0; axis < layout.shape.rank(); ++axis) {
      if (draw.chance(0.05)) layout.shape[axis] = draw.wrong_whole();
      layout.strides.push_back(some());
    }
    goes_through([&] {
      const Tensor tensor(storage, layout);
      // Every cell of an accepted layout can be read.
      if (tensor.count() <= 2000) test::values_of(tensor);
    });
  }
}

TEST_CASE("views: shapes at the ends of 29, 31, 32 and 63 bits are refused or served") {
  const int count = static_cast<int>(20000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("shapes", round);
    INFO(draw.again());
    Dims shape;
    for (Index rank = draw.whole(0, max_rank); rank > 0; --rank)
      shape.push_back(draw.chance(0.4) ? draw.wrong_whole() : draw.size());
    goes_through([&] {
      const Index cells = element_count(shape);
      CHECK(cells < Count::too_many);
    });
    goes_through([&] { contiguous_layout(shape); });
    goes_through([&] {
      if (element_count(shape) < 1 << 20) Tensor::filled(shape, 1);
    });
    const float number = 1;
    goes_through([&] {
      const Tensor one = Tensor::from(shape, {&number, 1});
      CHECK(one.count() == 1);
    });
    goes_through([&] { draw.plain({1}).broadcast(shape, "shape").layout().is_contiguous(); });
  }
}

}  // namespace ap::fuzz
