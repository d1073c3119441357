# What makes builds quick, ours and those of projects that have the library as a folder: headers of the standard library
# are read once, and several files compiled as one, since reading headers takes longer than compiling what follows them.
#
# Files that are compiled as one share their unnamed namespaces. If the compiler says that a name is defined twice or
# shadowed, give one of the two a name that says more, or write once what both files need.

# Further arguments: PRIVATE and headers that the files include, or REUSE_FROM and a target with the same flags.
function(build_quickly target)
  # After a change of one file its batch is compiled again: two to five seconds.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
  target_precompile_headers(${target} ${ARGN})
endfunction()

set(standard_headers
  <algorithm> <array> <cmath> <cstdint> <cstring> <functional> <initializer_list> <limits> <memory>
  <optional> <span> <string> <string_view> <utility> <variant> <vector>)
