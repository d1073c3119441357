// npm run train (scripts/train.mjs): makes the model of a task from a seed, and says how well it
// does, in one line, a JSON object.
//
//     train TASK SEED [FILE [UPDATES]]
//
// has losses on the way, what is held out, where heads look. The model goes to FILE, as 16-bit
// numbers, after all updates of its task or only so many.
//
//     train --judge TASK FILE
//
// has what the model in a file does on what is held out, and without each of its heads.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"
#include "attention_playground/training/tasks/report.hpp"
#include "attention_playground/training/tasks/task_batches.hpp"
#include "attention_playground/training/training_file.hpp"
#include "train/judge.hpp"

namespace {

using namespace ap;

constexpr Index between_losses = 50;
constexpr Index samples = 200;
constexpr Index all_examples = 1 << 20;

/// FNV-1a of all parameters' bits: whether another machine makes the same model.
std::string hash_of(Model& model) {
  std::string bits;
  for (const auto& [path, tensor] : model.parameters()) {
    const Tensor numbers = tensor.contiguous();
    bits.append(reinterpret_cast<const char*>(numbers.data()),
                static_cast<std::size_t>(numbers.count()) * sizeof(float));
  }
  return std::to_string(stream_of(bits));
}

void write(const char* path, const Bytes& bytes) {
  std::FILE* const file = std::fopen(path, "wb");
  const bool written =
      file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file == nullptr || std::fclose(file) != 0 || !written)
    fail(ErrorCode::file, path, {"nothing could be written"}, {"a file that can be written"});
}

std::string train(const std::string& name, std::uint32_t seed, const char* file, Index updates) {
  const auto task = make_task(name);
  const TaskSettings& settings = task->settings();
  const auto model = task->model(seed);
  Trainer trainer(model, settings.training);
  if (updates == 0) updates = settings.training.schedule.steps;
  JsonText losses = JsonText::array();
  const auto start = std::chrono::steady_clock::now();
  for (Index update = 1; update <= updates; ++update) {
    const PassRequest batch = training_batch(*task, seed, update);
    const float loss = trainer.step({&batch, 1}).loss;
    if (update == 1 || update % between_losses == 0) losses.add(json_number(loss));
  }
  trainer.publish();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const std::string results = report_text(report_on(model, *task, all_examples, samples));
  if (file != nullptr)
    write(file, save_model(*model, Dtype::f16,
                           {{task_key, name},
                            {seed_key, std::to_string(seed)},
                            {updates_key, std::to_string(updates)},
                            {results_key, results}}));
  Index parameters = 0;
  for (const auto& [path, tensor] : model->parameters()) parameters += tensor.count();
  JsonText line = JsonText::object();
  line.add("seed", std::to_string(seed));
  line.add("parameters", std::to_string(parameters));
  line.add("updates", std::to_string(updates));
  line.add("losses", losses.finished());
  line.add("heldOut", results);
  line.add("hash", json_string(hash_of(*model)));
  line.add("seconds", json_number(static_cast<float>(seconds.count())));
  return line.finished();
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> given(words + 1, words + count);
  const bool judges = !given.empty() && given[0] == "--judge";
  if (judges ? count != 4 : count < 3 || count > 5) {
    std::cerr << "train TASK SEED [FILE [UPDATES]], or train --judge TASK FILE; the tasks:";
    for (const std::string& name : task_names()) std::cerr << " " << name;
    std::cerr << "\n";
    return 2;
  }
  const auto number = [&](std::size_t at) {
    return at < given.size() ? std::strtoul(given[at].c_str(), nullptr, 10) : 0;
  };
  try {
    if (judges)
      std::cout << judge(given[1], words[3]) << std::endl;
    else
      std::cout << train(given[0], static_cast<std::uint32_t>(number(1)),
                         count > 3 ? words[3] : nullptr, static_cast<Index>(number(3)))
                << std::endl;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
