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
  scaled   // in the study of √d_k: the scores divided by it
};

/// A step's place in the model as data, so that no code has to parse its path. A field that does
/// not apply is `none`, 0 or −1.
struct Scope {
  Sentence sentence = Sentence::none;      // the sentence whose tokens its rows are
  Sentence key_sentence = Sentence::none;  // the sentence whose tokens its keys are
  Stack stack = Stack::none;
  Part part = Part::none;
  Index layer = -1;
  Index sublayer = 0;  // number within its layer, from 1
  Index head = -1;     // if heads have separate steps
  Index tile_row = -1, tile_column = -1;
  Index worker = -1;

  /// Whether it belongs to a decoder's attention to its encoder. Its symbols have a prime, which
  /// distinguishes them from those of the decoder's self-attention.
  bool is_crossing() const {
    return stack == Stack::decoder && key_sentence == Sentence::source &&
           sentence == Sentence::target;
  }
};

/// "source" …; "" for none.
const char* name_of(Sentence sentence);
const char* name_of(Stack stack);
const char* name_of(Part part);

/// A scope inside another: fields set by the inner one take precedence.
Scope nested(const Scope& outer, const Scope& inner);

}  // namespace ap
