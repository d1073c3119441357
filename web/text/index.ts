export { isBlank, tokenise, wellFormed, type Tokenizer } from './tokens.js';
export { isRagged, longest, padded, paddingToken, vocabulary } from './vocabulary.js';
