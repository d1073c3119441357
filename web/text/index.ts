export { isBlank, tokenise, wellFormed, type Tokenizer } from './tokens.js';
export { isRagged, padded, vocabulary } from './vocabulary.js';
