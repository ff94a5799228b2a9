/**
 * Mock trades end to end over HTTP at a fixed rate, with their fees and fsync, and the tape to many readers.
 *
 * Trades come on time no matter what the answers do, and each is measured from when it was due. A reader is measured from
 * the answer of the trade, which comes after its commit, to the arrival of the frame that holds it. The same rate of
 * `GET /api/bot/leaderboard`, which is cached, says what HTTP alone costs on the machine in that moment.
 *
 * Usage: node bin/with-node24 bench/bot/trades.ts [--rate 500] [--seconds 10] [--readers 1000] [--tape-rate 20]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NODE_FLAGS } from '../../bin/runtime.js';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '10' },
    readers: { type: 'string', default: '1000' },
    'tape-rate': { type: 'string', default: '20' },
  },
});
const ADMIN = 'bench-admin-token-of-32-characters-and-more';
const TRADE = { venue: 'hyperliquid', asset: 'hl-BTC', side: 'buy', sizeUsd: 12, markPrice: 80_000 };

const child = spawn(process.execPath, [...NODE_FLAGS, path.join(import.meta.dirname, 'trade-server.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, CROSSTAPE_ADMIN_TOKEN: ADMIN },
});
const [line] = (await once(child.stdout, 'data')) as [Buffer];
const { apiUrl, botUrl } = JSON.parse(String(line)) as { apiUrl: string; botUrl: string };
const agent = new Agent({ keepAlive: true, maxSockets: 128 });

interface Sent {
  readonly dueMs: number;
  readonly doneMs: number;
  readonly status: number;
  readonly text: string;
}

function ask(
  url: string,
  method: string,
  token: string | null,
  body?: object,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const asked = request(
      url,
      {
        method,
        agent,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        let got = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          got += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: got }));
      },
    );
    asked.on('error', reject).end(text);
  });
}

/** Drives an open loop: requests are sent when they are due, whether the answers came or not. */
async function drive(
  rate: number,
  seconds: number,
  send: (i: number) => Promise<{ status: number; text: string }>,
): Promise<Sent[]> {
  const start = performance.now();
  const sent: Promise<Sent>[] = [];
  for (let i = 0; i < rate * seconds; ) {
    const due = Math.min(rate * seconds, Math.ceil(((performance.now() - start) / 1_000) * rate));
    for (; i < due; i++) {
      const dueMs = start + (i / rate) * 1_000;
      sent.push(send(i).then((answer) => ({ ...answer, dueMs, doneMs: performance.now() })));
    }
    await sleep(1);
  }
  return Promise.all(sent);
}

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0;
const shown = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return `p50 ${percentile(sorted, 0.5).toFixed(1)}, p99 ${percentile(sorted, 0.99).toFixed(1)}, max ${(sorted.at(-1) ?? 0).toFixed(1)} ms`;
};

const keys = await Promise.all(
  Array.from({ length: 20 }, async (_, i) => {
    const owner = `owner_${i}`;
    const { text } = await ask(`${apiUrl}/api/account/keys`, 'POST', ADMIN, { owner, tier: 'pro' });
    await ask(`${apiUrl}/api/account/credit`, 'POST', ADMIN, { owner, usd: 10_000, ref: owner });
    return (JSON.parse(text) as { rawKey: string }).rawKey;
  }),
);
const trade = (prefix: string) => (i: number) =>
  ask(`${botUrl}/api/bot/trade`, 'POST', keys[i % keys.length]!, {
    ...TRADE,
    clientOrderId: `${prefix}${i}`,
  });

/** The asset is unknown until its venue is recorded. */
for (let i = 0; ; i++) {
  const { text } = await trade('try')(i);
  if (text.includes('"status":"filled"')) break;
  await sleep(200);
}
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
await drive(rate, 2, trade('warm'));
for (let round = 0; round < 3; round++) {
  const reads = await drive(rate, 3, () => ask(`${botUrl}/api/bot/leaderboard`, 'GET', null));
  const trades = await drive(rate, seconds, trade(`r${round}-`));
  const filled = trades.filter(({ text }) => text.includes('"status":"filled"')).length;
  console.log(`cached reads, ${rate} a second: ${shown(reads.map(({ dueMs, doneMs }) => doneMs - dueMs))}`);
  console.log(
    `mock trades, ${rate} a second: ${shown(trades.map(({ dueMs, doneMs }) => doneMs - dueMs))}; ${filled} of ${trades.length} filled`,
  );
}

const readers = Number(values.readers);
/** Times at which a fill of this size arrived at each reader, by size. */
const arrived = new Map<string, number[]>();
let connected = 0;
for (let i = 0; i < readers; i++) {
  get(`${botUrl}/api/bot/tape`, { agent: false }, (response) => {
    connected++;
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      rest += chunk;
      const end = rest.lastIndexOf('\n\n');
      if (end < 0) return;
      const at = performance.now();
      for (const [, size] of rest.slice(0, end).matchAll(/"filledUsd":(\d+\.\d+)/g)) {
        const times = arrived.get(size as string);
        if (times !== undefined) times.push(at);
      }
      rest = rest.slice(end + 2);
    });
  }).on('error', (error) => console.error(error.message));
  if (i % 50 === 49) await sleep(20);
}
while (connected < readers) await sleep(50);
await sleep(1_000);
const reported = await drive(Number(values['tape-rate']), 5, async (i) => {
  const size = `${20 + i}.125`;
  arrived.set(size, []);
  return ask(`${botUrl}/api/bot/trade`, 'POST', keys[i % keys.length]!, {
    ...TRADE,
    sizeUsd: Number(size),
    clientOrderId: `tape${i}`,
  });
});
await sleep(3_000);
const delays = reported.flatMap(({ doneMs }, i) =>
  (arrived.get(`${20 + i}.125`) ?? []).map((at) => at - doneMs),
);
console.log(
  `tape, ${readers} readers, ${values['tape-rate']} trades a second: ${shown(delays)} after the answer; ${delays.length} of ${reported.length * readers} arrivals`,
);
child.kill('SIGTERM');
await once(child, 'exit');
process.exit(0);
