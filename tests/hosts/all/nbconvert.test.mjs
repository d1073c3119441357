// nbconvert, as Debian has it. Its pages ask for MathJax and RequireJS where Debian keeps them.

import { testHost } from '../support/host.mjs';

testHost('nbconvert', {
  id: 'nbconvert',
  file: 'attention.html',
  page: {
    elsewhere: [/^file:/],
    chatter: [/Failed to load resource/, /Not allowed to load local/],
  },
});
