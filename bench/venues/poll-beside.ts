/**
 * Measures the cost of reading a poll, from its parsed rows to states of markets, in this checkout beside another one,
 * in rounds in turn so that both meet the same machine; and the memory that the states of a poll keep.
 *
 * Usage: node bin/with-node24 --expose-gc bench/venues/poll-beside.ts <other checkout> [rounds] [rows]
 *
 * The bars against the commit before rows were read one by one (b9d3608f): 1.05 times the time.
 */
import { cpus } from 'node:os';
import path from 'node:path';
import { VENUES } from '../../src/domain/index.ts';
import { median } from '../m2m/statistics.ts';
import { buildRows, loadNormalise, type Normalise, type Row } from './poll-of.ts';

const [other, rounds = '60', rows = '2000'] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout');
const ROUNDS = Number(rounds);
const ROWS = Number(rows);
/** Rounds in which the compiler sees what is used. */
const WARM_UP = 15;

const ROOTS = [path.resolve(import.meta.dirname, '../..'), path.resolve(other)] as const;
console.log(`Node ${process.version}, ${cpus()[0]?.model}; medians of ${ROUNDS} rounds of ${ROWS} rows.\n`);
console.log('| Venue | µs a row here | There | Ratio |');
console.log('|---|---:|---:|---:|');
for (const venue of VENUES) {
  const [here, there] = await Promise.all(ROOTS.map((root) => loadNormalise(root, venue)));
  if (here === undefined || there === undefined) continue;
  const body = buildRows(venue, ROWS);
  const pairs: (readonly [here: number, there: number])[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // Each goes first in every second round.
    const isFirst = round % 2 === 0;
    const one = measure(isFirst ? here : there, body);
    const two = measure(isFirst ? there : here, body);
    if (round >= 0) pairs.push(isFirst ? [one, two] : [two, one]);
  }
  const perRow = (at: 0 | 1) => ((median(pairs.map((pair) => pair[at])) * 1_000) / ROWS).toFixed(2);
  const ratio = median(pairs.map(([one, two]) => one / two)).toFixed(3);
  console.log(`| ${venue} | ${perRow(0)} | ${perRow(1)} | ${ratio} |`);
}

/** Measures the processor time of one poll in ms. */
function measure(normalise: Normalise, body: readonly Row[]): number {
  globalThis.gc?.();
  const before = process.cpuUsage();
  if (normalise(body) === 0) throw new Error('no row was read');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
