// Runs programs in one Python process and reads all their variables back.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonPath as python } from '../../../../scripts/setup.mjs';

const driver = `
import contextlib, io, json, os, sys, traceback, warnings
import numpy as np
warnings.simplefilter('error')
os.chdir(sys.argv[1])
results = []
with open('numbers.bin', 'wb') as numbers:
    for job in json.load(open('jobs.json')):
        result = {'variables': [], 'error': None, 'printed': ''}
        results.append(result)
        space = {}
        try:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(open(job['file']).read(), job['file'], 'exec'), space)
            result['printed'] = printed.getvalue()
            for name in job['names']:
                value = space[name]
                value = np.asarray(value.detach().numpy() if hasattr(value, 'detach') else value)
                result['variables'].append({'shape': list(value.shape), 'type': str(value.dtype)})
                numbers.write(value.astype('<f8').tobytes())
        except Exception:
            result['error'] = traceback.format_exc()
            result['variables'] = []
json.dump(results, open('results.json', 'w'))
`;

/**
 * Runs programs of { source, data?, names }; returns for each { error, printed, variables } with the shape, type and
 * numbers of each of the names.
 */
export function runPrograms(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-programs-'));
  try {
    const jobs = programs.map(({ source, data, names }, i) => {
      writeFileSync(join(folder, `${i}.py`), source);
      if (data) writeFileSync(join(folder, data.file), data.bytes);
      return { file: `${i}.py`, names };
    });
    writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs));
    const ran = spawnSync(python, ['-c', driver, folder], { encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`Python failed: ${ran.stderr}`);
    const bytes = readFileSync(join(folder, 'numbers.bin'));
    let at = 0;
    return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')).map((result) => ({
      ...result,
      variables: result.variables.map(({ shape, type }) => {
        const count = shape.reduce((product, size) => product * size, 1);
        const data = Float64Array.from({ length: count }, (_, i) => bytes.readDoubleLE(at + 8 * i));
        at += 8 * count;
        return { shape, type, data };
      }),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether this Python can import a module. */
export function hasModule(name) {
  return spawnSync(python, ['-c', `import ${name}`]).status === 0;
}
