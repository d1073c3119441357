// Only this file compiles Catch2 itself, so that compiling other test files is faster.
#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
