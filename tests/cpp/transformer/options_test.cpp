// Invalid options of a model are refused at once, by name.

#include <ctime>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

template <typename Change>
std::string option_error(Change change) {
  ModelOptions options = small_model();
  change(options);
  return error_of([&] { model_of(options); });
}

/// Processor time, which does not depend on what else the machine does.
double seconds_of(Callback<void()> call) {
  const std::clock_t start = std::clock();
  call();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("model options: each bad one is an error that names it") {
  CHECK(option_error([](auto&) {}) == "no error");
  for (const Index heads : {0, -1, 4, 5, 12})
    CHECK(option_error([&](auto& o) { o.layer.nhead = heads; }) == "heads nhead");
  for (const Index heads : {1, 2, 3, 6})
    CHECK(option_error([&](auto& o) { o.layer.nhead = heads; }) == "no error");
  for (const Index heads : {2, 4}) {
    CHECK(option_error([&](auto& o) {
            o.layer.d_model = 5;
            o.layer.nhead = heads;
            o.layer.attention_width = 8;
          }) == "no error");
  }
  CHECK(option_error([](auto& o) { o.layer.d_model = 5; }) == "heads nhead");
  for (const Index bad : {0, -6}) {
    CHECK(option_error([&](auto& o) { o.layer.d_model = bad; }) == "range d_model");
    CHECK(option_error([&](auto& o) { o.max_length = bad; }) == "range max_length");
  }
  CHECK(option_error([](auto& o) { o.layer.dim_feedforward = -1; }) == "range dim_feedforward");
  CHECK(option_error([](auto& o) { o.layer.attention_width = 5; }) == "heads attention_width");
  CHECK(option_error([](auto& o) {
          o.layers = {{4, 5, true}, {4, -1, true}};
        }) == "range layers.1");
  CHECK(option_error([](auto& o) { o.layers = {{3, 5, true}}; }) == "heads layers.0");
  for (const float smoothing : {-0.1F, 1.0F, not_a_number})
    CHECK(option_error([&](auto& o) { o.label_smoothing = smoothing; }) == "range label_smoothing");
  for (const float epsilon : {not_a_number, infinity, -1e-5F})
    CHECK(option_error([&](auto& o) { o.layer.layer_norm_eps = epsilon; }) ==
          "range layer_norm_eps");
  CHECK(option_error([](auto& o) { o.layer.layer_norm_eps = 0; }) == "no error");
  for (const float dropout : {1.0F, 1.5F, -0.1F, not_a_number, infinity})
    CHECK(option_error([&](auto& o) { o.layer.dropout = dropout; }) == "range dropout");
  CHECK(option_error([](auto& o) { o.layer.dropout = 0.999F; }) == "no error");
}

TEST_CASE("model options: those that need others, or exclude them") {
  CHECK(option_error([](auto& o) {
          o.positions = Positions::rotary;  // heads are 3 wide
        }) == "conflict positions");
  CHECK(option_error([](auto& o) { o.pointer = true; }) == "conflict pointer");
  const auto encoder_error = [](auto change) {
    ModelOptions options = small_model(Architecture::encoder_only);
    change(options);
    return error_of([&] { Model(options, vocabulary_of(3), {}, {}); });
  };
  CHECK(encoder_error([](auto& o) { o.pointer = true; }) == "no error");
  CHECK(encoder_error([](auto& o) { o.raw_values = true; }) == "conflict raw_values");
  CHECK(encoder_error([](auto& o) {
          o.pointer = true;
          o.num_encoder_layers = 0;
        }) == "range num_encoder_layers");
  CHECK(encoder_error([](auto& o) {
          o.pointer = true;
          o.label_smoothing = 0.1F;
        }) == "conflict label_smoothing");
  CHECK(error_of([] {
          Model(small_model(Architecture::decoder_only), vocabulary_of(3), {}, {"a"});
        }) == "conflict source_vocabulary");
}

TEST_CASE("model options: numbers of layers are checked, also 10⁹") {
  for (const Index layers : {Index{-1}, Index{1001}, Index{1000000000}, largest_index}) {
    CHECK(option_error([&](auto& o) { o.num_encoder_layers = layers; }) ==
          "range num_encoder_layers");
    CHECK(option_error([&](auto& o) { o.num_decoder_layers = layers; }) ==
          "range num_decoder_layers");
  }
  CHECK(option_error([](auto& o) { o.num_encoder_layers = o.num_decoder_layers = 0; }) ==
        "no error");
  CHECK(option_error([](auto& o) { o.num_encoder_layers = o.num_decoder_layers = 1000; }) ==
        "no error");
}

TEST_CASE("model options: parameters that cannot fit are refused, quickly and by name") {
  const double seconds = seconds_of([] {
    CHECK(option_error([](auto& o) { o.layer.d_model = largest_index - 1; }) == "memory d_model");
    CHECK(option_error([](auto& o) { o.layer.d_model = 12000; }) == "memory d_model");
    CHECK(option_error([](auto& o) { o.layer.dim_feedforward = largest_index; }) ==
          "memory d_model");
    CHECK(option_error([](auto& o) {
            o.layer.d_model = 600;
            o.num_encoder_layers = o.num_decoder_layers = 900;
          }) == "memory d_model");
  });
  CHECK(seconds < 1);
}

TEST_CASE("model options: a pass that cannot fit is refused before it is computed") {
  ModelOptions options = small_model();
  options.num_encoder_layers = options.num_decoder_layers = 100;
  const auto model = model_of(options);
  PassRequest request;
  request.source = sentence({Ids(4000, 1)});
  request.target = sentence({{1}});
  std::string error;
  const double seconds = seconds_of([&] { error = error_of([&] { model->trace(request); }); });
  CHECK(error == "memory shape");
  CHECK(seconds < 2);
}

TEST_CASE("model options: a table of positions that cannot fit is refused before it is made") {
  for (const Index rows : {Index{1} << 26, Index{1} << 28, largest_index}) {
    ModelOptions options = small_model(Architecture::decoder_only);
    options.max_length = rows;
    CHECK(error_of([&] { model_of(options); }) == "no error");
    options.positions = Positions::learned;
    CHECK(error_of([&] { model_of(options); }) == "memory max_length");
    // The stream ids of its rows need twice as much memory as rows of one number.
    options.layer.d_model = options.layer.nhead = 1;
    options.max_length = 200000000;
    CHECK(error_of([&] { model_of(options); }) == "memory max_length");
  }
}

TEST_CASE("model options: errors give the size in megabytes, and the limit") {
  ModelOptions options = small_model();
  options.positions = Positions::learned;
  options.max_length = 100000000;
  try {
    model_of(options);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.actual == "with the table of positions 3201 MB");
    CHECK(error.expected == "at most 2040 MB");
  }
}

TEST_CASE("model options: a given parameter has a path") {
  const Leaves given = {{"", Tensor::filled({1}, not_a_number)}};
  CHECK(error_of([&] { model_of(small_model(), 7, given); }) == "step parameters");
}

TEST_CASE("model options: the longest sentence of learned positions fits, one more does not") {
  ModelOptions options = small_model();
  options.positions = Positions::learned;
  options.max_length = 3;
  const auto model = model_of(options);
  const auto error = [&](const Ids& source, const Ids& target) {
    PassRequest request;
    request.source = sentence({source});
    request.target = sentence({target});
    return error_of([&] { model->trace(request); });
  };
  CHECK(error({1, 2, 3}, {1, 2, 3}) == "no error");
  CHECK(error({1, 2, 3, 4}, {1}) == "range source.ids");
  CHECK(error({1}, {1, 2, 3, 4}) == "range target.ids");
}

TEST_CASE("model options: bad sentences are errors that name them") {
  const auto error = [](auto change) {
    PassRequest request = small_request(small_model());
    change(request);
    return error_of([&] { model_of(small_model())->trace(request); });
  };
  const auto vectors = [](const Tensor& x) { return SentenceInput{x, {}, {}}; };
  CHECK(error([](auto& r) { r.source->ids = Tensor(Dims{1, 0}); }) == "size source.ids");
  CHECK(error([](auto& r) { r.target->ids = Tensor(Dims{0, 2}); }) == "size target.ids");
  CHECK(error([](auto& r) { r.source.emplace(); }) == "missing source.ids");
  CHECK(error([](auto& r) { r.target = sentence({{7}}); }) == "range ids");
  CHECK(error([](auto& r) { r.target->ids = Tensor::filled({1, 2}, 0.5F); }) == "range ids");
  CHECK(error([&](auto& r) {
          r.source = vectors(Tensor::filled({1, 2}, 0));
        }) == "rank source.vectors");
  CHECK(error([&](auto& r) {
          r.source = vectors(Tensor::filled({1, 2, 5}, 0));
        }) == "shape source.vectors");
  CHECK(error([&](auto& r) {
          r.target = vectors(Tensor::filled({2, 2, 6}, 0));
        }) == "shape target");
  CHECK(error([&](auto& r) {
          r.target = vectors(with_last({1, 2, 6}, not_a_number));
        }) == "not_finite target.vectors");
}

}  // namespace ap::test
