/**
 * History answers of 1,000 records: cached, against a bare node:http server that writes the same bytes and headers;
 * not cached, against one that reads the same store and writes JSON.stringify of row objects. In turns.
 *
 * Usage: node bin/with-node24 bench/http/history.ts [rounds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import path from 'node:path';
import { requestsPerSecond } from '../m2m/load.ts';
import { median } from '../m2m/statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const ROUND_MS = 1_500;
const LOAD = { connections: 16, pipelining: 1, durationMs: ROUND_MS };

const child = fork(path.join(import.meta.dirname, 'history-server.ts'), { stdio: 'inherit' });
const [message] = await once(child, 'message');
const {
  port,
  barePort,
  path: cached,
  now,
} = message as { port: number; barePort: number; path: string; now: number };

/** A window that was never asked for: its end moves by a millisecond with each request. */
let turn = 0;
const everNew = (base: string) => () => `${base}&toMs=${now - ++turn}`;

const rows = [
  { name: 'cached', ours: () => cached, peer: () => '/copy', bar: 0.8, peerName: 'node:http, same bytes' },
  {
    name: 'not cached',
    ours: everNew(cached),
    peer: everNew('/rows?limit=1000'),
    bar: 2,
    peerName: 'JSON.stringify of row objects',
  },
];

console.log(
  `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; medians of ${ROUNDS} rounds.\n`,
);
console.log('| 1,000 records | Here, requests/s | Peer | Peer, requests/s | Ratio | Bar |');
console.log('|---|---:|---|---:|---:|---:|');
for (const { name, ours, peer, bar, peerName } of rows) {
  const here: number[] = [];
  const there: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const a = await requestsPerSecond({ port, path: ours, ...LOAD });
    const b = await requestsPerSecond({ port: barePort, path: peer, ...LOAD });
    // The first round warms both.
    if (round < 0) continue;
    here.push(a);
    there.push(b);
  }
  const ratio = median(here.map((value, i) => value / there[i]!));
  const shown = (values: number[]) => Math.round(median(values)).toLocaleString('en');
  console.log(`| ${name} | ${shown(here)} | ${peerName} | ${shown(there)} | ${ratio.toFixed(2)} | ${bar} |`);
}
child.disconnect();
