#pragma once

#include "attention_playground/attention/cut.hpp"
#include "attention_playground/training/tasks/task.hpp"

namespace ap {

/// Where a head looks, over all labels of which the task says where it should.
struct HeadMeasure {
  const char* name;       // of the look
  std::string attention;  // "decoder.0.cross_attention"
  static constexpr Index all = -1;
  Index head = 0;     // `all`: the mean of their weights
  double points = 0;  // share of rows whose largest weight is there
  double weight = 0;  // mean of the weight there
};

/// How well a model does on examples, each label given those before it. An example of which all
/// labels are right is one that the model generates by itself, token by token.
struct Evaluation {
  double loss = 0;        // mean cross-entropy of all labels
  double perplexity = 0;  // e^loss
  double labels = 0;      // share of labels that are the most probable
  double sentences = 0;   // share of examples all of whose labels are
  double answers = 0;     // labels of an example, on average
  std::vector<HeadMeasure> heads;
};

/// The loss of a model to which all answers are equally probable: ln of their number, on average
/// over the labels of some examples.
double uniform_loss(const Task& task);

/// Runs the model on the examples, with these heads cut out. Throws what Model::trace() and
/// cut_head() throw.
Evaluation evaluate(Model& model, const TaskSettings& settings, std::span<const Example> examples,
                    std::span<const HeadPlace> without = {});

/// Texts that a decoder draws after <sos> at temperature 1, with seeds 0, 1 …, and the mean of how
/// Task::judge() finds them. Throws what Generation::next() throws.
struct Samples {
  std::vector<std::vector<Index>> texts;
  double judged = 0;
};
Samples draw_samples(const std::shared_ptr<Model>& model, const Task& task, Index count);

}  // namespace ap
