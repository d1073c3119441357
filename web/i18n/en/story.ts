/** The guided walk: its stops, and what each says of the sentence that is shown. */
export const story = {
  place: '{n} of {total}',
  whyIs: 'Why?',
  lesson: 'Try it',
  openLayer: 'Walk through: {name}',
  toWorkbench: 'Workbench',
  toWorkbenchHint: 'Every step, every number, all settings',
  toGuided: 'Guided',
  toGuidedHint: 'One step and one sentence at a time',
  again: 'Restart',
  skip: 'Skip to the figure',
  /** By the name of the stop: its title, and why it is there. */
  chapters: {
    words: {
      title: 'Words',
      why: 'A network computes with numbers. So each word, or part of a word, first gets the number of its row in a table.',
    },
    vectors: {
      title: 'Words as vectors',
      why: 'One number could only put words in a row. Many numbers can make them alike in one way and different in another. Attention does not see the order of the words, so the place is added as numbers, too.',
    },
    before: {
      title: 'Earlier layers',
      why: 'One attention looks once. With several layers the later ones look at words that know something of their neighbours already.',
    },
    projections: {
      title: 'Queries, keys and values',
      why: 'What a word looks for, what it is found by and what it hands over are three different things. So each has a matrix of its own, and training can move one without the others.',
    },
    heads: {
      title: 'Split into heads',
      why: 'One softmax gives one answer per word. Several heads side by side can look for several things at once, each with its share of the numbers.',
    },
    scores: {
      title: 'Scores',
      why: 'A dot product is large where two lists of numbers point the same way: that is how well a key answers a query. It grows with their length, so it is divided by √d_k; else softmax would choose one word and learn nothing more.',
    },
    mask: {
      title: 'Mask',
      why: 'Some words must not be read: those that come later, when the next word is to be guessed, and padding, which stands for no word. −∞ makes a share of exactly 0, before shares are given out.',
    },
    weights: {
      title: 'Attention weights',
      why: 'Scores can be any number. Shares that add up to 1 are needed to mix with, and they have to change smoothly, so that training can move them. Softmax does both.',
    },
    late_mask: {
      title: 'Mask, too late',
      why: 'The shares were given out before. What is hidden now is lost, and the rest no longer adds up to 1.',
    },
    mix: {
      title: 'Mix of values',
      why: 'This is what attention is for: a word takes over from others what they have to say, each by its share.',
    },
    one_head: {
      title: 'One head',
      why: 'Code for many heads splits and joins in any case. With one head each of these steps leaves all numbers where they are.',
    },
    output: {
      title: 'Output',
      why: 'Each head has found something of its own. The output matrix is where their results meet, and where each word’s vector gets back its width, so that the next layer can read it.',
    },
    after: {
      title: 'Later layers',
      why: 'The result is added to what the word was before, and goes on: through further layers, and at the end to an answer.',
    },
  },
  says: {
    words: 'Each of the {n} words becomes the number of its row in a table: “{word}” is row {id}.',
    looked:
      'Each word becomes {width} numbers, its row of the table: number {c} of “{word}” is {value}.',
    placed:
      'Each word becomes {width} numbers: number {c} of “{word}” is {first} from the table + {second} for its place = {value}.',
    given: 'Each word is given as {width} numbers: number {c} of “{word}” is {value}.',
    before:
      'The layers before have mixed the words already: number {c} of “{word}” came in as {before} and is {value} now.',
    projections:
      'Three matrices turn each word into a query, a key and a value: number {c} of the query of “{word}” is a sum of {n} products, {value}.',
    heads:
      'Each head gets {width} numbers of every query, key and value: those of “{word}” for head {head} begin with {value}.',
    scores:
      'How well does “{key}” answer what “{query}” asks? {n} products of query and key add up to {value}.',
    scaled:
      'How well does “{key}” answer what “{query}” asks? {n} products add up to {raw}; divided by {divisor}, {value}.',
    multiplied:
      'How well does “{key}” answer what “{query}” asks? {n} products add up to {raw}; times {factor}, {value}.',
    open: 'In the row of “{query}”, {hidden} of {n} words are hidden by −∞; “{key}” keeps its score of {value}.',
    shut: 'In the row of “{query}”, {hidden} of {n} words are hidden by −∞; “{key}” is one of them, and its score of {score} is gone.',
    weights: '{gives}: e^({score} − {maximum}) = {power}, divided by the sum of the row, {sum}.',
    gives: '“{query}” gives “{key}” {value} of its attention',
    writes:
      'Writing “{written}” after “{query}”, the decoder gives “{key}” {value} of its attention',
    nothing: 'Every key is hidden from “{query}”, so all of its weights are 0.',
    late_mask:
      'The weights of “{query}” are hidden after softmax: they no longer add up to 1, but to {value}.',
    mix: 'The new “{query}” is a mix of values, {parts}: number {c} comes to {value}.',
    part: '{weight} of “{key}”',
    one_head:
      'There is one head, so splitting and joining moves nothing: number {c} of “{word}” is {value} before and after.',
    output:
      'The mix is multiplied by the output matrix: number {c} of “{word}” is a sum of {n} products, {value}.',
    joined: 'The heads stand side by side again: number {c} of “{word}” is {value}.',
    after:
      'The layers after go on from there: number {c} of “{word}” was {before} and is {value} at the end.',
    answer: 'At the end, “{word}” is answered by “{answer}”, with a probability of {value}.',
  },
};
