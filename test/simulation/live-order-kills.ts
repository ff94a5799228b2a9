import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { FaultSpec } from '../../simulator/index.ts';
import type { SimOrder } from '../../simulator/trading/sim-order.ts';
import { TRADING_VENUES, type TradingVenue } from '../../src/bot/execution/index.ts';
import { MAINNET_CONTRACTS } from '../../src/bot/execution/live-venues.ts';
import type { BotOrder } from '../../src/bot/orders/order.ts';
import type { TradeRequest } from '../../src/bot/trade/trade-request.ts';
import { giveCredit } from '../support/credit.ts';
import { type ExecutionStand, startExecutionStand } from '../support/execution-stand.ts';
import type { Random } from './ledger-world.ts';
import { BOT, DEATHS, FEE, type Life, openStores } from './live-order-process.ts';
import { ORDER_FAULTS, ORDER_PATH } from './order-faults.ts';

export interface LiveKillReport {
  readonly kills: number;
  readonly orders: number;
  readonly filled: number;
  /** Number of orders that gave back shares and were to buy others. */
  readonly ofTwoLegs: number;
}

const FAULTS = [null, ...ORDER_FAULTS];
/** Later than this an order that no venue knows cannot turn up any more, and chains have spoken. */
const BETWEEN_LIVES_MS = 45_000;
const SOON_MS = 2_000;
/** The ledgers are compared after this many lives, with nothing pending. */
const CHECK_EVERY = 25;
const START_USD = 1_000;
const ORDER_USD = 12;
const SELL_USD = 30;
const MAX_ORDERS = 100_000;
const MAX_LOOKS = 5;

/**
 * Kills the order path again and again, without a word and at every step, while it trades at four simulated venues
 * that keep what they took, and while requests and answers get lost. After it: no order twice at a venue, no order
 * that we do not know, no fee twice, none without a fill, no fee set aside, and each order what its venue says.
 *
 * @throws {assert.AssertionError} that names the life and the order.
 */
export async function runLiveKills(dataDir: string, kills: number, random: Random): Promise<LiveKillReport> {
  const stand = await startExecutionStand();
  const kek = Buffer.alloc(32, 7).toString('base64');
  try {
    const common = { dataDir, kek, venues: buildSettings(stand) };
    await prepareStores(stand, common);
    for (let killed = 0, life = 0; killed < kills; life++) {
      stand.simulator.faults.clearAll();
      const requests = TRADING_VENUES.map((venue) =>
        buildRequest(stand, venue, `life-${life}-${venue}`, random),
      );
      for (const venue of TRADING_VENUES) {
        const fault = pick(FAULTS, random);
        if (fault !== null)
          stand.simulator.faults.set({ ...fault, venue, path: ORDER_PATH[venue] } as FaultSpec);
      }
      const death = {
        clientOrderId: pick(requests, random).clientOrderId,
        at: pick(DEATHS, random),
        leg: pick([0, 0, 1], random),
        afterMs: Math.floor(random() * 8),
      };
      if (await liveOnce({ ...common, now: stand.clock(), requests, death })) killed++;
      // Right after a crash a leg that waits may still be sent; later it is too old.
      stand.advance(pick([SOON_MS, BETWEEN_LIVES_MS], random));
      if (life % CHECK_EVERY === CHECK_EVERY - 1) await requireSound(stand, common, `life ${life}`);
    }
    return { kills, ...(await requireSound(stand, common, 'the end')) };
  } finally {
    await stand.simulator.close();
  }
}

type Common = Pick<Life, 'dataDir' | 'kek' | 'venues'>;

async function prepareStores(stand: ExecutionStand, common: Common): Promise<void> {
  const { database, ledger, vault } = await openStores({ ...common, now: stand.clock() });
  for (const venue of TRADING_VENUES) {
    const kind = venue === 'kalshi' ? 'apiKey' : 'wallet';
    await vault.put({ owner: BOT.owner, venue }, kind, stand.secrets[venue]);
  }
  await giveCredit(ledger, BOT.owner, START_USD * 1_000_000);
  await database.close();
}

/** Runs a process once; returns whether it was killed, as it may have passed the step at which it was to die. */
async function liveOnce(life: Life): Promise<boolean> {
  const file = path.join(import.meta.dirname, 'live-order-process.ts');
  const args = ['--disable-warning=ExperimentalWarning', file, JSON.stringify(life)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === 'SIGKILL') return true;
  assert.deepEqual([code, signal], [0, null], `a life ended on its own: ${JSON.stringify(life.death)}`);
  return false;
}

/** Lives that only look up what is open, and then the comparison of our stores with what the venues hold. */
async function requireSound(stand: ExecutionStand, common: Common, where: string) {
  stand.simulator.faults.clearAll();
  stand.advance(BETWEEN_LIVES_MS);
  const none = { clientOrderId: '', at: 'never', leg: 0, afterMs: 0 } as const;
  // A look-up may take too long on a busy machine; the next one says.
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    await liveOnce({ ...common, now: stand.clock(), requests: [], death: none });
    if (!(await hasOpenOrder({ ...common, now: stand.clock() }))) break;
  }
  const { database, ledger, orders } = await openStores({ ...common, now: stand.clock() });
  try {
    const unresolved = await Promise.all(
      (await orders.listOpen(MAX_ORDERS)).map(({ botId, clientOrderId }) =>
        orders.find(botId, clientOrderId),
      ),
    );
    const words = unresolved.map((order) => [order?.clientOrderId, order?.state, order?.message]);
    assert.deepEqual(words, [], `${where}: orders that were not resolved`);
    const known = await orders.listRecent(BOT.botId, MAX_ORDERS);
    for (const order of known) compare(stand, order, `${where}, ${order.clientOrderId}`);
    const ids = new Set(known.flatMap(({ legs }) => legs.map(({ prepared }) => prepared.venueClientId)));
    for (const venue of TRADING_VENUES) {
      for (const held of stand.simulator.trading.exchanges[venue].orders()) {
        assert.ok(ids.has(getId(held)), `${where}: ${venue} holds an order that nobody remembers`);
      }
    }
    const filled = known.filter(({ state }) => state === 'filled').length;
    assert.deepEqual(await ledger.readBalance(BOT.owner), {
      microUsd: START_USD * 1_000_000 - filled * FEE,
      heldMicroUsd: 0,
    });
    assert.deepEqual((await ledger.audit({ whole: true })).findings, [], where);
    const ofTwoLegs = known.filter(({ legs }) => legs.length === 2).length;
    return { orders: known.length, filled, ofTwoLegs };
  } finally {
    await database.close();
  }
}

async function hasOpenOrder(life: Pick<Life, 'dataDir' | 'kek' | 'now'>): Promise<boolean> {
  const { database, orders } = await openStores(life);
  try {
    return (await orders.listOpen(1)).length > 0;
  } finally {
    await database.close();
  }
}

/** Asserts that each leg is at its venue once at most, and that its record agrees with the venue. */
function compare(stand: ExecutionStand, order: BotOrder, where: string): void {
  let hasTraded = false;
  for (const [place, { prepared, state, message }] of order.legs.entries()) {
    const held = heldBy(stand, order.venue as TradingVenue, prepared.venueClientId);
    assert.ok(held.length <= 1, `${where}: ${held.length} orders of leg ${place}`);
    const traded = (held[0]?.filled ?? 0) / 1e6;
    const label = `${where}: leg ${place} is ${state}, ${message}, the venue traded ${traded}`;
    assert.equal(state, traded > 0 ? 'filled' : 'rejected', label);
    const fills = order.fills.filter(({ leg }) => leg === place);
    const size = fills.reduce((sum, fill) => sum + Number(fill.size), 0);
    // Limitless takes its fee in shares.
    assert.ok(Math.abs(size - traded) <= (order.venue === 'limitless' ? 0.01 : 1e-6) * traded, label);
    hasTraded ||= traded > 0;
  }
  const label = `${where}: ${order.state} ${order.reason} ${order.message}`;
  assert.equal(order.state, hasTraded ? 'filled' : 'rejected', label);
  assert.equal(order.chargedMicroUsd, hasTraded ? FEE : 0, label);
  const cost = order.fills.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0);
  // Perpetuals are bounded at the mark, and give way by the slippage.
  const slack = order.venue === 'hyperliquid' ? 1.04 : 1;
  assert.ok(cost <= (order.sizeUsd ?? 0) * 1e6 * slack, `${label}: cost ${cost} of ${order.sizeUsd}`);
}

function heldBy(stand: ExecutionStand, venue: TradingVenue, venueClientId: string): SimOrder[] {
  const all = stand.simulator.trading.exchanges[venue].orders();
  return all.filter((held) => getId(held) === venueClientId);
}

/** Id by which we know an order: our client id, or at Polymarket the hash that is the venue's id. */
const getId = ({ id, request }: SimOrder) => request.clientId ?? id;

function buildRequest(
  stand: ExecutionStand,
  venue: TradingVenue,
  clientOrderId: string,
  random: Random,
): TradeRequest {
  const side = pick(['buy', 'buy', 'sell'] as const, random);
  const { ref, markPrice } = stand.ticket(venue, clientOrderId);
  // A sell is larger than what one buy brought, so that it often gives back shares and buys others.
  const sizeUsd = side === 'sell' ? SELL_USD : ORDER_USD;
  const terms = { clientOrderId, side, sizeUsd, markPrice } as const;
  return { ...terms, source: 'trade', ref, venueAsset: ref.storeKey };
}

function buildSettings({ simulator: { urls } }: ExecutionStand): Life['venues'] {
  return {
    hyperliquidTradeUrl: urls.hyperliquid,
    hyperliquidTradeChainId: 'mainnet',
    polymarketTradeUrl: urls.polymarketClob,
    polymarketTradeChainId: MAINNET_CONTRACTS.chainId,
    polymarketTradeExchange: MAINNET_CONTRACTS.standard,
    polymarketTradeNegRiskExchange: MAINNET_CONTRACTS.negRisk,
    polymarketTradeExchangeV3: MAINNET_CONTRACTS.v3,
    polymarketGammaUrl: urls.polymarketGamma,
    kalshiTradeUrl: urls.kalshi,
    limitlessTradeUrl: urls.limitless,
    limitlessTradeChainId: 8_453,
  };
}

function pick<T>(from: readonly T[], random: Random): T {
  return from[Math.floor(random() * from.length)] as T;
}
