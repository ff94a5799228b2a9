/**
 * Streams of one asset from this checkout and another, in turn: processor time of each server for the same pulses to the
 * same number of readers, as the median of its rounds.
 *
 * Usage: node bin/with-node24 bench/m2m/streams-beside.ts OTHER [readers, default 500] [rounds, default 41].
 * Exit code 1 when this checkout takes more than 1.05 times as much on any stream. Needs `ulimit -n` above the readers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../../bin/runtime.js';
import type * as benchService from './service.ts';
import { quantile } from './statistics.ts';

const [other, readers = '500', rounds = '41'] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout');
const BAR = 1.05;
const WARM_ROUNDS = Math.min(5, Number(rounds));
const SERVED = 'BENCH_SERVED';

/** Pulses of one round, and the time between two: no pulse is conflated away. */
const STREAMS = [
  { path: '/api/asset/hl-BTC/stream', pulses: 4, everyMs: 260 },
  { path: '/api/asset/hl-BTC/stream-flow', pulses: 4, everyMs: 260 },
  { path: '/api/m2m/hl-BTC/stream-signal', pulses: 1, everyMs: 1_600 },
] as const;

type Stream = (typeof STREAMS)[number];

interface Served {
  readonly server: ChildProcess;
  readonly port: number;
}

async function run(roots: readonly string[]): Promise<boolean> {
  const all = await Promise.all(roots.map(start));
  let isMet = true;
  for (const stream of STREAMS) {
    const open = await Promise.all(all.map(({ port }) => startReaders(port, stream.path)));
    const spent: number[][] = all.map(() => []);
    for (let round = -WARM_ROUNDS; round < Number(rounds); round++) {
      // The second of a pair finds caches of the processor warm: each is it as often.
      const inTurn = round % 2 === 0 ? [0, 1] : [1, 0];
      for (const i of inTurn) {
        const microseconds = await measure(all[i]!, stream);
        if (round >= 0) spent[i]!.push(microseconds / stream.pulses / Number(readers));
      }
    }
    for (const child of open) child.send('stop');
    const [ours = 0, theirs = 0] = spent.map((values) => quantile(values, 0.5));
    const ratio = ours / theirs;
    isMet &&= ratio <= BAR;
    console.log(
      `${stream.path}: ${ours.toFixed(2)} µs an event, other ${theirs.toFixed(2)}, ratio ${ratio.toFixed(3)} (bar ${BAR})`,
    );
  }
  for (const { server } of all) server.send('stop');
  return isMet;
}

async function start(root: string): Promise<Served> {
  const server = fork(import.meta.filename, process.argv.slice(2), {
    env: { ...process.env, [SERVED]: root },
  });
  process.once('exit', () => server.kill('SIGKILL'));
  const [port] = (await once(server, 'message')) as [number];
  return { server, port };
}

async function startReaders(port: number, address: string): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, 'stream-readers.ts');
  const child = fork(file, [String(port), address, readers]);
  process.once('exit', () => child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** Measures the processor time of one round, in microseconds. */
async function measure({ server }: Served, { pulses, everyMs }: Stream): Promise<number> {
  const before = await readCpu(server);
  for (let i = 0; i < pulses; i++) {
    server.send('pulse');
    await pause(everyMs);
  }
  return (await readCpu(server)) - before;
}

async function readCpu(server: ChildProcess): Promise<number> {
  server.send('cpu');
  const [microseconds] = (await once(server, 'message')) as [number];
  return microseconds;
}

async function serve(root: string): Promise<void> {
  const file = path.join(root, 'bench/m2m/service.ts');
  const { HOT, record, startService } = (await import(file)) as typeof benchService;
  const service = await startService({ streams: Number(readers) + 10 });
  await record(service.history, HOT, 2_000);
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  let price = 87_000;
  process.on('message', async (command: 'pulse' | 'cpu' | 'stop') => {
    if (command === 'pulse') service.say(++price);
    else if (command === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.(user + system);
    } else {
      await service.close();
      process.disconnect();
    }
  });
  process.send?.((service.app.server.address() as AddressInfo).port);
}

const served = process.env[SERVED];
if (served !== undefined) await serve(served);
else if (!(await run([ROOT, path.resolve(other)]))) process.exitCode = 1;
