# The tests: the same program natively and as wasm under Node. Only they need xtensor and Catch2.

set(attention_tests ${ATTENTION_PLAYGROUND_TESTS})
if(attention_tests STREQUAL AUTO
    AND (NOT PROJECT_IS_TOP_LEVEL OR (DEFINED BUILD_TESTING AND NOT BUILD_TESTING)))
  set(attention_tests OFF)
endif()
if(NOT attention_tests)
  return()
endif()

include(cmake/HeaderLibraries.cmake)
if(attention_missing_headers)
  if(attention_tests STREQUAL AUTO)
    message(STATUS "No tests are built: ${attention_missing_headers}")
    return()
  endif()
  message(FATAL_ERROR "${attention_missing_headers}")
endif()

enable_testing()
file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS tests/cpp/*.cpp)
set(fuzz_sources ${test_sources})
list(FILTER fuzz_sources INCLUDE REGEX "/tests/cpp/fuzz/")
set(thread_sources ${test_sources})
list(FILTER thread_sources INCLUDE REGEX "/tests/cpp/(threads/.*|main)\\.cpp$")
list(FILTER test_sources EXCLUDE REGEX "/tests/cpp/(fuzz|threads)/")
# What both programs have: Catch2 itself and what their tests share.
set(shared_sources ${test_sources})
list(FILTER shared_sources INCLUDE REGEX "/tests/cpp/(support/.*|main)\\.cpp$")
list(REMOVE_ITEM test_sources ${shared_sources})
add_library(test_support OBJECT ${shared_sources})
target_include_directories(test_support PUBLIC tests/cpp)
target_compile_definitions(test_support PUBLIC
  ATTENTION_GOLDEN_DIR="${PROJECT_SOURCE_DIR}/tests/golden"
  ATTENTION_SOURCE_DIR="${PROJECT_SOURCE_DIR}/src/attention_playground")
target_link_libraries(test_support PUBLIC
  attention_playground attention_flags xtensor_headers catch2_headers)
add_executable(core_tests ${test_sources} $<TARGET_OBJECTS:test_support>)
target_link_libraries(core_tests PRIVATE test_support)
# Catch2 and xtensor take long to read and to optimise; what is examined and shipped is the core. main.cpp
# says itself how it wants Catch2.
target_precompile_headers(test_support PRIVATE tests/cpp/precompiled.hpp)
target_precompile_headers(core_tests REUSE_FROM test_support)
set_source_files_properties(tests/cpp/main.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
if(EMSCRIPTEN)
  target_compile_options(test_support PUBLIC -O1)
  # A source's own options come last, behind -flto: only the core is optimised when it is linked.
  set_source_files_properties(${test_sources} ${shared_sources} PROPERTIES COMPILE_OPTIONS -fno-lto)
  target_link_options(core_tests PRIVATE
    -O1 "SHELL:-s ENVIRONMENT=node" "SHELL:-s EXIT_RUNTIME=1" "SHELL:-s NODERAWFS=1"
    "SHELL:-s ${attention_stack_setting}=1048576")
  # The project's own package.json would make Node take the program for an ES module.
  file(WRITE ${PROJECT_BINARY_DIR}/package.json "{ \"type\": \"commonjs\" }\n")
  # Under Node the test program must read its .wasm as a file; see the script for why.
  set_target_properties(core_tests PROPERTIES CROSSCOMPILING_EMULATOR
    "node;--require;${PROJECT_SOURCE_DIR}/tests/cpp/without-fetch.cjs")
else()
  target_compile_options(test_support PUBLIC -O0)
  # It evaluates whole models thousands of times.
  set_source_files_properties(tests/cpp/support/exact.cpp PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O2)
endif()
if(ATTENTION_SANITIZE)
  # main.cpp is Catch2 itself: not what is examined, and twice as long to compile when it is.
  set_source_files_properties(tests/cpp/main.cpp PROPERTIES COMPILE_OPTIONS -fno-sanitize=all)
endif()
if(NOT ATTENTION_SANITIZE STREQUAL thread)
  add_test(NAME core_tests COMMAND core_tests)
endif()

# ---- what threads may share: a program of its own, because ThreadSanitizer needs all of it ----

if(ATTENTION_SANITIZE STREQUAL thread)
  find_package(Threads REQUIRED)
  add_executable(thread_tests ${thread_sources})
  target_include_directories(thread_tests PRIVATE tests/cpp)
  target_link_libraries(thread_tests PRIVATE
    attention_playground attention_flags catch2_headers Threads::Threads)
  # Half of the build would go into reading the standard library.
  target_precompile_headers(attention_kernels PRIVATE
    <algorithm> <atomic> <cmath> <memory> <optional> <span> <string> <variant> <vector>)
  target_precompile_headers(attention_playground REUSE_FROM attention_kernels)
  add_test(NAME thread_tests COMMAND thread_tests)
endif()

# ---- random calls of everything, for minutes: scripts/test-long.mjs runs them under the sanitizers ----

if(NOT EMSCRIPTEN)
  add_executable(fuzz_tests EXCLUDE_FROM_ALL ${fuzz_sources} $<TARGET_OBJECTS:test_support>)
  target_link_libraries(fuzz_tests PRIVATE test_support)
endif()
