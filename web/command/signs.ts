/** Whether a token is a word, and no sign of the model's such as `<eos>`. */
export const isWord = (token: string): boolean => !/^<.*>$/.test(token);
