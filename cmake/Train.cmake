# The program behind npm run train: makes the models of the tasks, natively.

file(GLOB train_sources CONFIGURE_DEPENDS src/train/*.cpp)
add_executable(train EXCLUDE_FROM_ALL ${train_sources})
target_link_libraries(train PRIVATE attention_playground attention_flags)
