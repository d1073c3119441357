// Only this file compiles Catch2 itself, so that compiling other test files is faster.
#define CATCH_CONFIG_RUNNER
#include "catch.hpp"

// A test has its file's name as a tag, so that the tests of one file can be run.
int main(int argc, char* argv[]) {
  Catch::Session session;
  session.configData().filenamesAsTags = true;
  return session.run(argc, argv);
}
