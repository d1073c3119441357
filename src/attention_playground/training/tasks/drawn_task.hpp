#pragma once

#include <algorithm>

#include "attention_playground/training/tasks/draws.hpp"

namespace ap::tasks {

/// A task whose examples are drawn until one is found that is for training, or held out.
template <typename Content>
class DrawnTask : public Task {
 public:
  /// `stream` names the random numbers; so many different examples are held out.
  DrawnTask(TaskSettings settings, const Words& words, std::string stream, std::size_t held_out)
      : Task(std::move(settings)), words_(words), stream_(std::move(stream)), held_out_(held_out) {}

  Example example(std::uint32_t seed, Index number) const override {
    Draws draws(seed, stream_, number);
    for (;;) {
      const Content content = drawn(draws);
      if (is_trained(content)) return made(content);
    }
  }
  std::vector<Example> held_out() const override {
    std::vector<Example> examples;
    Draws draws(0, stream_ + " held out", 0);
    while (examples.size() < held_out_) {
      const Content content = drawn(draws);
      if (!is_held(content)) continue;
      const Example example = made(content);
      if (std::find(examples.begin(), examples.end(), example) == examples.end())
        examples.push_back(example);
    }
    return examples;
  }

 protected:
  const Words& words() const { return words_; }

 private:
  virtual Content drawn(Draws& draws) const = 0;
  virtual bool is_held(const Content& content) const = 0;
  virtual bool is_trained(const Content& content) const { return !is_held(content); }
  virtual Example made(const Content& content) const = 0;

  Words words_;
  std::string stream_;
  std::size_t held_out_;
};

}  // namespace ap::tasks
