// A page with nothing but the guide's first lines, in both languages, and under the policy that the guide documents.

import { guideSection, onlyBlock } from '../support/guide.mjs';
import { document } from '../support/html.mjs';
import { testHost } from '../support/host.mjs';

const plain = (language) => ({
  id: '',
  language,
  files: (section) => ({ 'index.html': document(onlyBlock(section, 'html'), language) }),
  // What the guide says in words: a copy of the folder `dist`.
  commands: [
    'mkdir attention-playground',
    'cp -r node_modules/attention-playground/dist attention-playground',
  ],
});

const [name, policy] = onlyBlock(guideSection('policy'), 'http').trim().split(': ');

testHost('a plain page', plain('en'));
testHost('a plain page in Chinese', plain('zh'));
testHost('a page with the strict policy', {
  ...plain('en'),
  page: { headers: { [name]: `${policy}; worker-src 'none'` } },
});
