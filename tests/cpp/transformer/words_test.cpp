// From ids to word vectors, and from the last layer's output back to the vocabulary.

#include <cmath>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("model: a word has the same vector in source and target, before its position") {
  const ModelOptions options = small_model();
  PassRequest request;
  request.source = sentence({{1, 2, 3}});
  request.target = sentence({{3, 1}});
  const auto run = model_of(options)->trace(request);
  const Tensor source = value(*run, "source.embedding");
  const Tensor target = value(*run, "target.embedding");
  CHECK(first_bit_difference(part(target, 1, 0, 1), part(source, 1, 2, 1)) == "");
  CHECK(first_bit_difference(part(target, 1, 1, 1), part(source, 1, 0, 1)) == "");
}

TEST_CASE("model: embeddings are multiplied by √D if requested") {
  ModelOptions options = small_model();
  options.scale_embedding = true;
  const auto run = small_trace(options);
  CHECK(inputs_of(*run, "source.x").front() == "source.scaled_embedding");
  const Tensor plain = value(*run, "source.embedding");
  const Tensor scaled = value(*run, "source.scaled_embedding");
  for (Index i = 0; i < 6; ++i)
    CHECK(scaled.at({0, 1, i}) == plain.at({0, 1, i}) * std::sqrt(6.0F));
}

TEST_CASE("model: sinusoidal positions are added to both sentences, and are no parameters") {
  const auto run = small_trace(small_model());
  CHECK(value(*run, "target.position_encoding").at({0, 0}) == 0);
  CHECK(value(*run, "target.position_encoding").at({0, 1}) == 1);
  const Tensor rows = value(*run, "source.position_encoding");
  CHECK(first_bit_difference(part(rows, 0, 0, 2), value(*run, "target.position_encoding")) == "");
  CHECK_FALSE(has_step(*run, "position_table"));
}

TEST_CASE("model: learned positions are rows of one table, which source and target share") {
  ModelOptions options = small_model();
  options.positions = Positions::learned;
  options.max_length = 5;
  const auto run = small_trace(options);
  const Tensor table = value(*run, "position_table");
  CHECK(table.shape() == Dims{5, 6});
  const Tensor source = value(*run, "source.position_rows");
  CHECK(first_bit_difference(source, part(table, 0, 0, 3)) == "");
  CHECK(first_bit_difference(value(*run, "target.position_rows"), part(table, 0, 0, 2)) == "");
}

TEST_CASE("model: without positions, the words in another order are the same encoder rows") {
  ModelOptions options = small_model(Architecture::encoder_only);
  options.positions = Positions::none;
  const auto model = model_of(options);
  PassRequest request;
  request.source = sentence({{1, 2, 3}});
  const Tensor before = value(*model->trace(request), "encoder.1.norm_2");
  request.source = sentence({{3, 2, 1}});
  const Tensor after = value(*model->trace(request), "encoder.1.norm_2");
  CHECK(first_difference(part(after, 1, 0, 1), part(before, 1, 2, 1), 1e-5) == "");
  CHECK(first_difference(part(after, 1, 2, 1), part(before, 1, 0, 1), 1e-5) == "");
}

TEST_CASE("model: with a cache, positions continue after the cached tokens") {
  for (const Positions positions : {Positions::sinusoidal, Positions::learned}) {
    ModelOptions options = small_model(Architecture::decoder_only);
    options.positions = positions;
    Generation generation(model_of(options));
    NextTokenRequest request;
    request.tokens = {1, 2, 3};
    generation.next(request);
    request.tokens = {1, 2, 3, 4, 5};
    const NextToken next = generation.next(request);
    const auto whole = run_without_cache(*next.model, request);
    const bool learned = positions == Positions::learned;
    const char* path = learned ? "target.position_rows" : "target.position_encoding";
    const Tensor rows = part(value(*whole, path), 0, 3, 2);
    CHECK(first_bit_difference(value(*next.run, path), rows) == "");
  }
}

TEST_CASE("model: tied, the logits are products with the table's rows") {
  ModelOptions options = small_model();
  options.tied = true;
  const auto run = small_trace(options);
  CHECK(inputs_of(*run, "logits") == Paths{"decoder.1.norm_3", "embedding_table"});
  CHECK_FALSE(has_step(*run, "w_vocabulary"));
  CHECK_FALSE(has_step(*run, "b_vocabulary"));
  const Tensor x = value(*run, "decoder.1.norm_3");
  const Tensor table = value(*run, "embedding_table");
  double sum = 0;
  for (Index i = 0; i < 6; ++i)
    sum += static_cast<double>(x.at({0, 1, i})) * static_cast<double>(table.at({4, i}));
  const double actual = value(*run, "logits").at({0, 1, 4});
  CHECK(std::fabs(actual - sum) <
        tolerance(6, 6 * largest_magnitude(x) * largest_magnitude(table)));
}

TEST_CASE("model: untied, the logits have their own matrix, and a bias if the others do") {
  ModelOptions options = small_model();
  CHECK(inputs_of(*small_trace(options), "logits") ==
        Paths{"decoder.1.norm_3", "w_vocabulary", "b_vocabulary"});
  options.layer.bias = false;
  const auto run = small_trace(options);
  CHECK(inputs_of(*run, "logits") == Paths{"decoder.1.norm_3", "w_vocabulary"});
  for (const Step& step : run->plan().steps()) {
    INFO(step.path);
    CHECK(step.path.find("b_") == std::string::npos);
    CHECK(step.path.find("_bias") == std::string::npos);
  }
}

TEST_CASE("model: given vectors take the place of words, with positions or without") {
  for (const Positions positions : {Positions::none, Positions::sinusoidal}) {
    ModelOptions options = small_model();
    options.positions = positions;
    PassRequest request = small_request(options);
    const auto from_words = model_of(options)->trace(request);
    request.source = SentenceInput{value(*from_words, "source.embedding"), {}, {}};
    request.target = SentenceInput{value(*from_words, "target.embedding"), {}, {}};
    const auto run = model_of(options)->trace(request);
    CHECK_FALSE(has_step(*run, "embedding_table"));
    CHECK(first_bit_difference(value(*run, "logits"), value(*from_words, "logits")) == "");
  }
}

TEST_CASE("model: without a vocabulary, vectors go in and vectors come out") {
  const ModelOptions options = small_model();
  PassRequest request;
  request.source = SentenceInput{random_tensor({2, 3, 6}, "source"), {}, {}};
  request.target = SentenceInput{random_tensor({2, 4, 6}, "target"), {}, {}};
  const auto run = model_of(options, 0)->trace(request);
  CHECK(run->plan().steps().back().path == "decoder.1.norm_3");
  CHECK(value(*run, "decoder.1.norm_3").shape() == Dims{2, 4, 6});
}

TEST_CASE("model: words without a vocabulary are an error") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::encoder_only, Architecture::decoder_only}) {
    const ModelOptions options = small_model(architecture);
    for (const Ids& ids : {Ids{0}, Ids{1, 2, 3}, Ids(6, 0)}) {
      PassRequest request;
      if (options.has_encoder()) request.source = sentence({ids});
      if (options.has_decoder()) request.target = sentence({ids});
      CHECK(error_of([&] { model_of(options, 0)->trace(request); }) == "missing vocabulary");
    }
  }
}

}  // namespace ap::test
