#include "support/golden.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// `name rank sizes...` of the text, and its numbers.
std::pair<std::string, Tensor> read_tensor(std::istream& file, std::istream& numbers) {
  std::string name;
  int rank = 0;
  file >> name >> rank;
  Dims shape;
  for (int axis = 0; axis < rank; ++axis) {
    Index size = 0;
    file >> size;
    shape.push_back(size);
  }
  std::vector<float> values(static_cast<std::size_t>(element_count(shape)));
  numbers.read(reinterpret_cast<char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(float)));
  return {name, tensor(shape, values)};
}

/// `mask variants...`
GoldenCase read_case(std::istream& file) {
  std::string line;
  std::getline(file, line);
  std::istringstream words(line);
  GoldenCase result;
  words >> result.mask;
  for (std::string word; words >> word;) result.variants.push_back(word);
  result.variant = result.variants.front();
  return result;
}

/// A tensor is an input of the set, or a result or a gradient of its last case.
void add(GoldenSet& set, std::pair<std::string, Tensor> read) {
  constexpr std::string_view gradient = "gradient.";
  if (set.cases.empty()) {
    set.inputs.insert(std::move(read));
    return;
  }
  GoldenCase& last = set.cases.back();
  if (read.first.compare(0, gradient.size(), gradient) != 0) {
    last.results.insert(std::move(read));
    return;
  }
  read.first.erase(0, gradient.size());
  if (last.gradients.empty()) last.differentiated = read.first;
  last.gradients.insert(std::move(read));
}

}  // namespace

bool GoldenCase::is(std::string_view variant) const {
  return std::find(variants.begin(), variants.end(), variant) != variants.end();
}

std::string GoldenCase::name() const {
  std::string name = mask;
  for (const std::string& each : variants) name += " " + each;
  return name;
}

std::vector<GoldenSet> read_goldens(const std::string& name) {
  std::ifstream file(ATTENTION_GOLDEN_DIR "/" + name + ".txt");
  std::ifstream numbers(ATTENTION_GOLDEN_DIR "/" + name + ".bin", std::ios::binary);
  std::vector<GoldenSet> sets;
  for (std::string word; file >> word;) {
    if (word == "#") {
      std::getline(file, word);
    } else if (word == "set") {
      sets.emplace_back();
      file >> sets.back().kind >> sets.back().name;
    } else if (word == "heads") {
      file >> sets.back().heads;
    } else if (word == "case") {
      sets.back().cases.push_back(read_case(file));
    } else {
      add(sets.back(), read_tensor(file, numbers));
    }
  }
  return sets;
}

}  // namespace ap::test
