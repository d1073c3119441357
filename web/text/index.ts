export { isBlank, tokenise, wellFormed, type Tokenizer } from './tokens.js';
export { isRagged, padded, paddingToken, vocabulary } from './vocabulary.js';
