#pragma once

#include <cstdint>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

enum class Sentence : std::uint8_t { none, source, target };
enum class Stack : std::uint8_t { none, encoder, decoder };

/// Which part of a model or a layer a step belongs to.
enum class Part : std::uint8_t {
  none,
  words,  // from tokens to word vectors
  self_attention,
  cross_attention,
  feed_forward,
  choice,  // from the last position's logits to the next token
  scaled   // of the study of √d_k: what is divided by it
};

/// Where a step stands, as data: nobody reads that out of its path. What does not apply is none, 0
/// or −1.
struct Scope {
  Sentence sentence = Sentence::none;      // whose tokens its rows are: the target asks
  Sentence key_sentence = Sentence::none;  // whose tokens its keys are
  Stack stack = Stack::none;
  Part part = Part::none;
  Index layer = -1;
  Index sublayer = 0;  // which of its layer, from 1
  Index head = -1;     // where heads have steps of their own
  Index tile_row = -1, tile_column = -1;
  Index worker = -1;

  /// Attention of a decoder to its encoder: its symbols have a prime, as those of the decoder's
  /// attention to itself stand beside them.
  bool is_crossing() const {
    return stack == Stack::decoder && key_sentence == Sentence::source &&
           sentence == Sentence::target;
  }
};

/// "source" …; "" for none.
const char* name_of(Sentence sentence);
const char* name_of(Stack stack);
const char* name_of(Part part);

/// A scope in another: what the inner one says counts.
Scope nested(const Scope& outer, const Scope& inner);

}  // namespace ap
