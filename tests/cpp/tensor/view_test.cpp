#include <fstream>
#include <sstream>

#include "attention_playground/tensor/layout.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"

namespace ap::test {

namespace {

struct ViewCase {
  std::string line;
  Layout layout;
  Dims shape;
  std::string result;  // strides, "view" or "size"
};

Dims parsed(const std::string& text) {
  Dims dims;
  std::istringstream numbers(text);
  for (Index number; numbers >> number;) dims.push_back(number);
  return dims;
}

/// "shape; strides; offset; requested shape; strides of the view, or the error"
std::vector<ViewCase> view_cases() {
  std::ifstream file(ATTENTION_GOLDEN_DIR "/view_cases.txt");
  std::vector<ViewCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::vector<std::string> field(5);
    for (std::string& each : field) std::getline(fields, each, ';');
    cases.push_back({line,
                     {parsed(field[0]), parsed(field[1]), parsed(field[2])[0]},
                     parsed(field[3]),
                     field[4].substr(1)});
  }
  return cases;
}

std::string spelled(const Dims& dims) {
  std::string text;
  for (Index number : dims) text += (text.empty() ? "" : " ") + std::to_string(number);
  return text.empty() ? "-" : text;
}

}  // namespace

TEST_CASE("view: works, with PyTorch's strides, exactly where PyTorch's works") {
  const std::vector<ViewCase> cases = view_cases();
  REQUIRE(cases.size() > 1000);
  for (const ViewCase& each : cases) {
    INFO(each.line);
    std::string result;
    Layout view;
    const std::string error = error_of([&] { view = view_layout(each.layout, each.shape); });
    if (error == "no error") {
      CHECK(spelled(view.strides) == each.result);
      CHECK(view.shape == each.shape);
      CHECK(view.offset == each.layout.offset);
    } else {
      CHECK(error == each.result + " shape");
    }
  }
}

TEST_CASE("view: straight to [batch, heads, tokens, d_k] is possible and is not transpose") {
  const Layout projected = contiguous_layout({1, 3, 8});
  const Layout wrong = view_layout(projected, {1, 4, 3, 2});
  const Layout right = transpose_layout(view_layout(projected, {1, 3, 4, 2}), 1, 2);
  CHECK(right.shape == wrong.shape);
  CHECK(right.strides == Dims{24, 2, 8, 1});
  CHECK(wrong.strides == Dims{24, 6, 2, 1});
}

TEST_CASE("view: a transposed tensor must be made contiguous first") {
  const Layout heads = transpose_layout(contiguous_layout({1, 6, 4, 16}), 1, 2);
  CHECK(error_of([&] { view_layout(heads, {1, 6, 64}); }) == "view shape");
  CHECK(error_of([&] { view_layout(heads, {1, 4, 96}); }) == "view shape");
  CHECK(error_of([&] { view_layout(contiguous_layout({1, 4, 6, 16}), {1, 4, 96}); }) == "no error");
}

}  // namespace ap::test
