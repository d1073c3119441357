#pragma once

#include <string>
#include <vector>

namespace ap::test {

/// The names of all operations that a header of src/attention_playground/ops declares.
std::vector<std::string> declared_operations();

}  // namespace ap::test
