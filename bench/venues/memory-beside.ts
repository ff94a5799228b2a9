/**
 * Heap and external memory that the feed holds of each venue's recorded list, after collections, in this checkout beside
 * another one: processes side by side, medians.
 *
 * Usage: node bin/with-node24 bench/venues/memory-beside.ts <other checkout> [processes] [polls]
 *
 * The bar against the commit before rows were read one by one (b9d3608f): 1.03 times the memory.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { VENUES, type VenueId } from '../../src/domain/index.ts';
import { median } from '../m2m/statistics.ts';
import { serveLists } from './served-lists.ts';

const [other, processes = '5', polls = '2'] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout');
const HERE = path.resolve(import.meta.dirname, '../..');
const ROOTS = [HERE, path.resolve(other)] as const;
const CHILD = path.join(import.meta.dirname, 'memory-of.ts');
const run = promisify(execFile);

const lists = await serveLists();
const measure = async (root: string, venue: VenueId) => {
  const args = ['--expose-gc', '--disable-warning=ExperimentalWarning', CHILD, root, venue, lists.url, polls];
  const { stdout } = await run(process.execPath, args, { cwd: root });
  return Number(stdout);
};

console.log(`Node ${process.version}; medians of ${processes} processes, each after ${polls} polls.\n`);
console.log('| Venue | KiB here | There | Ratio |');
console.log('|---|---:|---:|---:|');
const found = VENUES.map((): [here: number, there: number][] => []);
for (let n = 0; n < Number(processes); n++) {
  // They wait for their next poll most of the time.
  const round = await Promise.all(
    VENUES.map((venue) => Promise.all(ROOTS.map((root) => measure(root, venue)))),
  );
  for (const [at, [here = 0, there = 0]] of round.entries()) found[at]?.push([here, there]);
}
const medians = found.map((pairs) => [0, 1].map((at) => median(pairs.map((pair) => pair[at as 0 | 1]))));
for (const [at, venue] of VENUES.entries()) print(venue, medians[at]?.[0] ?? 0, medians[at]?.[1] ?? 0);
const sum = (at: number) => medians.reduce((all, pair) => all + (pair[at] ?? 0), 0);
print('all', sum(0), sum(1));
lists.close();

function print(name: string, here: number, there: number): void {
  const kib = (bytes: number) => (bytes / 1_024).toFixed(0);
  console.log(`| ${name} | ${kib(here)} | ${kib(there)} | ${(here / there).toFixed(3)} |`);
}
