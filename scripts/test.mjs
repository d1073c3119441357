// npm test: everything, in stages; stops at the first stage that fails, and closes with the counts.
//   npm test -- --only=static,native     runs those stages alone

import { add, none, sentence } from './lib/counts.mjs';
import { Failure, main } from './lib/run.mjs';
import { setup } from './setup.mjs';

function wantedStages(all) {
  const option = process.argv.slice(2).find((argument) => argument.startsWith('--only='));
  if (!option) return all;
  const names = option.slice('--only='.length).split(',');
  const unknown = names.filter((name) => !all.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = all.map((stage) => stage.name).join(', ');
    throw new Failure(`No stage ${unknown.join(', ')}. There are: ${known}`);
  }
  return all.filter((stage) => names.includes(stage.name));
}

async function runStage(stage) {
  console.log(`\n── ${stage.name}: ${stage.about}`);
  const start = performance.now();
  let counts;
  try {
    counts = await stage.run();
    if (counts.passed + counts.failed === 0) {
      console.error('This stage ran no test.');
      counts = { ...counts, failed: 1 };
    }
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    counts = { ...none, failed: 1 };
  }
  return { name: stage.name, counts, seconds: (performance.now() - start) / 1000 };
}

function summary(results, left) {
  console.log('\n── summary');
  for (const { name, counts, seconds } of results) {
    const time = `${seconds.toFixed(1)} s`.padStart(9);
    console.log(`${name.padEnd(10)} ${time}   ${sentence(counts).replaceAll(',', ' ·')}`);
  }
  for (const { name } of left) console.log(`${name.padEnd(10)}           not run`);
}

await main(async () => {
  await setup({ forTests: true });
  // Imported only now: the stages use packages that setup may have just installed.
  const { stages } = await import('./lib/stages.mjs');
  const wanted = wantedStages(stages);
  const results = [];
  for (const stage of wanted) {
    results.push(await runStage(stage));
    if (results.at(-1).counts.failed > 0) break;
  }
  summary(results, wanted.slice(results.length));
  const total = results.map(({ counts }) => counts).reduce(add, none);
  console.log(`\n${sentence(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});
