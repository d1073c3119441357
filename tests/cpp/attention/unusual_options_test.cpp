// Capped scores, a given mask of dropout, projections of any shape and given operands, against a
// plain definition in double precision.

#include <cmath>

#include "attention_playground/attention/attention.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Matrix = std::vector<std::vector<double>>;

/// One sentence of [B, rows, columns].
Matrix matrix_of(const Tensor& tensor, Index sentence) {
  const Index rows = tensor.size(-2);
  const Index columns = tensor.size(-1);
  const std::vector<float> values = values_of(tensor);
  Matrix matrix(static_cast<std::size_t>(rows));
  auto next = values.begin() + sentence * rows * columns;
  for (auto& row : matrix) row.assign(next, next + columns), next += columns;
  return matrix;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.size(), std::vector<double>(b[0].size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      for (std::size_t j = 0; j < b[0].size(); ++j) result[i][j] += a[i][k] * b[k][j];
  return result;
}

Matrix columns_of(const Matrix& matrix, std::size_t first, std::size_t count) {
  Matrix part;
  for (const auto& row : matrix)
    part.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(first),
                      row.begin() + static_cast<std::ptrdiff_t>(first + count));
  return part;
}

/// What is defined of attention: c · tanh(s / c) if c > 0, masks, and weights times kept / (1 − p).
struct Definition {
  double softcap = 0;
  double temperature = 1;
  bool causal = false;
  std::vector<float> visible = {};  // of the keys
  std::vector<float> kept = {};     // [T, S]
  double p = 0;
};

Matrix weights_of(const Matrix& q, const Matrix& k, const Definition& d) {
  Matrix weights(q.size(), std::vector<double>(k.size()));
  for (std::size_t t = 0; t < q.size(); ++t) {
    double sum = 0;
    for (std::size_t s = 0; s < k.size(); ++s) {
      double score = 0;
      for (std::size_t i = 0; i < q[t].size(); ++i) score += q[t][i] * k[s][i];
      score /= std::sqrt(static_cast<double>(q[t].size())) * d.temperature;
      if (d.softcap > 0) score = d.softcap * std::tanh(score / d.softcap);
      const bool seen = (!d.causal || s <= t) && (d.visible.empty() || d.visible[s] == 0);
      weights[t][s] = seen ? std::exp(score) : 0;
      sum += weights[t][s];
    }
    for (std::size_t s = 0; s < k.size(); ++s) {
      if (sum > 0) weights[t][s] /= sum;
      if (!d.kept.empty())
        weights[t][s] *= static_cast<double>(d.kept[t * k.size() + s]) / (1 - d.p);
    }
  }
  return weights;
}

/// The largest distance of a sentence's numbers from a definition's.
double distance(const Tensor& tensor, Index first, const Matrix& expected) {
  const std::vector<float> values = values_of(tensor);
  double largest = 0;
  std::size_t at = static_cast<std::size_t>(first);
  for (const auto& row : expected)
    for (const double cell : row)
      largest = std::fmax(largest, std::fabs(static_cast<double>(values[at++]) - cell));
  return largest;
}

constexpr double close = 2e-5;

Tensor keys_hidden(Index batch, Index keys) {
  Tensor mask = Tensor::filled({batch, keys}, 0);
  for (Index i = 0; i < mask.count(); ++i)
    if (i % 3 == 1) mask.mutable_data()[i] = -infinity;
  return mask;
}

Tensor kept_cells(const Dims& shape, const std::string& name) {
  Tensor kept = random_tensor(shape, name);
  for (Index i = 0; i < kept.count(); ++i)
    kept.mutable_data()[i] = kept.data()[i] > -0.3F ? 1.0F : 0.0F;
  return kept;
}

/// Weights and context of a call, with every option at once, and of the same in tiles.
struct Call {
  Shapes shapes;
  Tensor query, key, value;
  GivenMasks masks;
  WeightOptions options;
  Definition definition;
};

Call some_call(int trial) {
  Call call{.shapes = draw(trial),
            .query = {},
            .key = {},
            .value = {},
            .masks = {},
            .options = {},
            .definition = {}};
  const Shapes& s = call.shapes;
  call.query = drawn(s, {s.batch, s.queries, s.d_k}, "q", 4);
  call.key = drawn(s, {s.batch, s.keys, s.d_k}, "k", 4);
  call.value = drawn(s, {s.batch, s.keys, s.d_v}, "v", 1);
  call.options.softcap = trial % 3 == 0 ? 0 : 1.5F;
  call.options.temperature = trial % 4 == 0 ? 2 : 1;
  call.options.mask.causal = trial % 2 == 0;
  call.definition = {.softcap = static_cast<double>(call.options.softcap),
                     .temperature = static_cast<double>(call.options.temperature),
                     .causal = call.options.mask.causal};
  return call;
}

/// The definition for one sentence.
Definition of_sentence(const Call& call, Index b) {
  Definition own = call.definition;
  if (call.masks.key_padding_mask) {
    const std::vector<float> all = values_of(*call.masks.key_padding_mask);
    own.visible.assign(all.begin() + b * call.shapes.keys,
                       all.begin() + (b + 1) * call.shapes.keys);
  }
  if (call.masks.dropout_mask) own.kept = values_of(*call.masks.dropout_mask);
  return own;
}

void check(const Call& call, const AttentionResult& result) {
  const Shapes& s = call.shapes;
  for (Index b = 0; b < s.batch; ++b) {
    const Matrix weights =
        weights_of(matrix_of(call.query, b), matrix_of(call.key, b), of_sentence(call, b));
    if (result.weights) CHECK(distance(result.weights, b * s.queries * s.keys, weights) < close);
    CHECK(distance(result.output, b * s.queries * s.d_v,
                   product(weights, matrix_of(call.value, b))) < close);
  }
}

TraceRequest trace_of(const Call& call) {
  TraceRequest request;
  request.operands = GivenOperands{call.query, call.key, call.value};
  request.projections.reset();
  request.masks = call.masks;
  request.weights = call.options;
  return request;
}

}  // namespace

TEST_CASE("attention: capped scores and a mask of dropout, in calls, traces and tiles") {
  for (int trial = 0; trial < 40; ++trial) {
    Call call = some_call(trial);
    INFO(call.shapes.text());
    if (trial % 2 == 1)
      call.masks.key_padding_mask = keys_hidden(call.shapes.batch, call.shapes.keys);
    const auto attend = [&](bool weights) {
      return scaled_dot_product_attention(call.query, call.key, call.value, call.masks,
                                          call.options, weights);
    };
    check(call, attend(true));
    check(call, attend(false));
    TraceRequest request = trace_of(call);
    request.weights.tile = {2, 3};
    check(call, {value(*trace_attention(request), "context"), {}});
    call.masks.dropout_mask = kept_cells({call.shapes.queries, call.shapes.keys}, "kept");
    call.options.dropout_p = trial % 5 == 0 ? 0 : 0.25F;
    call.definition.p = static_cast<double>(call.options.dropout_p);
    check(call, attend(true));
    check(call, attend(false));
    const auto run = trace_attention(trace_of(call));
    check(call, {value(*run, "context"), value(*run, "dropped_weights")});
    CHECK(what_is_wrong_with_explanations(*run) == "");
  }
}

TEST_CASE("multi-head attention: matrices of any shape, with and without W_o") {
  for (int trial = 0; trial < 20; ++trial) {
    const Shapes s = draw(trial);
    INFO(s.text());
    const Index widths[] = {2 + trial % 5, 3, 1 + trial % 4};
    const Tensor query = drawn(s, {s.batch, s.queries, widths[0]}, "query", 1);
    const Tensor key = drawn(s, {s.batch, s.keys, widths[1]}, "key", 1);
    const Tensor value_ = drawn(s, {s.batch, s.keys, widths[2]}, "value", 1);
    GivenProjections given{drawn(s, {widths[0], s.heads * s.d_k}, "wq", 1),
                           drawn(s, {widths[1], s.heads * s.d_k}, "wk", 1),
                           drawn(s, {widths[2], s.heads * s.d_v}, "wv", 1),
                           std::nullopt,
                           {},
                           {},
                           {},
                           {}};
    WeightOptions options;
    options.softcap = trial % 2 == 0 ? 0 : 2;
    const auto joined = [&](Index b) {
      const Matrix q = product(matrix_of(query, b), matrix_of(given.wq, 0));
      const Matrix k = product(matrix_of(key, b), matrix_of(given.wk, 0));
      const Matrix v = product(matrix_of(value_, b), matrix_of(given.wv, 0));
      Matrix all(q.size());
      for (Index h = 0; h < s.heads; ++h) {
        const auto [d_k, d_v] =
            std::pair{static_cast<std::size_t>(s.d_k), static_cast<std::size_t>(s.d_v)};
        const auto at = static_cast<std::size_t>(h);
        const Matrix weights =
            weights_of(columns_of(q, at * d_k, d_k), columns_of(k, at * d_k, d_k),
                       {.softcap = static_cast<double>(options.softcap)});
        const Matrix context = product(weights, columns_of(v, at * d_v, d_v));
        for (std::size_t t = 0; t < all.size(); ++t)
          all[t].insert(all[t].end(), context[t].begin(), context[t].end());
      }
      return all;
    };
    TraceRequest request;
    request.operands = GivenOperands{query, key, value_};
    request.projections = Projections::given;
    request.num_heads = s.heads;
    request.weights = options;
    const auto check_all = [&](const char* path, Index width, auto expected) {
      request.given = given;
      const auto run = trace_attention(request);
      const AttentionResult call =
          multi_head_attention(query, key, value_, given, s.heads, {}, options, trial % 3 == 0);
      request.separate = true;
      const auto separate = trace_attention(request);
      request.separate = false;
      CHECK(call.output.shape() == Dims{s.batch, s.queries, width});
      for (Index b = 0; b < s.batch; ++b) {
        const Index first = b * s.queries * width;
        CHECK(distance(call.output, first, expected(b)) < close);
        CHECK(distance(value(*run, path), first, expected(b)) < close);
        CHECK(distance(value(*separate, path), first, expected(b)) < close);
      }
    };
    check_all("concat", s.heads * s.d_v, joined);
    const Tensor wo = drawn(s, {s.heads * s.d_v, 7}, "wo", 1);
    given.wo = wo;
    check_all("output", 7, [&](Index b) { return product(joined(b), matrix_of(wo, 0)); });
  }
}

TEST_CASE("trace: seeded projections have the sizes that are asked for") {
  TraceRequest request = request_for(random_tensor({2, 3, 5}, "x"), 3);
  request.sizes = {.d_k = 4, .d_v = 2, .output_width = 8};
  request.bias = true;
  const auto shape_of = [&](const char* path) {
    return value(*trace_attention(request), path).shape();
  };
  CHECK(shape_of("w_q") == Dims{5, 12});
  CHECK(shape_of("b_v") == Dims{6});
  CHECK(shape_of("w_o") == Dims{6, 8});
  CHECK(shape_of("output") == Dims{2, 3, 8});
  request.sizes = {.d_k = 4};
  CHECK(shape_of("w_v") == Dims{5, 12});
  CHECK(shape_of("output") == Dims{2, 3, 5});
  request.output_projection = false;
  CHECK(shape_of("concat") == Dims{2, 3, 12});
  request.separate = true;
  CHECK(shape_of("concat") == Dims{2, 3, 12});
}

TEST_CASE("trace: options that do not go together are refused by name") {
  const Tensor x = random_tensor({1, 2, 4}, "x");
  const auto error = [&](auto change) {
    TraceRequest request = request_for(x, 2);
    change(request);
    return error_of([&] { trace_attention(request); });
  };
  const auto operands = [&](TraceRequest& r) { r.operands = GivenOperands{x, x, x}; };
  CHECK(error([](TraceRequest& r) { r.sizes.d_k = Index{1} << 30; }) == "overflow d_k");
  CHECK(error([](TraceRequest& r) { r.sizes.d_v = Index{1} << 30; }) == "overflow d_v");
  CHECK(error([](TraceRequest& r) {
          r.output_projection = false;
          r.sizes.output_width = 2;
        }) == "conflict output_width");
  CHECK(error([](TraceRequest& r) {
          r.output_projection = false;
          r.workers = 2;
        }) == "conflict workers");
  CHECK(error([](TraceRequest& r) {
          r.projections.reset();
          r.sizes.d_v = 2;
        }) == "conflict d_k");
  CHECK(error([&](TraceRequest& r) {
          operands(r);
          r.positions = Positions::sinusoidal;
        }) == "conflict positions");
  CHECK(error([&](TraceRequest& r) {
          operands(r);
          r.operands->value = random_tensor({1, 3, 4}, "v");
        }) == "shape value");
  CHECK(error([&](TraceRequest& r) {
          operands(r);
          r.operands->key = random_tensor({2, 2, 4}, "k");
        }) == "shape key");
  CHECK(error([&](TraceRequest& r) {
          operands(r);
          r.operands->key = random_tensor({1, 2, 3}, "k");
          r.projections.reset();
        }) == "shape key");
  for (const float wrong : {-1.0F, 1e-31F, 1e31F, infinity, not_a_number})
    CHECK(error([&](TraceRequest& r) { r.weights.softcap = wrong; }) == "range softcap");
  const auto with_mask = [&](const Tensor& mask, auto change) {
    return error([&](TraceRequest& r) {
      r.masks.dropout_mask = mask;
      change(r);
    });
  };
  const auto nothing = [](TraceRequest&) {};
  CHECK(with_mask(Tensor::filled({2, 2}, 0.5F), nothing) == "range dropout_mask");
  CHECK(with_mask(Tensor::filled({3}, 1), nothing) == "shape dropout_mask");
  CHECK(with_mask(Tensor::filled({2, 2}, 1), [](TraceRequest& r) {
          r.weights.tile = {1, 1};
        }) == "conflict tile");
  CHECK(with_mask(Tensor::filled({1, 2, 2, 2}, 1), [](TraceRequest& r) { r.separate = true; }) ==
        "shape dropout_mask");
  CHECK(with_mask(Tensor::filled({1, 2, 2, 2}, 1), [](TraceRequest& r) { r.workers = 2; }) ==
        "shape dropout_mask");
  GivenProjections without_wo = projections(draw(0), true);
  without_wo.wo.reset();
  const Shapes s = draw(0);
  const Tensor q = drawn(s, {1, 2, s.width()}, "q");
  CHECK(error_of([&] { multi_head_attention(q, q, q, without_wo, s.heads, {}, {}, false); }) ==
        "missing wo");
}

}  // namespace ap::test
