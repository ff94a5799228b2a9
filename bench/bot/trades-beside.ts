import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { NODE_FLAGS } from '../../bin/runtime.js';
import { median } from '../m2m/statistics.ts';
import { processorMs } from '../overload/service.ts';

/**
 * Trades of the bot over HTTP of this checkout beside those of another, one at a time and in short slices in turn: p50, p99
 * and processor time of one. Mock fills at the mark and paper fills from books, each on services of their own, with prepaid
 * billing and fsync. The bar is 1.05 of the other checkout.
 *
 * Usage: node bin/with-node24 bench/bot/trades-beside.ts <other checkout> [--rounds 20] [--trades 60] [--fills mark,book]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    trades: { type: 'string', default: '60' },
    fills: { type: 'string', default: 'mark,book' },
  },
});
const [other] = positionals;
if (other === undefined) throw new Error('name the other checkout');
const ROOTS = [path.resolve(import.meta.dirname, '../..'), path.resolve(other)] as const;
const ROUNDS = Number(values.rounds);
const TRADES = Number(values.trades);
const WARM_UP = 2;
const BOTS = 20;
const ADMIN = 'bench-admin-token-of-32-characters-and-more';
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

interface Stand {
  readonly child: ChildProcess;
  readonly keys: readonly string[];
  readonly readPrice: () => Promise<number>;
  readonly trade: (i: number, markPrice: number) => Promise<string>;
}

async function ask(url: string, token: string, body: object | null): Promise<string> {
  const text = body === null ? '' : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const asked = request(url, { method: body === null ? 'GET' : 'POST', agent, headers });
  asked.end(text);
  const [response] = await once(asked, 'response');
  response.setEncoding('utf8');
  let got = '';
  for await (const chunk of response) got += chunk;
  return got;
}

async function start(root: string, fills: string): Promise<Stand> {
  const child = spawn(process.execPath, [...NODE_FLAGS, path.join(root, 'bench/bot/trade-server.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CROSSTAPE_ADMIN_TOKEN: ADMIN, CROSSTAPE_BOT_MOCK_FILLS: fills },
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { apiUrl, botUrl } = JSON.parse(String(line)) as { apiUrl: string; botUrl: string };
  const keys: string[] = [];
  for (let i = 0; i < BOTS; i++) {
    const owner = `owner_${i}`;
    const issued = await ask(`${apiUrl}/api/account/keys`, ADMIN, { owner, tier: 'pro' });
    await ask(`${apiUrl}/api/account/credit`, ADMIN, { owner, usd: 10_000, ref: owner });
    keys.push((JSON.parse(issued) as { rawKey: string }).rawKey);
  }
  // By turns, so that paper neither uses up a book nor its purse.
  const trade = (i: number, markPrice: number) =>
    ask(`${botUrl}/api/bot/trade`, keys[i % BOTS]!, {
      venue: 'hyperliquid',
      asset: 'hl-BTC',
      side: Math.floor(i / BOTS) % 2 === 0 ? 'buy' : 'sell',
      sizeUsd: 12,
      markPrice,
      clientOrderId: `t${i}`,
    });
  return { child, keys, trade, readPrice: () => readPrice(apiUrl) };
}

/** Reads the mark: paper fills nothing at a price that the market has left. */
async function readPrice(apiUrl: string): Promise<number> {
  const { ticker } = JSON.parse(await ask(`${apiUrl}/api/asset/hl-BTC`, ADMIN, null)) as {
    readonly ticker?: { readonly markPx: number } | null;
  };
  return ticker?.markPx ?? 1;
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

for (const fills of String(values.fills).split(',')) {
  const stands = [await start(ROOTS[0], fills), await start(ROOTS[1], fills)] as const;
  const all: [number[], number[]] = [[], []];
  const slices: [number[], number[]] = [[], []];
  const micros: [number[], number[]] = [[], []];
  const filled: [number, number] = [0, 0];
  const next: [number, number] = [0, 0];
  for (const [i, { trade, readPrice }] of stands.entries()) {
    // Until the venue was recorded the asset is unknown.
    for (let tries = 0; tries < 100; tries++) {
      if ((await trade(next[i as 0 | 1]++, await readPrice())).includes('"status":"filled"')) break;
      await sleep(200);
    }
  }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    // The second one meets a warmer machine, so they take turns.
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { child, trade, readPrice } = stands[i];
      const price = await readPrice();
      const before = processorMs(child.pid as number);
      const times: number[] = [];
      for (let k = 0; k < TRADES; k++) {
        const from = performance.now();
        const answer = await trade(next[i]++, price);
        times.push(performance.now() - from);
        if (round >= 0 && answer.includes('"status":"filled"')) filled[i] += 1;
      }
      if (round < 0) continue;
      all[i].push(...times);
      slices[i].push(median(times));
      micros[i].push(((processorMs(child.pid as number) - before) * 1_000) / TRADES);
    }
  }
  const sorted = all.map((times) => times.toSorted((a, b) => a - b)) as [number[], number[]];
  const cells = ([0.5, 0.99] as const).map((part) => {
    const [here, there] = sorted.map((times) => percentile(times, part)) as [number, number];
    return `p${part * 100} ${here.toFixed(2)} here, ${there.toFixed(2)} there (${(here / there).toFixed(2)})`;
  });
  const ratio = (pairs: readonly [number[], number[]]) =>
    median(pairs[0].map((value, k) => value / (pairs[1][k] ?? 1))).toFixed(2);
  console.log(
    `fills ${fills}: ms ${cells.join(', ')}; slices in pairs ${ratio(slices)}; processor ${median(micros[0]).toFixed(0)} and ${median(micros[1]).toFixed(0)} µs (${ratio(micros)}); filled ${filled.join(' and ')} of ${ROUNDS * TRADES}`,
  );
  for (const { child } of stands) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
agent.destroy();
