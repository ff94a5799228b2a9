/**
 * Credits over HTTP, alone and beside 32 connections that ask for a priced stream with a key whose balance is empty: the
 * median time of a credit, in windows in turn. Beside a free answer on as many connections stands what the machine itself
 * costs, since caller, flood and service share its cores.
 *
 * Usage: node bin/with-node24 bench/accounts/empty-key.ts [rounds]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { requestsPerSecond } from '../m2m/load.ts';
import { median } from '../m2m/statistics.ts';

const CONNECTIONS = 32;
const WINDOW_MS = 2_000;
/** The flood is at its speed by then. */
const LEAD_MS = 500;
const CALLERS = 4;
let next = 0;

const [first, ...rest] = process.argv.slice(2);
if (first === 'flood') await flood(JSON.parse(rest[0]!));
else await measure(Number(first ?? 10));

/** Sends requests from a child process, as fast as they are answered, until it is ended. */
async function flood(load: {
  readonly port: number;
  readonly path: string;
  readonly key: string;
}): Promise<void> {
  const { port, path, key } = load;
  process.on('disconnect', () => process.exit());
  const rate = await requestsPerSecond({
    port,
    path,
    connections: CONNECTIONS,
    pipelining: 1,
    headers: { 'x-api-key': key },
    durationMs: LEAD_MS + WINDOW_MS,
  });
  process.send?.(rate);
  process.disconnect();
}

async function measure(rounds: number): Promise<void> {
  const server = fork(path.join(import.meta.dirname, 'http-server.ts'), {
    stdio: 'inherit',
    env: { ...process.env, CROSSTAPE_PREPAID_BILLING: 'on' },
  });
  const [message] = await once(server, 'message');
  const {
    gatedPort: port,
    emptyKey: key,
    adminToken,
    asset,
  } = message as {
    readonly gatedPort: number;
    readonly emptyKey: string;
    readonly adminToken: string;
    readonly asset: string;
  };
  const floods: Readonly<Record<string, string | null>> = {
    alone: null,
    'an empty key at a priced stream': `/api/asset/${asset}/stream`,
    'a free answer': '/api/health/live',
  };
  const times = new Map(Object.keys(floods).map((name) => [name, [] as number[]]));
  const rates = new Map(Object.keys(floods).map((name) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, address] of Object.entries(floods)) {
      const child: ChildProcess | null =
        address === null
          ? null
          : fork(import.meta.filename, ['flood', JSON.stringify({ port, path: address, key })]);
      const rate = child === null ? Promise.resolve([0]) : once(child, 'message');
      await setTimeout(LEAD_MS + (child === null ? 0 : LEAD_MS));
      const found = await creditFor(port, adminToken, WINDOW_MS - LEAD_MS * 2);
      const [answered] = await rate;
      if (round < 0) continue;
      times.get(name)?.push(median(found));
      rates.get(name)?.push(answered as number);
    }
  }
  server.disconnect();
  const base = times.get('alone')!;
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores; medians of ${rounds}.\n`,
  );
  console.log(`| ${CONNECTIONS} connections beside | Answers a second there | p50 of a credit, ms | Ratio |`);
  console.log('|---|---:|---:|---:|');
  for (const [name, found] of times) {
    const ratio = median(found.map((ms, i) => ms / base[i]!));
    const answered = Math.round(median(rates.get(name) ?? [])).toLocaleString('en');
    console.log(`| ${name} | ${answered} | ${median(found).toFixed(2)} | ${ratio.toFixed(2)} |`);
  }
}

/** Credits for a while, a few callers at a time. @returns How long each took, ms. */
async function creditFor(port: number, token: string, durationMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const found: number[] = [];
  const until = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < until) {
        const began = performance.now();
        await credit(port, token, agent);
        found.push(performance.now() - began);
      }
    }),
  );
  agent.destroy();
  return found;
}

function credit(port: number, token: string, agent: Agent): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, headers, method: 'POST', path: '/api/account/credit' }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a credit was answered ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    });
    sent.once('error', reject);
    sent.end(`{"owner":"owner_${next % 500}","microUsd":1000,"ref":"beside-${next++}"}`);
  });
}
