/** What is changed in each experiment, and what was measured. */
export const experimentTexts = {
  scale: {
    name: 'Without √d_k',
    about:
      'The ring with one wide head, d_k = 64, 300 updates. Undivided, its scores start about eight times as large, and softmax is saturated.',
    a: 'divided by √d_k',
    b: 'not divided',
    found:
      'Measured: divided, five of five seeds learn it, with 94–95\u00a0% of tokens right; not divided, none does (13–17\u00a0%). With a narrower head, d_k = 32, it is learned without the division too, only later and less well by four of the five.',
  },
  warmup: {
    name: 'Without warm-up',
    about:
      'Translation with the textbook’s model, but four layers deep, post-norm, rate 0.005, 300 updates.',
    a: 'warm-up over 50 updates',
    b: 'no warm-up',
    found:
      'Measured: with warm-up, five of five seeds translate every held-out sentence. Without it, the share of whole sentences right is 0, 41, 77, 88 and 100\u00a0%.',
  },
  layers: {
    name: 'One layer or two',
    about:
      'The ring, 400 updates. An induction head needs a layer below it that tells each token which one stood before it.',
    a: 'two layers',
    b: 'one layer',
    found:
      'Measured: with two layers 95\u00a0% of tokens are right for all five seeds, with one layer 15–17\u00a0%, and the loss is still 2.4.',
  },
  rate: {
    name: 'A rate too high',
    about: 'The ring, 400 updates, with ten times the rate.',
    a: 'rate 0.01',
    b: 'rate 0.1',
    found:
      'Measured: at 0.01, 95\u00a0% of tokens are right for all five seeds; at 0.1 all five end where they guess, with 6–9\u00a0% right and a loss of ln 16.',
  },
  mask: {
    name: 'Without the causal mask',
    about:
      'English to Chinese, 200 updates. Without the mask each word sees the next one, which it has to write. Both are judged as they write: with no next word to see.',
    a: 'with the mask',
    b: 'without the mask',
    found:
      'Measured: for all five seeds the loss of the batches ends at 0.01–0.02, with the mask and without it. With it, every held-out sentence is right; without it, none is, and at most 1\u00a0% of tokens.',
  },
};
