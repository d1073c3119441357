// The one file that compiles Catch2 itself, so that no other test file has to wait for it.
#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

int main(int argc, char* argv[]) { return Catch::Session().run(argc, argv); }
