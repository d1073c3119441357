#include "support/declared.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace ap::test {

std::vector<std::string> declared_operations() {
  const std::regex declaration("extern const Operation (\\w+);");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(ATTENTION_SOURCE_DIR "/ops")) {
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::sregex_iterator end;
    for (std::sregex_iterator found(text.begin(), text.end(), declaration); found != end; ++found)
      names.push_back((*found)[1]);
  }
  return names;
}

}  // namespace ap::test
