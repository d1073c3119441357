#pragma once

#include <string>

namespace ap {

/// What a model in a file does on what its task holds out, as a JSON object: as it is, and without
/// each of its heads.
std::string judge(const std::string& task, const char* file);

}  // namespace ap
