#include "support/attention.hpp"

#include <algorithm>
#include <sstream>

#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

SentenceInput sentence_input(const Sentences& sentences, std::vector<std::string>& vocabulary) {
  std::size_t longest = 0;
  for (const auto& sentence : sentences) longest = std::max(longest, sentence.size());
  std::vector<float> ids;
  std::vector<float> lengths;
  for (const auto& sentence : sentences) {
    for (std::size_t i = 0; i < longest; ++i) {
      const std::string word = i < sentence.size() ? sentence[i] : "[PAD]";
      auto known = std::find(vocabulary.begin(), vocabulary.end(), word);
      if (known == vocabulary.end()) known = vocabulary.insert(vocabulary.end(), word);
      ids.push_back(static_cast<float>(known - vocabulary.begin()));
    }
    lengths.push_back(static_cast<float>(sentence.size()));
  }
  const auto batch = static_cast<Index>(sentences.size());
  const bool padded = std::any_of(lengths.begin(), lengths.end(), [&](float length) {
    return length < static_cast<float>(longest);
  });
  SentenceInput input;
  input.ids = tensor({batch, static_cast<Index>(longest)}, ids);
  if (padded) input.lengths = tensor({batch}, lengths);
  return input;
}

}  // namespace

Sentences words(const std::string& sentence) {
  std::istringstream text(sentence);
  std::vector<std::string> result;
  for (std::string word; text >> word;) result.push_back(word);
  return {result};
}

TraceRequest request_for(const Sentences& sentences, Index d_model, Index heads) {
  TraceRequest request;
  request.x = sentence_input(sentences, request.vocabulary);
  request.d_model = d_model;
  request.num_heads = heads;
  return request;
}

TraceRequest request_for(const Sentences& sentences, const Sentences& memory, Index d_model,
                         Index heads) {
  TraceRequest request = request_for(sentences, d_model, heads);
  request.memory = sentence_input(memory, request.vocabulary);
  return request;
}

TraceRequest request_for(const Tensor& vectors, Index heads) {
  TraceRequest request;
  request.x.vectors = vectors;
  request.num_heads = heads;
  return request;
}

Tensor value(Run& run, const std::string& path) {
  const Tensor now = run.value(run.plan().find(path));
  return Tensor::from(now.shape(), values_of(now));
}

std::vector<std::string> paths_of(const Run& run, const std::vector<StepId>& steps) {
  std::vector<std::string> paths;
  for (StepId id : steps) paths.push_back(run.plan()[id].path);
  return paths;
}

std::vector<std::string> edit(Run& run, const std::string& path, const Dims& index, float value) {
  const StepId id = run.plan().find(path);
  const Index position = position_of(index, run.plan()[id].layout.shape);
  return paths_of(run, run.edit(id, {{id, position, value}}));
}

Tensor additive(const Tensor& may_attend) {
  std::vector<float> values = values_of(may_attend);
  for (float& each : values) each = each != 0 ? 0 : -infinity;
  return tensor(may_attend.shape(), values);
}

std::string what_is_wrong_with_explanations(Run& run) {
  for (StepId id = 0; id < run.plan().count(); ++id) {
    const Step& step = run.plan()[id];
    std::vector<Tensor> inputs;
    for (StepId input : step.inputs) inputs.push_back(run.value(input));
    const Dims& shape = step.layout.shape;
    for (Index i = 0; i < element_count(shape); ++i) {
      const Dims index = index_at(i, shape);
      const std::string wrong =
          what_is_wrong(run.explain(id, index), inputs, run.computed(id, index));
      if (!wrong.empty()) return step.path + " " + to_text(index) + ": " + wrong;
    }
  }
  return "";
}

Tensor part(const Tensor& tensor, int axis, Index start, Index length) {
  return {tensor.storage(), narrow_layout(tensor.layout(), axis, start, length)};
}

}  // namespace ap::test
