# The program behind npm run train: makes the models of the tasks, natively.

add_executable(train EXCLUDE_FROM_ALL src/train/main.cpp)
target_link_libraries(train PRIVATE attention_playground attention_flags)
