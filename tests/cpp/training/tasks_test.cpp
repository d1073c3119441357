// Tasks: their data are the same everywhere, nothing held out is drawn, and their models learn
// them.

#include <algorithm>
#include <map>
#include <set>

#include "attention_playground/tensor/random.hpp"
#include "attention_playground/training/tasks/evaluation.hpp"
#include "attention_playground/training/tasks/task_batches.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

std::string text_of(const Task& task, const Example& example) {
  const std::string source = task.source_text(example);
  return (source.empty() ? "" : source + " → ") + task.target_text(example);
}

/// FNV-1a of the texts and labels of the first examples that seed 1 draws.
std::uint64_t hash_of(const Task& task, Index count) {
  std::string all;
  for (Index number = 0; number < count; ++number) {
    const Example example = task.example(1, number);
    all += text_of(task, example);
    for (const Index label : example.labels) all += " " + std::to_string(label);
    all += "\n";
  }
  return stream_of(all);
}

/// The first number below `least` or not below `end`, and its place; "" if there is none.
std::string first_outside(const std::vector<Index>& numbers, Index least, std::size_t end) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] < least || numbers[i] >= static_cast<Index>(end))
      return std::to_string(numbers[i]) + " at " + std::to_string(i);
  return "";
}

void check_ids(const std::vector<Index>& ids, std::size_t words, Index most) {
  CHECK(static_cast<Index>(ids.size()) <= most);
  CHECK(first_outside(ids, 0, words) == "");
}

/// Where labels are said to come from, there is a token.
void check_looks(const TaskSettings& settings, const Example& example) {
  if (example.looks.empty()) return;
  CHECK(example.looks.size() == example.labels.size());
  const auto& tokens = settings.model.has_encoder() ? example.source : example.target;
  CHECK(first_outside(example.looks, -1, tokens.size()) == "");
}

/// "word ← word" of each label that follows from a token.
std::string origins_of(const Task& task, const Example& example) {
  const TaskSettings& settings = task.settings();
  const bool own = !settings.source_vocabulary.empty();
  const auto& words = own ? settings.source_vocabulary : settings.vocabulary;
  const auto& tokens = settings.model.has_encoder() ? example.source : example.target;
  std::string text;
  for (std::size_t i = 0; i < example.looks.size(); ++i) {
    if (example.looks[i] < 0) continue;
    const Index token = tokens[static_cast<std::size_t>(example.looks[i])];
    text += (text.empty() ? "" : ", ") +
            settings.vocabulary[static_cast<std::size_t>(example.labels[i])] + " ← " +
            words[static_cast<std::size_t>(token)];
  }
  return text;
}

/// The words of the number as the task says them.
std::string number_of(const Task& task, const std::string& english) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    for (Index number = 0; number < 2000; ++number) {
      const Example example = task.example(seed, number);
      if (task.source_text(example) == english) return task.target_text(example);
    }
  }
  return "not drawn";
}

Evaluation trained(const Task& task, std::uint32_t seed) {
  const auto model = task.model(seed);
  Trainer trainer(model, task.settings().training);
  for (Index update = 1; update <= task.settings().training.schedule.steps; ++update) {
    const PassRequest batch = training_batch(task, seed, update);
    trainer.step({&batch, 1});
  }
  trainer.publish();
  return evaluate(*model, task.settings(), task.held_out());
}

}  // namespace

TEST_CASE("tasks: examples fit the model, and none that is drawn is held out") {
  for (const std::string& name : task_names()) {
    INFO(name);
    const auto task = make_task(name);
    const TaskSettings& settings = task->settings();
    CHECK(settings.name == name);
    std::set<std::string> held;
    const std::vector<Example> held_out = task->held_out();
    CHECK(held_out.size() >= 4);
    for (const Example& example : held_out) held.insert(text_of(*task, example));
    const bool holds = name != "four-pairs" && name != "ring";
    for (Index number = 0; number < 500; ++number) {
      const Example example = task->example(3, number);
      CHECK(example == task->example(3, number));
      const bool own = !settings.source_vocabulary.empty();
      check_ids(example.source,
                own ? settings.source_vocabulary.size() : settings.vocabulary.size(),
                settings.source_length);
      check_looks(settings, example);
      check_ids(example.target, settings.vocabulary.size(), settings.target_length);
      CHECK(example.labels.size() ==
            (settings.model.has_decoder() ? example.target : example.source).size());
      if (holds) CHECK(held.count(text_of(*task, example)) == 0);
    }
    const auto model = task->model(0);
    const auto trace = model->trace(training_batch(*task, 0, 1));
    CHECK(trace->value(trace->plan().find("loss")).data()[0] > 0);
  }
  CHECK(error_of([] { make_task("none"); }) == "range task");
}

TEST_CASE("tasks: the data are the same on every platform") {
  const std::map<std::string, std::uint64_t> frozen = {
      {"four-pairs", 2524476462548258033U},
      {"phrases", 8126028711821905970U},
      {"referent", 7585452794480372190U},
      {"referent-emergent", 7572781234893769741U},
      {"numbers", 4001177295099050701U},
      {"ring", 11727131772845716260U},
      {"reverse", 1030897186798312017U},
      {"copy", 8590860888852116084U},
      {"sort", 10227048559757457359U},
      {"translation", 12964787362713076371U},
      {"translation-textbook", 12964787362713076371U},
      {"verse-en", 54744690536929634U},
      {"verse-zh", 5800476156485508718U}};
  for (const std::string& name : task_names()) {
    INFO(name << " " << hash_of(*make_task(name), 300));
    CHECK(frozen.count(name) == 1);
    if (frozen.count(name) == 1) CHECK(hash_of(*make_task(name), 300) == frozen.at(name));
  }
}

TEST_CASE("tasks: examples as they are read") {
  const auto first = [](const char* name) {
    const auto task = make_task(name);
    return text_of(*task, task->example(0, 0));
  };
  CHECK(first("four-pairs") == "I am a student → <sos> 我 是 一 个 学 生");
  CHECK(first("phrases") == "I am a student → <sos> 我 是 一 个 学 生");
  const auto ring = make_task("ring");
  for (Index number = 0; number < 100; ++number) {
    const Example walk = ring->example(5, number);
    std::map<Index, Index> follows;
    for (std::size_t i = 0; i + 1 < walk.target.size(); ++i) {
      const Index label = walk.labels[i];
      if (label < 0) continue;
      // Expected only where the walk has shown it, and always the same.
      CHECK(walk.target[i + 1] == label);
      const auto known = follows.insert({walk.target[i], label});
      CHECK(known.first->second == label);
    }
  }
  const auto change = [](const char* name, auto make) {
    const auto task = make_task(name);
    for (Index number = 0; number < 50; ++number) {
      Example example = task->example(2, number);
      std::vector<Index> expected = example.source;
      make(expected);
      CHECK(std::vector<Index>(example.labels.begin(), example.labels.end() - 1) == expected);
      CHECK(example.source.size() >= 8);
      CHECK(example.source.size() <= 12);
    }
  };
  change("copy", [](std::vector<Index>&) {});
  change("reverse", [](std::vector<Index>& list) { std::reverse(list.begin(), list.end()); });
  change("sort", [](std::vector<Index>& list) { std::sort(list.begin(), list.end()); });
}

TEST_CASE("tasks: numbers in words, British and Chinese") {
  const auto task = make_task("numbers");
  CHECK(number_of(*task, "seven") == "<sos> 七");
  CHECK(number_of(*task, "twelve") == "<sos> 十 二");
  CHECK(number_of(*task, "ninety eight") == "<sos> 九 十 八");
  const Example held = task->held_out()[0];
  CHECK(text_of(*task, held) ==
        "thirty nine thousand one hundred and twenty nine → <sos> 三 万 九 千 一 百 二 十 九");
  CHECK(number_of(*task, task->source_text(held)) == "not drawn");
  int zeros = 0;
  for (Index number = 0; number < 3000; ++number) {
    const Example example = task->example(0, number);
    const std::string english = " " + task->source_text(example) + " ";
    const std::string chinese = task->target_text(example);
    CHECK(english.find(" and and ") == std::string::npos);
    CHECK((english.find(" thousand ") != std::string::npos) ==
          (chinese.find("千") != std::string::npos || chinese.find("万") != std::string::npos));
    CHECK(chinese.find("零 零") == std::string::npos);
    CHECK(chinese.find("两") == std::string::npos);
    zeros += chinese.find("零") != std::string::npos ? 1 : 0;
  }
  CHECK(zeros > 200);
}

TEST_CASE("tasks: it means the noun that the adjective fits, and its head points there", "[long]") {
  const auto task = make_task("referent");
  CHECK(task->settings().vocabulary.size() == 140);
  std::set<std::string> sentences;
  int pointed_at_first = 0;
  for (Index number = 0; number < 2000; ++number) {
    const Example example = task->example(0, number);
    const std::string text = task->source_text(example);
    sentences.insert(text);
    const bool english = text.find("because it was") != std::string::npos;
    CHECK(english != (text.find("因为 它 很") != std::string::npos));
    int labels = 0;
    for (std::size_t i = 0; i < example.labels.size(); ++i) {
      if (example.labels[i] < 0) continue;
      ++labels;
      const auto word = [&](std::size_t place) {
        return task->settings().vocabulary[static_cast<std::size_t>(example.source[place])];
      };
      CHECK(word(i) == (english ? "it" : "它"));
      CHECK(example.labels[i] < static_cast<Index>(i));
      pointed_at_first += example.labels[i] <= 1 ? 1 : 0;
    }
    CHECK(labels == 1);
  }
  CHECK(sentences.size() > 1800);
  CHECK(pointed_at_first > 800);
  CHECK(pointed_at_first < 1200);
  const Evaluation evaluation = trained(*task, 1);
  CHECK(evaluation.sentences > 0.98);
}

TEST_CASE("tasks: which word each answer follows from") {
  const auto origins = [](const char* name, const std::string& source) {
    const auto task = make_task(name);
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
      for (Index number = 0; number < 20'000; ++number) {
        const Example example = task->example(seed, number);
        if (task->source_text(example) == source)
          return task->target_text(example) + ": " + origins_of(*task, example);
      }
    }
    return std::string("not drawn");
  };
  CHECK(origins("phrases", "he is a cook") == "<sos> 他 是 一 个 厨 师: 厨 ← cook");
  CHECK(origins("numbers", "seven hundred and twelve") ==
        "<sos> 七 百 一 十 二: 七 ← seven, 一 ← twelve, 二 ← twelve");
  CHECK(origins("numbers", "two hundred and thirty") == "<sos> 二 百 三 十: 二 ← two, 三 ← thirty");
  const auto task = make_task("translation");
  const Example first = task->example(0, 0);
  CHECK(text_of(*task, first) ==
        "they stole seven beautiful dogs at the market this morning → "
        "<sos> 今早 他们 在 市场 偷 了 七 只 漂亮 的 狗");
  CHECK(origins_of(*task, first) ==
        "今早 ← morning, 他们 ← they, 市场 ← market, 偷 ← stole, 七 ← seven, 只 ← dogs, 漂亮 ← "
        "beautiful, "
        "狗 ← dogs");
  for (Index number = 0; number < 300; ++number) {
    const Example example = task->example(1, number);
    const std::string english = task->source_text(example);
    const std::string chinese = task->target_text(example);
    CHECK((english.find(" at the ") != std::string::npos) ==
          (chinese.find(" 在 ") != std::string::npos));
    CHECK((english.find("red ") != std::string::npos) ==
          (chinese.find(" 红 的 ") != std::string::npos));
    CHECK((english.find("fish") != std::string::npos) ==
          (chinese.find(" 条 ") != std::string::npos));
  }
}

TEST_CASE("tasks: verse rhymes, and what does not is told") {
  for (const char* name : {"verse-en", "verse-zh"}) {
    const auto task = make_task(name);
    for (Index number = 0; number < 200; ++number) {
      const Example poem = task->example(0, number);
      CHECK(task->judge(poem.target) == 1);
      CHECK(poem.labels.back() == std::find(task->settings().vocabulary.begin(),
                                            task->settings().vocabulary.end(), "<eos>") -
                                      task->settings().vocabulary.begin());
      const std::vector<Index> shorter(poem.target.begin(), poem.target.end() - 1);
      CHECK(task->judge(shorter).value() < 1);
    }
    CHECK(task->judge({}) == 0);
    // The rhyme is a place before its line.
    CHECK(!origins_of(*task, task->example(0, 0)).empty());
  }
  CHECK(!make_task("ring")->judge({}).has_value());
}

TEST_CASE("tasks: a person's own pairs", "[long]") {
  OwnPairs own;
  for (int i = 0; i < 40; ++i) {
    own.sources.push_back("word " + std::to_string(i));
    own.targets.push_back("词 " + std::to_string(i));
  }
  own.target_characters = true;
  const auto task = make_task(own);
  CHECK(text_of(*task, task->held_out()[17]) == "word 17 → <sos> 词 1 7");
  CHECK(task->settings().batch == 32);
  CHECK(task->held_out().size() == 40);
  CHECK(trained(*task, 0).sentences > 0.9);
  const auto refused = [&](auto change) {
    OwnPairs other = own;
    change(other);
    return error_of([&] { make_task(other); });
  };
  CHECK(refused([](OwnPairs& pairs) { pairs.sources.clear(); }) == "size pairs");
  CHECK(refused([](OwnPairs& pairs) { pairs = {}; }) == "size pairs");
  CHECK(refused([](OwnPairs& pairs) { pairs.sources[3] = "  "; }) == "size pairs");
  CHECK(refused([](OwnPairs& pairs) { pairs.targets[3] = std::string(65, 'x'); }) == "size pairs");
  CHECK(refused([](OwnPairs& pairs) {
          pairs.sources.resize(2001, "a");
          pairs.targets.resize(2001, "b");
        }) == "size pairs");
}

TEST_CASE("tasks: heads are measured where the task says", "[long]") {
  const auto task = make_task("copy");
  const auto model = task->model(0);
  const std::vector<Example> examples = task->held_out();
  const Evaluation untrained = evaluate(*model, task->settings(), {examples.data(), 16});
  REQUIRE(untrained.heads.size() == 1);
  CHECK(untrained.heads[0].weight > 0.02);
  CHECK(untrained.heads[0].weight < 0.3);
  const Evaluation learned = trained(*task, 0);
  CHECK(learned.heads[0].points > 0.99);
  CHECK(learned.heads[0].weight > 0.9);
  // Of two heads there is the mean, too.
  const auto phrases = make_task("phrases");
  const Evaluation both = evaluate(*phrases->model(0), phrases->settings(), phrases->held_out());
  REQUIRE(both.heads.size() == 3);
  CHECK(both.heads[0].head == HeadMeasure::all);
  CHECK(std::abs(both.heads[0].weight - (both.heads[1].weight + both.heads[2].weight) / 2) < 1e-6);
}

TEST_CASE("tasks: four pairs and phrases are learned exactly, phrases that were held out too",
          "[long]") {
  for (const std::uint32_t seed : {0U, 1U}) {
    CHECK(trained(*make_task("four-pairs"), seed).sentences == 1);
    CHECK(trained(*make_task("phrases"), seed).sentences == 1);
  }
}

TEST_CASE("tasks: a model is judged without some of its heads", "[long]") {
  const auto task = make_task("ring");
  const auto model = task->model(0);
  Trainer trainer(model, task->settings().training);
  for (Index update = 1; update <= 150; ++update) {
    const PassRequest batch = training_batch(*task, 0, update);
    trainer.step({&batch, 1});
  }
  trainer.publish();
  std::vector<Example> examples = task->held_out();
  examples.resize(64);
  const std::unique_ptr<Run> run = model->trace(pass_of(task->settings(), {examples.data(), 1}));
  const std::vector<HeadPlace> heads = heads_of(run->plan());
  REQUIRE(heads.size() == 2);
  CHECK(heads[0].attention == "decoder.0.self_attention");
  CHECK(heads[1].attention == "decoder.1.self_attention");
  CHECK(evaluate(*model, task->settings(), examples).labels > 0.9);
  for (const HeadPlace& head : heads)
    CHECK(evaluate(*model, task->settings(), examples, {&head, 1}).labels < 0.3);
  const HeadPlace beyond{"decoder.0.self_attention", 1}, none{"decoder.0", 0};
  CHECK(error_of([&] { cut_head(*run, beyond); }) == "index head");
  CHECK(error_of([&] { cut_head(*run, none); }) == "step path");
}

TEST_CASE("tasks: heads are measured in every layer that the model has, also from the tenth on") {
  const auto task = make_task("ring");
  TaskSettings settings = task->settings();
  settings.looks = {{"near", "decoder.1.self_attention", LooksAt::previous},
                    {"deep", "decoder.10.self_attention", LooksAt::previous},
                    {"none", "decoder.12.self_attention", LooksAt::previous}};
  std::vector<Example> examples = task->held_out();
  examples.resize(2);
  const auto measured = [&](Index layers) {
    ModelOptions options = settings.model;
    options.num_decoder_layers = layers;
    Model model(options, settings.vocabulary, {});
    std::string names;
    for (const HeadMeasure& head : evaluate(model, settings, examples).heads)
      if (head.head != HeadMeasure::all) (names += head.name) += ' ';
    return names;
  };
  CHECK(measured(2) == "near ");
  CHECK(measured(10) == "near ");
  CHECK(measured(12) == "near deep ");
}

}  // namespace ap::test
