// Next.js with the app router: a server component shows the element, with either bundler; one that imports it by itself is told.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '../../../scripts/lib/run.mjs';
import { testHost } from '../support/host.mjs';

testHost('Next.js', {
  id: 'next',
  versions: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
  // Its pages as files.
  files: () => ({ 'next.config.mjs': "export default { output: 'export' };\n" }),
  www: 'out',
  also: (host) => {
    test('webpack builds the same', async () => {
      const { folder, env } = host.project;
      const command = ['next', 'build', '--webpack'];
      const { code, output } = await run('npx', command, { cwd: folder, quiet: true, env });
      assert.equal(code, 0, output);
      await host.look();
    });

    test('a server component that imports the element alone does not build, and is told why', async () => {
      const { folder, env } = host.project;
      const page = `import 'attention-playground/element';

export default function Page() {
  return <attention-playground sentence="I am good" heads={1} />;
}
`;
      writeFileSync(join(folder, 'app/page.jsx'), page);
      const { code, output } = await run('npx', ['next', 'build'], {
        cwd: folder,
        quiet: true,
        env,
      });
      assert.notEqual(code, 0);
      assert.match(output, /attention-playground\/react.*use client/s);
    });
  },
});
