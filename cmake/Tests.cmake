# The tests: the same program natively and as wasm under Node. Only they need xtensor and Catch2.

if(NOT ATTENTION_PLAYGROUND_TESTS)
  return()
endif()

include(cmake/HeaderLibraries.cmake)
if(attention_missing_headers)
  message(FATAL_ERROR "${attention_missing_headers}")
endif()

enable_testing()
file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS tests/cpp/*.cpp)
set(fuzz_sources ${test_sources})
list(FILTER fuzz_sources INCLUDE REGEX "/tests/cpp/fuzz/")
set(thread_sources ${test_sources})
list(FILTER thread_sources INCLUDE REGEX "/tests/cpp/threads/")
set(support_sources ${test_sources})
list(FILTER support_sources INCLUDE REGEX "/tests/cpp/support/")
list(FILTER test_sources INCLUDE REGEX "_test\\.cpp$")
list(REMOVE_ITEM test_sources ${thread_sources})
if(EMSCRIPTEN)
  # What the platform can change: its vectors, its exp, 32-bit sizes, files, memory that grows, and numbers that come of
  # all of these. What plans, words, refuses and explains is the same code whatever computes; Node's tests of
  # web/engine have it as wasm, too.
  list(FILTER test_sources INCLUDE REGEX "/tests/cpp/((ops|simd|tensor|checkpoint)/|\
attention/(batch|extreme_scores|fused.*|masks|running_softmax|shapes|tiles|unusual_options)_test|\
steps/(allocations|held_memory|memory)_test|\
transformer/(generation|layers)_test|\
training/(golden_losses|tasks|update)_test)")
endif()
# Compiled for each program, as it replaces `new`.
set(allocations_source tests/cpp/support/allocations.cpp)
list(FILTER support_sources EXCLUDE REGEX "/allocations\\.cpp$")

# ---- Catch2 itself, by far the longest to compile: once for all programs ----

add_library(test_main OBJECT EXCLUDE_FROM_ALL tests/cpp/main.cpp)
target_link_libraries(test_main PRIVATE catch2_headers)
# Catch2 and xtensor take long to read and to optimise; what is examined and shipped is the core.
if(EMSCRIPTEN)
  target_link_libraries(test_main PRIVATE attention_flags)
  set(test_options -O1)
else()
  set(test_options -O0)
endif()
target_compile_options(test_main PRIVATE ${test_options})
# Only the core is optimised when it is linked.
set_target_properties(test_main PROPERTIES ATTENTION_WITHOUT_LTO ON)

# ---- what threads may share: a program of its own, because ThreadSanitizer needs all of it ----

if(ATTENTION_SANITIZE STREQUAL thread)
  find_package(Threads REQUIRED)
  add_executable(thread_tests ${thread_sources} $<TARGET_OBJECTS:test_main>)
  target_include_directories(thread_tests PRIVATE tests/cpp)
  target_link_libraries(thread_tests PRIVATE
    attention_playground attention_flags catch2_headers Threads::Threads)
  add_test(NAME thread_tests COMMAND thread_tests)
  return()
endif()

# ---- the tests, compiled once for the programs below ----

# A library of objects that are tests, or what tests need.
function(add_test_objects name)
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${name} PRIVATE tests/cpp)
  target_compile_definitions(${name} PRIVATE
    ATTENTION_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden"
    ATTENTION_SOURCE_DIR="${PROJECT_SOURCE_DIR}/src/attention_playground")
  target_link_libraries(${name} PRIVATE
    attention_playground attention_flags xtensor_headers catch2_headers)
  target_compile_options(${name} PRIVATE ${test_options})
  set_target_properties(${name} PROPERTIES ATTENTION_WITHOUT_LTO ON)
endfunction()
add_test_objects(test_support ${support_sources})
add_test_objects(test_cases ${test_sources})
add_test_objects(fuzz_cases ${fuzz_sources})
build_quickly(test_support PRIVATE tests/cpp/precompiled.hpp)
build_quickly(test_cases REUSE_FROM test_support)
build_quickly(fuzz_cases REUSE_FROM test_support)
if(NOT EMSCRIPTEN)
  # It evaluates whole models thousands of times.
  set_source_files_properties(tests/cpp/support/exact.cpp PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O2)
endif()

# A program of the library's objects, which come first, and of others: functions in headers are compiled with both, and
# the linker takes the first that it meets. In a sanitized program that is the sanitized one, in another the fast one.
function(add_test_program name libraries tests)
  set(objects "")
  foreach(each IN LISTS libraries tests ITEMS test_support test_main)
    list(APPEND objects $<TARGET_OBJECTS:${each}>)
  endforeach()
  add_executable(${name} ${objects} ${ARGN})
  target_include_directories(${name} PRIVATE tests/cpp)
  target_link_libraries(${name} PRIVATE attention_flags)
endfunction()

add_test_program(core_tests "attention_kernels;attention_playground" test_cases
  ${allocations_source})
add_test(NAME core_tests COMMAND core_tests)
if(EMSCRIPTEN)
  target_compile_options(core_tests PRIVATE ${test_options})
  set_target_properties(core_tests PROPERTIES ATTENTION_WITHOUT_LTO ON)
  target_link_options(core_tests PRIVATE
    -O1 "SHELL:-s ENVIRONMENT=node" "SHELL:-s EXIT_RUNTIME=1" "SHELL:-s NODERAWFS=1"
    "SHELL:-s ${attention_stack_setting}=1048576")
  # The project's own package.json would make Node take the program for an ES module.
  file(WRITE ${PROJECT_BINARY_DIR}/package.json "{ \"type\": \"commonjs\" }\n")
  # Under Node the test program must read its .wasm as a file; see the script for why.
  set_target_properties(core_tests PROPERTIES CROSSCOMPILING_EMULATOR
    "node;--require;${PROJECT_SOURCE_DIR}/tests/cpp/without-fetch.cjs")
  return()
endif()

# ---- the same tests with a library under sanitizers, and random calls of everything, for minutes ----

sanitizer_options(sanitizers address,undefined)
# Whatever else the build has, its options come first. GCC's sanitizers make it see uninitialised variables in the
# standard library that are none.
set(sanitized_options -O1 -g1 -UNDEBUG ${sanitizers} -Wno-maybe-uninitialized)
add_library(attention_sanitized OBJECT EXCLUDE_FROM_ALL ${core_sources} ${kernel_sources})
target_include_directories(attention_sanitized PRIVATE src)
target_link_libraries(attention_sanitized PRIVATE attention_flags)
target_compile_options(attention_sanitized PRIVATE ${sanitized_options})
build_quickly(attention_sanitized PRIVATE ${standard_headers})

add_test_program(core_tests_sanitized attention_sanitized test_cases ${allocations_source})
add_test_program(fuzz_tests attention_sanitized fuzz_cases)
foreach(program core_tests_sanitized fuzz_tests)
  set_target_properties(${program} PROPERTIES EXCLUDE_FROM_ALL ON LINKER_LANGUAGE CXX)
  target_compile_options(${program} PRIVATE ${sanitized_options})
  target_link_options(${program} PRIVATE ${sanitizers})
endforeach()
