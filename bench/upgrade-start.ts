/**
 * Measures the time from `npm start` to its ready line, at the first start after an upgrade that changes no package and
 * at the next one. Each round clones, starts an older commit, checks out the newest and starts again: what is committed
 * counts.
 *
 *     node bin/with-node24 bench/upgrade-start.ts [--from COMMIT] [--rounds 5]
 *
 * --from is the version of before; by default the oldest of the last hundred commits that asks for the same packages.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../bin/runtime.js';
import { runToEnd, startWithNpm } from './npm-start.ts';

const { values } = parseArgs({
  options: { from: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const COMMITS = 100;

const folder = mkdtempSync(join(tmpdir(), 'crosstape-upgrade-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const clone = join(folder, 'clone');

runToEnd('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
const newest = git('rev-parse', 'HEAD');
const before = values.from ?? oldestWithSamePackages();
const changed = git('diff', '--name-only', before, newest, '--', 'src').split('\n').length;
process.stdout.write(
  `upgrade from ${before.slice(0, 8)}: ${changed} changed files in src\nready s: after the upgrade, next\n`,
);
const upgraded: number[] = [];
const next: number[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  // Code that was compiled in an earlier round would make the upgrade look faster than it is.
  rmSync(join(clone, 'node_modules', '.cache'), { recursive: true, force: true });
  // The version of before does not open what a newer one has upgraded.
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  git('checkout', '--quiet', before);
  await timeToReady();
  git('checkout', '--quiet', newest);
  upgraded.push(await timeToReady());
  next.push(await timeToReady());
  process.stdout.write(`${upgraded.at(-1)?.toFixed(2)}  ${next.at(-1)?.toFixed(2)}\n`);
}
process.stdout.write(
  `median ${median(upgraded).toFixed(2)} s after an upgrade, ${median(next).toFixed(2)} s at the next start\n`,
);
process.exit(0);

async function timeToReady(): Promise<number> {
  const beganMs = performance.now();
  const service = await startWithNpm(clone, 'start', { CROSSTAPE_DATA_DIR: join(folder, 'data') });
  const seconds = (performance.now() - beganMs) / 1_000;
  await service.stop();
  return seconds;
}

function oldestWithSamePackages(): string {
  const commits = git('log', '--first-parent', '--format=%H', `-${COMMITS}`).split('\n');
  const isSame = (commit: string) =>
    git('diff', '--name-only', commit, newest, '--', 'package-lock.json') === '';
  return commits.findLast(isSame) ?? newest;
}

function git(...args: readonly string[]): string {
  return runToEnd('git', args, { cwd: clone }).trim();
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
