// pandoc, as Debian has it: one file with the script in it.

import { testHost } from '../support/host.mjs';

testHost('pandoc', { id: 'pandoc', file: 'talk.html' });
