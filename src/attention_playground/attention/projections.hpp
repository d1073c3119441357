#pragma once

#include <algorithm>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/steps/declaration.hpp"

namespace ap {

/// A string literal as a template argument.
template <std::size_t count>
struct Literal {
  consteval Literal(const char (&from)[count]) { std::copy_n(from, count, text); }
  char text[count];
};

/// A pattern with a letter for each `*`: lettered<"w_*", 'q'> is "w_q".
template <Literal pattern, char letter>
struct Lettered {
  static constexpr auto text = [] {
    auto copy = pattern;
    for (char& character : copy.text)
      if (character == '*') character = letter;
    return copy;
  }();
};
template <Literal pattern, char letter>
inline constexpr const char* lettered = Lettered<pattern, letter>::text.text;

/// The kinds that one of the three projections declares: the matrix and bias, X W (+ b), and how
/// its columns become heads: by view and transpose, by a matrix for each head, or by a part for
/// each worker. Q, K and V differ in their letters, their role, the axis of their rows and the
/// width of a head.
struct Projection {
  Declaration weight;         // [D, h·d]
  Declaration bias;           // [h·d]
  Declaration linear;         // [batch, T or S, h·d]
  Declaration view;           // [batch, T or S, head, d]
  Declaration transposed;     // [batch, head, T or S, d]
  Declaration head_weight;    // [D, d]
  Declaration head_bias;      // [d]
  Declaration head_linear;    // [batch, T or S, d]
  Declaration worker_weight;  // [D, h·d / workers]
  Declaration worker_bias;    // [h·d / workers]
};

template <char lower, char upper>
constexpr Projection projection_of(Role role, Axis rows, Axis joined, Axis width) {
  // The index of a key's row is s, that of a query's row is t.
  const char* const view = rows == Axis::query
                               ? R"({out}[b,t,i,j] = {0}[b,\; t,\; i \cdot {d} + j])"
                               : R"({out}[b,s,i,j] = {0}[b,\; s,\; i \cdot {d} + j])";
  return {
      .weight = {.kind = lettered<"w_*", lower>,
                 .symbol = lettered<"W_*", upper>,
                 .variable = lettered<"w_*", lower>,
                 .operation = &ops::random,
                 .role = role,
                 .axes = {Axis::d_model, joined}},
      .bias = {.kind = lettered<"b_*", lower>,
               .symbol = lettered<"b_*", upper>,
               .variable = lettered<"b_*", lower>,
               .operation = &ops::random,
               .role = role,
               .axes = {joined}},
      .linear = {.kind = lettered<"*", lower>,
                 .symbol = lettered<"*", upper>,
                 .variable = lettered<"*", lower>,
                 .operation = &ops::linear,
                 .role = role,
                 .axes = {Axis::batch, rows, joined}},
      .view = {.kind = lettered<"*_view", lower>,
               .symbol = lettered<R"(*_{\text{view}})", upper>,
               .variable = lettered<"*", lower>,
               .operation = &ops::view,
               .role = role,
               .axes = {Axis::batch, rows, Axis::head, width},
               .texts = {.formula = view}},
      .transposed = {.kind = lettered<"*_transposed", lower>,
                     .symbol = lettered<R"(*_{\text{heads}})", upper>,
                     .variable = lettered<"*", lower>,
                     .operation = &ops::transpose,
                     .role = role,
                     .axes = {Axis::batch, Axis::head, rows, width}},
      .head_weight = {.kind = lettered<"head_w_*", lower>,
                      .symbol = lettered<"W_{*,{head}}", upper>,
                      .variable = lettered<"w_*_{head}", lower>,
                      .operation = &ops::split,
                      .role = role,
                      .axes = {Axis::d_model, width}},
      .head_bias = {.kind = lettered<"head_b_*", lower>,
                    .symbol = lettered<"b_{*,{head}}", upper>,
                    .variable = lettered<"b_*_{head}", lower>,
                    .operation = &ops::split,
                    .role = role,
                    .axes = {width}},
      .head_linear = {.kind = lettered<"head_*", lower>,
                      .symbol = lettered<"*_{head}", upper>,
                      .variable = lettered<"*_{head}", lower>,
                      .operation = &ops::linear,
                      .role = role,
                      .axes = {Axis::batch, rows, width}},
      .worker_weight = {.kind = lettered<"worker_w_*", lower>,
                        .symbol = lettered<"W_*", upper>,
                        .variable = lettered<"w_*_{worker}", lower>,
                        .operation = &ops::split,
                        .role = role,
                        .axes = {Axis::d_model, joined}},
      .worker_bias = {.kind = lettered<"worker_b_*", lower>,
                      .symbol = lettered<"b_*", upper>,
                      .variable = lettered<"b_*_{worker}", lower>,
                      .operation = &ops::split,
                      .role = role,
                      .axes = {joined}},
  };
}

inline constexpr Projection query_projection =
    projection_of<'q', 'Q'>(Role::query, Axis::query, Axis::heads_d_k, Axis::d_k);
inline constexpr Projection key_projection =
    projection_of<'k', 'K'>(Role::key, Axis::key, Axis::heads_d_k, Axis::d_k);
inline constexpr Projection value_projection =
    projection_of<'v', 'V'>(Role::value, Axis::key, Axis::heads_d_v, Axis::d_v);

}  // namespace ap
