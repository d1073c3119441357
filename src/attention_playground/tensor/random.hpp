#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// 64-bit hash of a text (FNV-1a), which identifies a stream of random numbers. The stream of a
/// step is that of its path.
std::uint64_t stream_of(std::string_view name);

/// Four random words for one counter: Philox 4×32-10 (Salmon et al. 2011, "Parallel random numbers:
/// as easy as 1, 2, 3"). It uses only integers, so the words are the same on every platform.
std::array<std::uint32_t, 4> philox(std::uint32_t seed, std::uint64_t stream,
                                    std::uint64_t counter);

/// The index-th number of a stream, uniform in [0, 1) with 24 bits.
float uniform(std::uint32_t seed, std::uint64_t stream, std::uint64_t index);

/// The index-th number of a stream, standard normal by the inverse distribution function. It uses
/// only + − × ÷ and square roots, which round the same way on every platform.
float normal(std::uint32_t seed, std::uint64_t stream, std::uint64_t index);

/// Uniform in ±√(6 / (rows + columns)) for a matrix of shape [rows, columns] (Glorot & Bengio 2010,
/// §4.2.1). Throws Error(memory), as do all functions here that return a tensor.
Tensor xavier_uniform(const Dims& shape, std::uint32_t seed, std::uint64_t stream);

/// The same with a normal distribution of standard deviation √(2 / (rows + columns)).
Tensor xavier_normal(const Dims& shape, std::uint32_t seed, std::uint64_t stream);

/// A tensor of this shape, uniform in ±limit.
Tensor uniform_tensor(const Dims& shape, float limit, std::uint32_t seed, std::uint64_t stream);

/// Normal rows [rows, width] of this standard deviation; row r depends only on streams[r] and the
/// seed.
Tensor normal_rows(std::span<const std::uint64_t> streams, Index width, std::uint32_t seed,
                   float deviation = 1);

/// Ones on the diagonal: [rows, columns].
Tensor identity(Index rows, Index columns);

}  // namespace ap
