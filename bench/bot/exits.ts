/**
 * Measures the exit watch, from a pulse to its decision and to the last order that it sent: positions of many bots in a
 * service database on disk, a price that moves, and ten stops that it reaches. The bars: p99 of the decision 200 ms, of
 * the last order 1 s.
 *
 * Usage: node bin/with-node24 bench/bot/exits.ts [--positions 1000] [--bots 50] [--pulses 200] [--closing 10]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { ControlStore } from '../../src/bot/control/control-store.ts';
import { KillSwitch } from '../../src/bot/control/kill-switch.ts';
import { prepareControlQueries } from '../../src/bot/control/sql/controls.ts';
import { createMockExecution } from '../../src/bot/execution/index.ts';
import { ExitStore } from '../../src/bot/exits/exit-store.ts';
import { ExitWatch } from '../../src/bot/exits/exit-watch.ts';
import type { Quote } from '../../src/bot/exits/quote.ts';
import { prepareExitQueries } from '../../src/bot/exits/sql/exits.ts';
import { NO_CEILINGS } from '../../src/bot/limits/limits.ts';
import { TradeService } from '../../src/bot/trade/trade-service.ts';
import { buildKalshiAsset, cryptoRandom, epochMs, microUsd, wallClock } from '../../src/domain/index.ts';
import { prepareVaultQueries } from '../../src/vault/sql/vault.ts';
import { Vault } from '../../src/vault/vault.ts';
import { VaultStore } from '../../src/vault/vault-store.ts';
import { openTestDatabase } from '../../test/support/service-database.ts';
import { openTestOrders } from '../../test/support/test-orders.ts';

const { values } = parseArgs({
  options: {
    positions: { type: 'string', default: '1000' },
    bots: { type: 'string', default: '50' },
    pulses: { type: 'string', default: '200' },
    closing: { type: 'string', default: '10' },
  },
});
const [positions, bots, pulses, closing] = [values.positions, values.bots, values.pulses, values.closing].map(
  Number,
) as [number, number, number, number];

const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-exits-'));
const database = await openTestDatabase({ dataDir });
const ledger = openLedger(database, wallClock);
const controls = new ControlStore(database, database.buildQueries(prepareControlQueries), wallClock);
const orders = openTestOrders({ database, ledger, clock: wallClock });
const venue = createMockExecution({
  venue: 'kalshi',
  fillRule: 'mark',
  clock: wallClock,
  markets: {
    find: ({ storeKey }) => ({ name: storeKey, isOpen: true, price: null }),
    book: async () => null,
    findRate: () => ({ kind: 'unknown', reason: 'none in a benchmark' }),
  },
});
const vaultStore = new VaultStore(database, database.buildQueries(prepareVaultQueries));
let ids = 0;
const trading = new TradeService({
  mode: 'mock',
  orders,
  venues: new Map([['kalshi', venue]]),
  vault: await Vault.start({ store: vaultStore, keys: [], clock: wallClock, random: cryptoRandom }),
  feeMicroUsd: microUsd(0),
  maxSlippageBps: 100,
  newOrderId: () => `ord_${++ids}`,
  killSwitch: new KillSwitch({ controls, onFault: () => undefined }),
  onUpdate: () => undefined,
  onFault: (error) => {
    throw error;
  },
});

const refs = Array.from({ length: Math.ceil(positions / bots) }, (_, i) => buildKalshiAsset(`M-${i}`));
const trades = Array.from({ length: positions }, (_, i) => ({
  botId: `bot_${i % bots}`,
  ref: refs[Math.floor(i / bots)] ?? buildKalshiAsset('M-0'),
}));
const buy = ({ botId, ref }: (typeof trades)[number], round: number) =>
  trading.trade(
    { botId, owner: 'owner_1' },
    {
      clientOrderId: `in-${ref.storeKey}-${round}`,
      source: 'trade',
      ref,
      venueAsset: ref.asset,
      side: 'buy',
      sizeUsd: 10,
      markPrice: 0.5,
    },
  );
for (const trade of trades) await buy(trade, 0);
for (let i = 0; i < bots; i++) {
  await controls.change(`bot_${i}`, { stopLossPct: 10, takeProfitPct: 50, maxDailyLossUsd: 1e6 });
}

/** Bots of the first market whose stops are reached. */
let falling = new Set<string>();
const quote = (bid: number): Quote => ({
  bid,
  ask: bid + 0.01,
  seenAt: epochMs(wallClock()),
  isOpen: true,
  endsAt: null,
});
let decidedAt = 0;
let lastSentAt = 0;
let sent = 0;
const exitWatch = new ExitWatch({
  mode: 'mock',
  isExecutionAllowed: true,
  controls,
  store: new ExitStore(database, database.buildQueries(prepareExitQueries)),
  trading: {
    cancel: (...args) => trading.cancel(...args),
    trade: async (...args) => {
      if (sent === 0) decidedAt = performance.now();
      sent++;
      const outcome = await trading.trade(...args);
      lastSentAt = performance.now();
      return outcome;
    },
  },
  findQuote: ({ asset }) => quote(falling.has(asset) ? 0.44 : 0.5),
  getVenueAsset: ({ asset }) => asset,
  ceilings: NO_CEILINGS,
  clock: wallClock,
  onError: (error) => {
    throw error;
  },
});

const toDecision: number[] = [];
const toLast: number[] = [];
const marketsFalling = Math.max(1, Math.round((closing * refs.length) / positions));
for (let pulse = 0; pulse < pulses; pulse++) {
  const first = (pulse * marketsFalling) % refs.length;
  const fallen = refs.slice(first, first + marketsFalling);
  // As many as are to close in one pulse hold the fallen market; the rest of its holders were closed before.
  falling = new Set(fallen.map(({ asset }) => asset));
  sent = 0;
  const began = performance.now();
  exitWatch.pulse();
  await waitUntil(() => sent >= Math.min(closing, bots));
  await exitWatch.run();
  toDecision.push(decidedAt - began);
  toLast.push(lastSentAt - began);
  falling = new Set();
  for (const trade of trades) {
    if (fallen.some(({ asset }) => asset === trade.ref.asset)) await buy(trade, pulse + 1);
  }
  // An exit of the same second would find the order of the last one.
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}
await exitWatch.stop();
await database.close();
await rm(dataDir, { recursive: true, force: true });
const p = (list: readonly number[], share: number) =>
  (list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? Number.NaN).toFixed(1);
console.log(
  `${positions} positions of ${bots} bots, ${pulses} pulses; each closed ${Math.min(closing, bots)} or more positions`,
);
console.log(`pulse to decision: p50 ${p(toDecision, 0.5)} ms, p99 ${p(toDecision, 0.99)} ms (bar 200)`);
console.log(`pulse to the last order: p50 ${p(toLast, 0.5)} ms, p99 ${p(toLast, 0.99)} ms (bar 1000)`);

async function waitUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1));
}
