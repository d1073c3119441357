#pragma once

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/steps/declaration.hpp"

namespace ap {

/// The declarations of one of the three projections: the matrix and bias, X W (+ b), and how its
/// columns become heads, by view and transpose or by a matrix for each head. Q, K and V differ in
/// their letters, their role, the axis of their rows and the width of a head.
struct Projection {
  struct Texts {
    const char* formula;
    const char* code;
  };

  Declaration weight;       // [D, h·d]
  Declaration bias;         // [h·d]
  Declaration linear;       // [batch, T or S, h·d]
  Declaration view;         // [batch, T or S, head, d]
  Declaration transposed;   // [batch, head, T or S, d]
  Declaration head_weight;  // [D, d]
  Declaration head_bias;    // [d]
  Declaration head_linear;  // [batch, T or S, d]
  Texts texts[4];           // of `linear`: from x, with bias, from the memory, with bias
  Texts head_texts[4];      // of `head_linear`, likewise

  /// `linear` or `head_linear` with the formula of what it reads.
  constexpr Declaration reading(const Declaration& declaration, const Texts (&variants)[4],
                                bool memory, bool with_bias) const {
    const Texts& chosen = variants[(memory ? 2 : 0) + (with_bias ? 1 : 0)];
    Declaration result = declaration;
    result.formula = chosen.formula;
    result.code = chosen.code;
    return result;
  }
};

inline constexpr Projection query_projection = {
    .weight = {.kind = "w_q",
               .symbol = "W_Q",
               .formula = R"(W_Q \in \mathbb{R}^{D \times h d_k})",
               .code = "w_q = nn.init.xavier_uniform_(torch.empty(d_model, n_heads * d_k))",
               .operation = &ops::random,
               .role = Role::query,
               .axes = {Axis::d_model, Axis::heads_d_k}},
    .bias = {.kind = "b_q",
             .symbol = "b_Q",
             .formula = R"(b_Q \in \mathbb{R}^{h d_k})",
             .code = "b_q = torch.empty(n_heads * d_k).uniform_(-bound, bound)",
             .operation = &ops::random,
             .role = Role::query,
             .axes = {Axis::heads_d_k}},
    .linear = {.kind = "q",
               .symbol = "Q",
               .formula = "Q = X W_Q",
               .code = "q = x @ w_q",
               .operation = &ops::linear,
               .role = Role::query,
               .axes = {Axis::batch, Axis::query, Axis::heads_d_k}},
    .view = {.kind = "q_view",
             .symbol = R"(Q_{\text{view}})",
             .formula = R"(Q_{\text{view}}[b,t,i,j] = Q[b,\; t,\; i \cdot d_k + j])",
             .code = "q = q.view(B, -1, n_heads, d_k)",
             .operation = &ops::view,
             .role = Role::query,
             .axes = {Axis::batch, Axis::query, Axis::head, Axis::d_k}},
    .transposed = {.kind = "q_transposed",
                   .symbol = R"(Q_{\text{heads}})",
                   .formula = R"(Q_{\text{heads}}[b,i,t,j] = Q_{\text{view}}[b,t,i,j])",
                   .code = "q = q.transpose(1, 2)",
                   .operation = &ops::transpose,
                   .role = Role::query,
                   .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_k}},
    .head_weight = {.kind = "head_w_q",
                    .symbol = "W_{Q,i}",
                    .formula = R"(W_{Q,i} = W_Q[:,\; i \cdot d_k : (i{+}1) \cdot d_k])",
                    .code = "w_q_i = w_q[:, i * d_k : (i + 1) * d_k]",
                    .operation = &ops::split,
                    .role = Role::query,
                    .axes = {Axis::d_model, Axis::d_k}},
    .head_bias = {.kind = "head_b_q",
                  .symbol = "b_{Q,i}",
                  .formula = R"(b_{Q,i} = b_Q[i \cdot d_k : (i{+}1) \cdot d_k])",
                  .code = "b_q_i = b_q[i * d_k : (i + 1) * d_k]",
                  .operation = &ops::split,
                  .role = Role::query,
                  .axes = {Axis::d_k}},
    .head_linear = {.kind = "head_q",
                    .symbol = "Q_i",
                    .formula = "Q_i = X W_{Q,i}",
                    .code = "q_i = x @ w_q_i",
                    .operation = &ops::linear,
                    .role = Role::query,
                    .axes = {Axis::batch, Axis::query, Axis::d_k}},
    .texts =
        {
            {"Q = X W_Q", "q = x @ w_q"},
            {"Q = X W_Q + b_Q", "q = x @ w_q + b_q"},
            {"Q = R W_Q", "q = memory @ w_q"},
            {"Q = R W_Q + b_Q", "q = memory @ w_q + b_q"},
        },
    .head_texts =
        {
            {"Q_i = X W_{Q,i}", "q_i = x @ w_q_i"},
            {"Q_i = X W_{Q,i} + b_{Q,i}", "q_i = x @ w_q_i + b_q_i"},
            {"Q_i = R W_{Q,i}", "q_i = memory @ w_q_i"},
            {"Q_i = R W_{Q,i} + b_{Q,i}", "q_i = memory @ w_q_i + b_q_i"},
        },
};

inline constexpr Projection key_projection = {
    .weight = {.kind = "w_k",
               .symbol = "W_K",
               .formula = R"(W_K \in \mathbb{R}^{D \times h d_k})",
               .code = "w_k = nn.init.xavier_uniform_(torch.empty(d_model, n_heads * d_k))",
               .operation = &ops::random,
               .role = Role::key,
               .axes = {Axis::d_model, Axis::heads_d_k}},
    .bias = {.kind = "b_k",
             .symbol = "b_K",
             .formula = R"(b_K \in \mathbb{R}^{h d_k})",
             .code = "b_k = torch.empty(n_heads * d_k).uniform_(-bound, bound)",
             .operation = &ops::random,
             .role = Role::key,
             .axes = {Axis::heads_d_k}},
    .linear = {.kind = "k",
               .symbol = "K",
               .formula = "K = X W_K",
               .code = "k = x @ w_k",
               .operation = &ops::linear,
               .role = Role::key,
               .axes = {Axis::batch, Axis::key, Axis::heads_d_k}},
    .view = {.kind = "k_view",
             .symbol = R"(K_{\text{view}})",
             .formula = R"(K_{\text{view}}[b,t,i,j] = K[b,\; t,\; i \cdot d_k + j])",
             .code = "k = k.view(B, -1, n_heads, d_k)",
             .operation = &ops::view,
             .role = Role::key,
             .axes = {Axis::batch, Axis::key, Axis::head, Axis::d_k}},
    .transposed = {.kind = "k_transposed",
                   .symbol = R"(K_{\text{heads}})",
                   .formula = R"(K_{\text{heads}}[b,i,t,j] = K_{\text{view}}[b,t,i,j])",
                   .code = "k = k.transpose(1, 2)",
                   .operation = &ops::transpose,
                   .role = Role::key,
                   .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}},
    .head_weight = {.kind = "head_w_k",
                    .symbol = "W_{K,i}",
                    .formula = R"(W_{K,i} = W_K[:,\; i \cdot d_k : (i{+}1) \cdot d_k])",
                    .code = "w_k_i = w_k[:, i * d_k : (i + 1) * d_k]",
                    .operation = &ops::split,
                    .role = Role::key,
                    .axes = {Axis::d_model, Axis::d_k}},
    .head_bias = {.kind = "head_b_k",
                  .symbol = "b_{K,i}",
                  .formula = R"(b_{K,i} = b_K[i \cdot d_k : (i{+}1) \cdot d_k])",
                  .code = "b_k_i = b_k[i * d_k : (i + 1) * d_k]",
                  .operation = &ops::split,
                  .role = Role::key,
                  .axes = {Axis::d_k}},
    .head_linear = {.kind = "head_k",
                    .symbol = "K_i",
                    .formula = "K_i = X W_{K,i}",
                    .code = "k_i = x @ w_k_i",
                    .operation = &ops::linear,
                    .role = Role::key,
                    .axes = {Axis::batch, Axis::key, Axis::d_k}},
    .texts =
        {
            {"K = X W_K", "k = x @ w_k"},
            {"K = X W_K + b_K", "k = x @ w_k + b_k"},
            {"K = R W_K", "k = memory @ w_k"},
            {"K = R W_K + b_K", "k = memory @ w_k + b_k"},
        },
    .head_texts =
        {
            {"K_i = X W_{K,i}", "k_i = x @ w_k_i"},
            {"K_i = X W_{K,i} + b_{K,i}", "k_i = x @ w_k_i + b_k_i"},
            {"K_i = R W_{K,i}", "k_i = memory @ w_k_i"},
            {"K_i = R W_{K,i} + b_{K,i}", "k_i = memory @ w_k_i + b_k_i"},
        },
};

inline constexpr Projection value_projection = {
    .weight = {.kind = "w_v",
               .symbol = "W_V",
               .formula = R"(W_V \in \mathbb{R}^{D \times h d_v})",
               .code = "w_v = nn.init.xavier_uniform_(torch.empty(d_model, n_heads * d_v))",
               .operation = &ops::random,
               .role = Role::value,
               .axes = {Axis::d_model, Axis::heads_d_v}},
    .bias = {.kind = "b_v",
             .symbol = "b_V",
             .formula = R"(b_V \in \mathbb{R}^{h d_v})",
             .code = "b_v = torch.empty(n_heads * d_v).uniform_(-bound, bound)",
             .operation = &ops::random,
             .role = Role::value,
             .axes = {Axis::heads_d_v}},
    .linear = {.kind = "v",
               .symbol = "V",
               .formula = "V = X W_V",
               .code = "v = x @ w_v",
               .operation = &ops::linear,
               .role = Role::value,
               .axes = {Axis::batch, Axis::key, Axis::heads_d_v}},
    .view = {.kind = "v_view",
             .symbol = R"(V_{\text{view}})",
             .formula = R"(V_{\text{view}}[b,t,i,j] = V[b,\; t,\; i \cdot d_v + j])",
             .code = "v = v.view(B, -1, n_heads, d_v)",
             .operation = &ops::view,
             .role = Role::value,
             .axes = {Axis::batch, Axis::key, Axis::head, Axis::d_v}},
    .transposed = {.kind = "v_transposed",
                   .symbol = R"(V_{\text{heads}})",
                   .formula = R"(V_{\text{heads}}[b,i,t,j] = V_{\text{view}}[b,t,i,j])",
                   .code = "v = v.transpose(1, 2)",
                   .operation = &ops::transpose,
                   .role = Role::value,
                   .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}},
    .head_weight = {.kind = "head_w_v",
                    .symbol = "W_{V,i}",
                    .formula = R"(W_{V,i} = W_V[:,\; i \cdot d_v : (i{+}1) \cdot d_v])",
                    .code = "w_v_i = w_v[:, i * d_v : (i + 1) * d_v]",
                    .operation = &ops::split,
                    .role = Role::value,
                    .axes = {Axis::d_model, Axis::d_v}},
    .head_bias = {.kind = "head_b_v",
                  .symbol = "b_{V,i}",
                  .formula = R"(b_{V,i} = b_V[i \cdot d_v : (i{+}1) \cdot d_v])",
                  .code = "b_v_i = b_v[i * d_v : (i + 1) * d_v]",
                  .operation = &ops::split,
                  .role = Role::value,
                  .axes = {Axis::d_v}},
    .head_linear = {.kind = "head_v",
                    .symbol = "V_i",
                    .formula = "V_i = X W_{V,i}",
                    .code = "v_i = x @ w_v_i",
                    .operation = &ops::linear,
                    .role = Role::value,
                    .axes = {Axis::batch, Axis::key, Axis::d_v}},
    .texts =
        {
            {"V = X W_V", "v = x @ w_v"},
            {"V = X W_V + b_V", "v = x @ w_v + b_v"},
            {"V = R W_V", "v = memory @ w_v"},
            {"V = R W_V + b_V", "v = memory @ w_v + b_v"},
        },
    .head_texts =
        {
            {"V_i = X W_{V,i}", "v_i = x @ w_v_i"},
            {"V_i = X W_{V,i} + b_{V,i}", "v_i = x @ w_v_i + b_v_i"},
            {"V_i = R W_{V,i}", "v_i = memory @ w_v_i"},
            {"V_i = R W_{V,i} + b_{V,i}", "v_i = memory @ w_v_i + b_v_i"},
        },
};

}  // namespace ap
