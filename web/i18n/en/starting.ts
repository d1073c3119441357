/** What the elements say before there are any texts: while they start, and why they cannot. */
export const starting = {
  loading: 'Starting the C++ kernels…',
  retry: 'Try again',
  /** By the code of the problem. */
  failures: {
    unsupported: 'The C++ kernels need a browser that supports WebAssembly with SIMD.',
    policy: 'The content security policy of this page must allow {expected}.',
    network: 'No answer from {actual}. Is there a connection?',
    unavailable: 'The server does not provide {actual}.',
    not_wasm: 'This should be WebAssembly, but it is not: {actual}.',
    mismatch: 'The WebAssembly is of another version than the page; reload the page: {actual}.',
    memory: 'There is not enough memory for this.',
    unexpected: 'Something went wrong that should not have: {actual}',
  },
  /** By the name of the script that is missing. */
  scripts: {
    texts: 'The texts could not be loaded: {actual}',
    steps: 'The figures of the other steps could not be loaded: {actual}',
    map: 'The map could not be loaded: {actual}',
    learned: 'The trained model could not be loaded: {actual}',
    fault: 'The comparison with the right values could not be loaded: {actual}',
    settings: 'The settings could not be loaded: {actual}',
    tools: 'The tools could not be loaded: {actual}',
    weights: 'The view of the weights could not be loaded: {actual}',
    memory: 'The memory view could not be loaded: {actual}',
    figures: 'The figures could not be loaded: {actual}',
    proof: 'The proof could not be loaded: {actual}',
    guide: 'The guide could not be loaded: {actual}',
    training: 'The script that trains could not be loaded: {actual}',
    ribbon: 'The strip of steps could not be loaded: {actual}',
    downhill: 'The step downhill could not be loaded: {actual}',
    equality: 'The comparison of head matrices could not be loaded: {actual}',
    walk: 'The walk could not be loaded: {actual}',
    standalone: 'The page in one file could not be made: {actual}',
  },
};
