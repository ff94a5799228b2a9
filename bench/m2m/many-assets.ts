/**
 * One stream of many assets: processor time of 50 readers of 200 assets at four events a second, events that a reader
 * which is cut off again and again has lost or received twice, memory of readers that do not read, and the age of raw
 * events on arrival.
 *
 * Usage: node bin/with-node24 bench/m2m/many-assets.ts [readers] [assets] [seconds] [cuts].
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startService } from './service.ts';
import { quantile } from './statistics.ts';

const [readers = '50', assets = '200', seconds = '10', cuts = '100'] = process.argv.slice(2);
const RATE_PER_SECOND = 4;
const STEP_MS = 10;
const STALLED = 10;
const SERVE = 'BENCH_SERVE';

async function run(): Promise<void> {
  const server = fork(import.meta.filename, process.argv.slice(2), {
    env: { ...process.env, [SERVE]: '1' },
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  const [{ port, list }] = (await once(server, 'message')) as [{ port: number; list: string }];
  const address = `/api/stream?assets=${list}`;
  await measureCpu(server, 2);
  const alone = await measureCpu(server, Number(seconds));

  const open = Array.from({ length: Number(readers) }, () => new Reader(port, address));
  await Promise.all(open.map(({ ready }) => ready));
  const before = open.reduce((sum, { ids }) => sum + ids.length, 0);
  const busy = await measureCpu(server, Number(seconds));
  const events = open.reduce((sum, { ids }) => sum + ids.length, 0) - before;
  for (const reader of open) reader.close();
  const percent = (frac: number) => `${(frac * 100).toFixed(1)} % of a core`;
  console.log(`${readers} readers of ${assets} assets: ${events} events in ${seconds} s`);
  console.log(
    `changes alone ${percent(alone)}, with readers ${percent(busy)}, readers ${percent(busy - alone)}`,
  );

  await measureCuts(port, address);

  const heapBefore = await ask(server, 'memory');
  const stalled = Array.from({ length: STALLED }, () => new Reader(port, address));
  await Promise.all(stalled.map(({ ready }) => ready));
  for (const { socket } of stalled) socket.pause();
  await pause(15_000);
  const heap = (await ask(server, 'memory')) - heapBefore;
  console.log(`a reader that has not read for 15 s: ${(heap / STALLED / 1e6).toFixed(2)} MB`);
  for (const reader of stalled) reader.close();

  const raw = new Reader(port, `${address}&raw=true`);
  await raw.ready;
  raw.ages.length = 0;
  await pause(5_000);
  raw.close();
  console.log(
    `raw: ${raw.ages.length} events, age p50 ${quantile(raw.ages, 0.5)} ms, p99 ${quantile(raw.ages, 0.99)} ms`,
  );
  server.send('stop');
  await once(server, 'exit');
}

/** Cuts one reader off again and again, and compares what it received with a reader that stayed. */
async function measureCuts(port: number, address: string): Promise<void> {
  const stays = new Reader(port, address);
  let cut = new Reader(port, address);
  await Promise.all([stays.ready, cut.ready]);
  const received = [...cut.ids];
  const first = received[0] ?? '';
  let resyncs = 0;
  for (let i = 0; i < Number(cuts); i++) {
    await pause(20 + ((i * 37) % 150));
    received.push(...cut.ids.slice(i === 0 ? received.length : 0));
    cut.close();
    cut = new Reader(port, address, received.at(-1));
    await cut.ready;
    resyncs += cut.text.includes('event: resync') ? 1 : 0;
  }
  await pause(500);
  received.push(...cut.ids);
  cut.close();
  stays.close();
  const last = Math.min(toNumber(received.at(-1)), toNumber(stays.ids.at(-1)));
  const inRange = (ids: readonly string[]) =>
    ids.map(toNumber).filter((number) => number > toNumber(first) && number <= last);
  const got = inRange(received);
  const all = new Set(inRange(stays.ids));
  const lost = [...all].filter((number) => !got.includes(number)).length;
  console.log(
    `${cuts} cuts: ${got.length} events, ${lost} lost, ${got.length - new Set(got).size} twice, ${resyncs} resyncs`,
  );
}

const toNumber = (id = '-0') => Number(id.split('-')[1]);

/** Reads a stream, and keeps the ids of its events. */
class Reader {
  readonly socket: Socket;
  readonly ids: string[] = [];
  /** Ages of events on arrival, ms. */
  readonly ages: number[] = [];
  readonly ready: Promise<void>;
  /** Text up to `ready`. */
  text = '';
  #isReady = false;
  #rest = '';

  constructor(port: number, address: string, lastEventId?: string) {
    this.socket = connect(port, '127.0.0.1');
    const resume = lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`;
    this.socket.write(`GET ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\n${resume}\r\n`);
    this.ready = new Promise((resolve, reject) => {
      this.socket.once('error', reject);
      this.socket.on('data', (chunk: Buffer) => {
        this.#take(chunk.toString('latin1'));
        if (this.#isReady) resolve();
      });
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #take(text: string): void {
    const now = Date.now();
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      if (!this.#isReady) this.text += `${block}\n\n`;
      this.#isReady ||= block.includes('event: ready');
      const id = /^id: (.+)$/m.exec(block)?.[1];
      if (id !== undefined) this.ids.push(id);
      const sentAt = /"receivedAt":(\d+)/.exec(block)?.[1];
      if (sentAt !== undefined) this.ages.push(now - Number(sentAt));
    }
  }
}

/** Measures the processor time of the server for some seconds, as a share of one core. */
async function measureCpu(server: ChildProcess, forS: number): Promise<number> {
  const before = await ask(server, 'cpu');
  await pause(forS * 1_000);
  return ((await ask(server, 'cpu')) - before) / (forS * 1e6);
}

async function ask(server: ChildProcess, what: 'cpu' | 'memory'): Promise<number> {
  server.send(what);
  const [answer] = (await once(server, 'message')) as [number];
  return answer;
}

async function serve(): Promise<void> {
  const service = await startService({ streams: 1_000, perps: Number(assets) });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const list = service.assets.map(({ asset }) => asset);
  const perStep = (list.length * RATE_PER_SECOND * STEP_MS) / 1_000;
  let due = 0;
  let next = 0;
  let price = 87_000;
  const changing = setInterval(() => {
    for (due += perStep; due >= 1; due--) {
      price += 0.5;
      service.sayOf(list[next++ % list.length]!, price);
    }
  }, STEP_MS);
  process.on('message', async (command: 'cpu' | 'memory' | 'stop') => {
    if (command === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.(user + system);
    } else if (command === 'memory') {
      globalThis.gc?.();
      const { heapUsed, external } = process.memoryUsage();
      process.send?.(heapUsed + external);
    } else {
      clearInterval(changing);
      await service.close();
      process.disconnect();
    }
  });
  process.send?.({ port: (service.app.server.address() as AddressInfo).port, list: list.join(',') });
}

if (process.env[SERVE] === undefined) await run();
else await serve();
