#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// 64 bits of a text (FNV-1a): names a stream of random numbers. Steps have streams of their paths.
std::uint64_t stream_of(std::string_view name);

/// Four random words for one counter: Philox 4×32-10 (Salmon et al. 2011, "Parallel random numbers:
/// as easy as 1, 2, 3"). Integers only, so equal on every platform.
std::array<std::uint32_t, 4> philox(std::uint32_t seed, std::uint64_t stream,
                                    std::uint64_t counter);

/// The index-th number of a stream, uniform in [0, 1) with 24 bits.
float uniform(std::uint32_t seed, std::uint64_t stream, std::uint64_t index);

/// The index-th number of a stream, standard normal by the inverse distribution function; made of +
/// − × ÷ and square roots alone, which round alike everywhere.
float normal(std::uint32_t seed, std::uint64_t stream, std::uint64_t index);

/// Uniform in ±√(6 / (rows + columns)) for a matrix of shape [rows, columns] (Glorot & Bengio 2010,
/// §4.2.1). Throws Error(memory), as all that give a tensor.
Tensor xavier_uniform(const Dims& shape, std::uint32_t seed, std::uint64_t stream);

/// Of this shape, uniform in ±limit.
Tensor uniform_tensor(const Dims& shape, float limit, std::uint32_t seed, std::uint64_t stream);

/// Row r is standard normal, keyed by streams[r] alone: [rows, width].
Tensor normal_rows(std::span<const std::uint64_t> streams, Index width, std::uint32_t seed);

/// Ones on the diagonal: [rows, columns].
Tensor identity(Index rows, Index columns);

}  // namespace ap
