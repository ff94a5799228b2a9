/**
 * Debits and credits through the ledger of this checkout beside those of another, in short slices in turn, so that both meet the same
 * machine: debits a second, and processor time of the threads for one debit, which what else runs hardly changes.
 *
 * TMPDIR=/dev/shm leaves the disk out.
 *
 * Usage: node bin/with-node24 bench/accounts/debits-beside.ts <other checkout> [rounds] [debits|credits|one commit each|holds captured]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { median } from '../m2m/statistics.ts';
import type { Slice, SliceResult, Work } from './debits-of.ts';

const [other, rounds = '15', only] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout');
const ROUNDS = Number(rounds);
/** Slices that fill caches and let the compiler see what is used. */
const WARM_UP = 3;
const COUNTS: Readonly<Record<Work, number>> = {
  debits: 20_000,
  credits: 20_000,
  'one commit each': 500,
  'holds captured': 10_000,
};
const WORKS = (Object.keys(COUNTS) as Work[]).filter((work) => only === undefined || work === only);

async function start(root: string): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'debits-of.ts'), [path.resolve(root)]);
  await once(child, 'message');
  return child;
}

async function run(child: ChildProcess, slice: Slice): Promise<SliceResult> {
  child.send(slice);
  const [result] = await once(child, 'message');
  return result as SliceResult;
}

const here = await start(path.resolve(import.meta.dirname, '../..'));
const there = await start(other);

console.log(`Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; medians of ${ROUNDS}.\n`);
console.log(
  '| | A second here | There | Ratio | Worst quarter | µs of the writing thread here | There | Ratio of work | µs of the calling thread here | There |',
);
console.log('|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
for (const work of WORKS) {
  const count = COUNTS[work];
  const pairs: { readonly here: SliceResult; readonly there: SliceResult }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [here, there] : [there, here];
    const results = new Map<ChildProcess, SliceResult>();
    for (const child of order) results.set(child, await run(child, { work, count }));
    if (round < 0) continue;
    pairs.push({ here: results.get(here)!, there: results.get(there)! });
  }
  const ofAll = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value));
  const ratios = pairs.map(({ here, there }) => there.ms / here.ms).sort((a, b) => a - b);
  const perSecond = (ms: number) => Math.round((count / ms) * 1_000).toLocaleString('en');
  const micros = (value: (pair: (typeof pairs)[number]) => number) => (ofAll(value) / count).toFixed(1);
  const cells = [
    perSecond(ofAll(({ here }) => here.ms)),
    perSecond(ofAll(({ there }) => there.ms)),
    median(ratios).toFixed(2),
    (ratios[Math.floor(ratios.length / 4)] ?? 0).toFixed(2),
    micros(({ here }) => here.writingMicros),
    micros(({ there }) => there.writingMicros),
    ofAll(({ here, there }) => there.writingMicros / here.writingMicros).toFixed(2),
    micros(({ here }) => here.callingMicros),
    micros(({ there }) => there.callingMicros),
  ];
  console.log(`| ${work} | ${cells.join(' | ')} |`);
}
here.disconnect();
there.disconnect();
