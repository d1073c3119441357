/** The examples that can be chosen. */
export const examples = {
  names: {
    cat: 'The cat sat on the mat. (self-attention)',
    mat: '小猫坐在垫子上。 (self-attention, Chinese)',
    tea: 'She drank her tea … (what “she” attends to)',
    food: 'A dog ate the food … (what “it” attends to)',
    fox: 'The quick brown fox … (multi-head attention, 8 heads)',
    dog: 'The dog barked … (causal mask)',
    bos: '[BOS] I like you [EOS] (causal mask)',
    bonjour: 'Hello everybody × Bonjour … (cross-attention)',
    chinese: '我 爱 编程 Python (self-attention, Chinese)',
    good: 'I am good (dot-product attention by hand)',
    goodCross: 'I am good × 我 很好 (cross-attention by hand)',
    softmax: '[2, −∞, −∞] … (softmax with a causal mask by hand)',
    positions: '3 × 4 (positional encoding by hand)',
    arange: 'arange(24) as [1, 3, 8] (view, then transpose)',
    arangeWrong: 'arange(24) as [1, 3, 8] (view without transpose)',
    ten: '(10, 6, 512), 8 heads (shapes of multi-head attention)',
    four: '(4, 8, 512), 8 heads (shapes of multi-head attention)',
    hidden: '−1e9 against −∞ (a fully masked row)',
    batch: 'Three sentences (padding mask)',
    masks: 'Two sentences (causal, padding and custom mask at once)',
    widths: 'd_k 3, d_v 5, output 6 (widths that differ)',
    student: 'I am a student → 我 是 一个 学生 (untrained Transformer)',
    studentChinese: '我 是 一个 学生 → I am a student (untrained Transformer)',
    teacher: 'I am a teacher → 我 是 一个 老师 (untrained Transformer)',
    morning: 'Good morning → 早上 好 (untrained Transformer)',
    thanks: 'Thank you very much → 非常 感谢 你 (untrained Transformer)',
    decoder: 'The cat sat on the … (untrained decoder, next token)',
  },
  /** What to look at in each. */
  looks: {
    cat: 'How much “sat” takes from “cat”. The parameters are random: each seed gives another answer.',
    mat: 'How much 坐在 takes from 小猫. The parameters are random: each seed gives another answer.',
    tea: 'A trained model would let “because” and “she” look back at “She”. Random parameters do not: compare the heads.',
    food: 'What “it” reads: the dog or the food? One head can answer one question, so there are several heads.',
    fox: 'Eight heads of width 8: each compares “quick” with the other words in its own way.',
    dog: 'No word sees a later one: above the diagonal the scores are −∞, and the weights 0.',
    bos: 'The causal mask is a 5 × 5 triangle: [BOS] sees itself alone, [EOS] sees all.',
    bonjour:
      'Queries come from one sentence, keys and values from the other: the matrix need not be square.',
    chinese: 'Spaces mark the words here: four tokens, one row and one column each.',
    good: 'X Xᵀ in whole numbers: “I” with itself is 1·1 + 3·3 + 2·2 = 14. Then softmax, then a mix of the rows of X.',
    goodCross:
      'The same with the rows of Y as keys and values: each English word becomes a mix of Chinese ones.',
    softmax:
      'Scores [0.5, 2, 1.5] become weights 0.121952, 0.546549, 0.331499; where a score is −∞, the weight is exactly 0.',
    positions:
      'Word vectors of three words, and the positional encoding added cell by cell: 7.3 + sin 1 = 8.141471.',
    arange:
      'The numbers 0 to 23, in order. Head 1 holds [[0, 1], [8, 9], [16, 17]]: the first two numbers of every token.',
    arangeWrong:
      'view alone cuts the numbers as they lie in memory: head 1 holds [[0, 1], [2, 3], [4, 5]], three pieces of one token.',
    ten: 'Follow the shape: (10, 6, 512) → (10, 6, 8, 64) → (10, 8, 6, 64) → scores (10, 8, 6, 6) → … → (10, 6, 512).',
    four: 'Follow the shape: (4, 8, 512) → (4, 8, 8, 64) → scores (4, 8, 8, 8) → … → (4, 8, 512).',
    hidden:
      'The third word may see nothing. With −1e9 its weights are 1/4 each; with −∞, as it should be, they are 0.',
    batch:
      'Shorter sentences are filled up with [PAD]; the padding mask hides these keys from all queries.',
    masks:
      'Three masks are added: the causal one hides later words, the padding mask hides [PAD], and the custom one hides “The” from “barked” and “very”.',
    widths:
      'W_Q and W_K are 8 × 6, W_V is 8 × 10, W_O 10 × 6. Queries and keys need the same width; values and output may have others.',
    student:
      'Cross-attention: the last word of the target asks all words of the source. The model is untrained.',
    studentChinese:
      'Cross-attention: the last word of the target asks all words of the source. The model is untrained.',
    teacher: 'Cross-attention of an untrained model: compare the heads.',
    morning: 'Cross-attention of an untrained model: three tokens ask two.',
    thanks: 'Cross-attention of an untrained model: four tokens ask four.',
    decoder: 'The last row says what comes next; an untrained model only guesses.',
  },
};
