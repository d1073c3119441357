/** While the kernels are loaded, and when they cannot be had: said by the playground and by every panel. */
export const starting = {
  loading: 'Starting the C++ kernels…',
  failed: 'The C++ kernels could not be started. Is there a connection?',
  retry: 'Try again',
};
