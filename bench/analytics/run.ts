/**
 * Times the analytics, and the same computations in simple-statistics and @stdlib/stats where they have them.
 *
 * Usage: bin/with-node24 bench/analytics/run.ts, after `npm install` in bench/.
 */
import { cpus } from 'node:os';
import { absoluteRows, BARS, metricRows } from './absolute.ts';
import { peerRows } from './peers.ts';

console.log(
  `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; medians.\n`,
);

console.log('| Computation | Time | Bar |');
console.log('|---|---:|---:|');
for (const { name, microseconds } of absoluteRows()) {
  const bar = BARS[name];
  console.log(`| ${name} | ${shown(microseconds)} | ${bar === undefined ? '' : shown(bar * 1000)} |`);
}

console.log('\n| Metric, 720 bars, shared intermediates ready | Time |');
console.log('|---|---:|');
for (const { name, microseconds } of metricRows()) console.log(`| ${name} | ${shown(microseconds)} |`);

try {
  const rows = await peerRows();
  console.log('\n| Same computation | Here | simple-statistics | @stdlib/stats |');
  console.log('|---|---:|---:|---:|');
  for (const { name, here, simple, stdlib } of rows) {
    console.log(`| ${name} | ${shown(here)} | ${against(simple, here)} | ${against(stdlib, here)} |`);
  }
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.log(
    '\nNo comparison: simple-statistics and @stdlib/stats are not installed. Run npm install in bench/.',
  );
}

function shown(microseconds: number): string {
  if (microseconds >= 1000) return `${(microseconds / 1000).toFixed(2)} ms`;
  if (microseconds >= 10) return `${microseconds.toFixed(0)} µs`;
  return microseconds >= 1 ? `${microseconds.toFixed(1)} µs` : `${(microseconds * 1000).toFixed(0)} ns`;
}

/** Formats a peer's time with the ratio to ours: above 1 it is slower. */
function against(peer: number | null, here: number): string {
  return peer === null ? '' : `${shown(peer)} (${(peer / here).toFixed(1)}x)`;
}
