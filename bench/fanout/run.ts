import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis, RedisServer } from '../../test/servers/redis-server.ts';
import type { FromApi, ToApi } from './api.ts';

/**
 * Pulses of one feed to three processes by Redis: in frames, as the service publishes them, and as a message a pulse; then a
 * reader that moves between the three. Needs Redis or Valkey.
 *
 * Usage: node bin/with-node24 bench/fanout/run.ts [seconds of each measurement, default 10] [pulses a second, default 5000]
 *   [moves, default 100]
 */
const SECONDS = Number(process.argv[2] ?? 10);
const PER_SECOND = Number(process.argv[3] ?? 5_000);
const MOVES = Number(process.argv[4] ?? 100);
const PROCESSES = 3;
const FRAME_MS = 50;

const [program] = findRedis();
if (program === undefined) throw new Error('no Redis is installed here');
const server = await RedisServer.start(program);
const running: ChildProcess[] = [];
try {
  console.log(
    `${server.name}, ${PER_SECOND} pulses/s to ${PROCESSES} processes, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const idle = await runFeed('none', SECONDS);
  const frames = await measure('frames');
  const messages = await measure('messages');
  const own = (cpuFrac: number) => cpuFrac - idle.cpuFrac;
  for (const [name, result] of Object.entries({ frames, messages })) {
    console.log(
      `${name}: p50 ${result.p50} ms, p99 ${result.p99} ms, most ${result.most} ms; CPU feed ${percent(own(result.feed))}, api ${percent(result.api)}, redis ${percent(result.redis)}; ${result.lost} of ${result.expected} pulses missing`,
    );
  }
  console.log(
    `p99 of frames ${frames.p99} ms (bar ${FRAME_MS + 50}); feed CPU of frames / messages ${(own(frames.feed) / own(messages.feed)).toFixed(2)} (bar 0.5)`,
  );
  await move();
} finally {
  for (const child of running) child.kill('SIGKILL');
  await server.stop();
}

interface Result {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  readonly feed: number;
  readonly api: number;
  readonly redis: number;
  readonly lost: number;
  readonly expected: number;
}

async function measure(way: 'frames' | 'messages'): Promise<Result> {
  const tag = `${way}-${Date.now()}`;
  const apis = await Promise.all(Array.from({ length: PROCESSES }, () => startApi(way, tag)));
  for (const api of apis) await ask(api, { kind: 'report' }, 'report');
  const redisBefore = await readRedisCpu();
  const from = performance.now();
  const { said, cpuFrac } = await runFeed(way, SECONDS, tag);
  const redis = ((await readRedisCpu()) - redisBefore) / ((performance.now() - from) / 1_000);
  const reports = await Promise.all(apis.map((api) => ask(api, { kind: 'report' }, 'report')));
  for (const api of apis) api.kill();
  const ages = reports.flatMap((report) => report.ages).sort((a, b) => a - b);
  const at = (share: number) =>
    ages[Math.min(ages.length - 1, Math.floor(share * ages.length))] ?? Number.NaN;
  const expected = said * PROCESSES;
  return {
    p50: at(0.5),
    p99: at(0.99),
    most: ages.at(-1) ?? Number.NaN,
    feed: cpuFrac,
    redis,
    api: reports.reduce((sum, report) => sum + report.cpuFrac, 0) / PROCESSES,
    expected,
    lost: expected - ages.length,
  };
}

/** Moves a reader from one process to the other and compares its events with those of one that stayed. */
async function move(): Promise<void> {
  const tag = `moves-${Date.now()}`;
  const [witness, ...apis] = await Promise.all(
    Array.from({ length: PROCESSES + 1 }, () => startApi('frames', tag)),
  );
  const all: string[] = [];
  /** A `resync` starts a new stretch; within a stretch no event may be missing. */
  const parts: string[][] = [[]];
  let lastId: string | null = null;
  let reading: ChildProcess | null = null;
  const readPrice = (text: string) => /"price":([\d.]+)/.exec(text)?.[1] ?? '';
  const take = (text: string) => {
    if (/^event: resync$/m.test(text)) parts.push([]);
    else parts.at(-1)?.push(readPrice(text));
    lastId = /^id: (.+)$/m.exec(text)?.[1] ?? lastId;
  };
  witness?.on('message', (message: FromApi) => {
    if (message.kind === 'event') all.push(readPrice(message.text));
  });
  for (const api of apis) {
    api.on('message', (message: FromApi) => {
      if (message.kind === 'event' && api === reading) take(message.text);
    });
  }
  const feed = runFeed('frames', MOVES * 0.25 + 3, tag);
  await sleep(1_500);
  witness?.send({ kind: 'connect', lastId: null } satisfies ToApi);
  await sleep(500);
  for (let i = 0; i < MOVES; i++) {
    reading = apis[i % apis.length]!;
    reading.send({ kind: 'connect', lastId } satisfies ToApi);
    await sleep(60 + ((i * 37) % 140));
    const gone = waitFor(reading, 'gone');
    reading.send({ kind: 'disconnect' } satisfies ToApi);
    await gone;
    reading = null;
    await sleep((i * 53) % 90);
  }
  await feed;
  reading = apis[0]!;
  reading.send({ kind: 'connect', lastId } satisfies ToApi);
  await sleep(1_000);
  const counts = parts.map((part) => {
    const expected = all.slice(all.indexOf(part[0] ?? ''), all.indexOf(part.at(-1) ?? '') + 1);
    const missed = expected.filter((price) => !part.includes(price)).length;
    return { missed, doubled: part.length - new Set(part).size };
  });
  const sum = (read: (count: (typeof counts)[number]) => number) =>
    counts.reduce((total, one) => total + read(one), 0);
  console.log(
    `${MOVES} moves of a reader over ${parts.flat().length} pulses: ${sum(({ missed }) => missed)} missed, ${sum(({ doubled }) => doubled)} doubled, ${parts.length - 1} resyncs`,
  );
}

async function startApi(way: string, tag: string): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, 'api.ts'), [way, server.url, tag, String(PER_SECOND)]);
  running.push(child);
  await waitFor(child, 'ready');
  return child;
}

async function runFeed(way: string, seconds: number, tag = 'none') {
  const args = [way, server.url, tag, String(PER_SECOND), String(seconds)];
  const child = spawn(
    process.execPath,
    [...process.execArgv, path.join(import.meta.dirname, 'feed.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running.push(child);
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`the feed ended with ${status}`);
  return JSON.parse(said) as { readonly said: number; readonly cpuFrac: number };
}

async function ask<Kind extends FromApi['kind']>(child: ChildProcess, message: ToApi, kind: Kind) {
  const answer = waitFor(child, kind);
  child.send(message);
  return answer;
}

function waitFor<Kind extends FromApi['kind']>(child: ChildProcess, kind: Kind) {
  return new Promise<Extract<FromApi, { readonly kind: Kind }>>((resolve) => {
    const onMessage = (message: FromApi) => {
      if (message.kind !== kind) return;
      child.off('message', onMessage);
      resolve(message as Extract<FromApi, { readonly kind: Kind }>);
    };
    child.on('message', onMessage);
  });
}

/** Seconds of processor time since the server's start. */
async function readRedisCpu(): Promise<number> {
  const info = String(await server.run('INFO', 'cpu'));
  const read = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1]);
  return read('used_cpu_user') + read('used_cpu_sys');
}

function percent(frac: number): string {
  return `${(100 * frac).toFixed(1)} %`;
}
