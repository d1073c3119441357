// A copy of the tree in build/, to be edited as docs/how-to says and to be built.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';
import { filesOf, make, readPage } from './pages.mjs';

export class TreeCopy {
  /** All that git knows of, with what is not committed yet; of the tests those that `withTests` takes. */
  constructor(name, withTests = () => false) {
    this.folder = join(root, 'build', name);
    this.remove();
    const wanted = (path) => !path.startsWith('tests/') || withTests(path);
    const list = ['ls-files', '-co', '--exclude-standard', '-z'];
    const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
    for (const path of files.filter((each) => each && existsSync(join(root, each)) && wanted(each)))
      cpSync(join(root, path), this.path(path));
    symlinkSync(join(root, 'node_modules'), this.path('node_modules'));
  }

  path(file) {
    return join(this.folder, file);
  }

  /** Makes the edits of a page of docs/how-to; those of the pages that it starts after are made already. */
  follow(page) {
    make(readPage(page).edits, filesOf(this.folder));
  }

  /** Puts `text` before `anchor`, which the file has to have once. */
  insert(file, anchor, text) {
    const parts = readFileSync(this.path(file), 'utf8').split(anchor);
    assert.equal(parts.length, 2, `${file} has "${anchor}" ${parts.length - 1} times, not once`);
    writeFileSync(this.path(file), parts[0] + text + anchor + parts[1]);
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
