/**
 * Runs the engine for simulated days, once with the defaults of a bot and once with limits and exits: the simulator's
 * world of four venues, its books and resolutions, the signals of the bundles, and the engine, the exit watch and paper fills
 * of the service, all on one clock that is stepped. Prints what came of it, also when that is a loss.
 *
 * Usage: node bin/with-node24 scripts/engine-days.ts [--days 30] [--step-minutes 1] [--assets 100] [--seed 7]
 */
import { parseArgs } from 'node:util';
import { type Listing, ladderAt, quoteAt, yesPrice, yesWon } from '../simulator/world/listing.ts';
import type { Perp } from '../simulator/world/perps.ts';
import { isOpen, isSettled, World } from '../simulator/world/world.ts';
import { signals } from '../src/analytics/bundle/signals.ts';
import { openLedger } from '../src/billing/ledger/sql/ledger.ts';
import type { ControlChange } from '../src/bot/control/control.ts';
import { ControlStore } from '../src/bot/control/control-store.ts';
import { KillSwitch } from '../src/bot/control/kill-switch.ts';
import { prepareControlQueries } from '../src/bot/control/sql/controls.ts';
import { DecisionStore } from '../src/bot/engine/decision-store.ts';
import { Engine } from '../src/bot/engine/engine.ts';
import { prepareDecisionQueries } from '../src/bot/engine/sql/decisions.ts';
import { createMockExecution, type ExecutionVenue } from '../src/bot/execution/index.ts';
import { ExitStore } from '../src/bot/exits/exit-store.ts';
import { ExitWatch } from '../src/bot/exits/exit-watch.ts';
import { computeUnrealized, isLong } from '../src/bot/exits/position-value.ts';
import type { Quote } from '../src/bot/exits/quote.ts';
import { prepareExitQueries } from '../src/bot/exits/sql/exits.ts';
import { NO_CEILINGS } from '../src/bot/limits/limits.ts';
import { sumRisk } from '../src/bot/limits/opening-decision.ts';
import { TradeService } from '../src/bot/trade/trade-service.ts';
import {
  type AssetRef,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildOutcomeAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  cryptoRandom,
  DAY_MS,
  type EpochMs,
  epochMs,
  findTakerRate,
  HOUR_MS,
  MINUTE_MS,
  microUsd,
  VENUES,
  type VenueId,
} from '../src/domain/index.ts';
import { prepareVaultQueries } from '../src/vault/sql/vault.ts';
import { Vault } from '../src/vault/vault.ts';
import { VaultStore } from '../src/vault/vault-store.ts';
import { PUBLISHED_FEES } from '../src/venues/registry.ts';
import { openSqliteDatabase } from '../test/support/service-database.ts';
import { openTestOrders } from '../test/support/test-orders.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    'step-minutes': { type: 'string', default: '1' },
    assets: { type: 'string', default: '100' },
    seed: { type: 'string', default: '7' },
  },
});
const days = Number(values.days);
const stepMs = Number(values['step-minutes']) * MINUTE_MS;
const assetCount = Number(values.assets);
const START = epochMs(Date.UTC(2026, 10, 1));
const BOT = 'bot_1';
const PERP_DEPTH_USD = 5_000;
const HOURS_A_YEAR = 24 * 365;

/** A market of the world as the service sees it. */
interface Place {
  readonly ref: AssetRef;
  readonly listing: Listing | null;
  readonly perp: Perp | null;
}

const LIMITS: ControlChange = {
  maxExposureUsd: 300,
  maxAssetUsd: 24,
  maxOpenPositions: 25,
  maxDailyLossUsd: 30,
  stopLossPct: 30,
  takeProfitPct: 60,
  closeBeforeEndMs: HOUR_MS,
  maxSpreadPct: 10,
  onNeutral: 'close',
};

await run('the defaults', {});
await run(`limits (${JSON.stringify(LIMITS)})`, LIMITS);

async function run(name: string, change: ControlChange): Promise<void> {
  const world = new World({ seed: Number(values.seed), markets: assetCount * 3 });
  let now: EpochMs = START;
  const clock = () => now;
  const places = new Map<string, Place>();
  const database = await openSqliteDatabase();
  const ledger = openLedger(database, clock);
  const controls = new ControlStore(database, database.buildQueries(prepareControlQueries), clock);
  const orders = openTestOrders({ database, ledger, clock });
  const killSwitch = new KillSwitch({ controls, onFault: () => undefined });
  const markets = {
    find: ({ asset }: AssetRef) => {
      const place = places.get(asset);
      if (place === undefined) return null;
      return { name: asset, isOpen: place.listing === null || isOpen(place.listing, now), price: null };
    },
    book: async ({ asset }: AssetRef) => {
      const place = places.get(asset);
      return place === undefined
        ? null
        : { asset, ...readBook(place, now), venueTime: null, receivedAt: now };
    },
    findRate: ({ kind, asset }: AssetRef) => {
      const category = places.get(asset)?.listing?.event.subject.category ?? null;
      return findTakerRate(PUBLISHED_FEES, { kind, asset, category, marketRate: null });
    },
  };
  const listTaken = orders.listTaken.bind(orders);
  const venues = new Map<VenueId, ExecutionVenue>(
    VENUES.map((venue) => [
      venue,
      createMockExecution({ venue, fillRule: 'book', markets, listTaken, clock }),
    ]),
  );
  let ids = 0;
  const trading = new TradeService({
    mode: 'mock',
    orders,
    venues,
    feeMicroUsd: microUsd(0),
    maxSlippageBps: 100,
    killSwitch,
    vault: await Vault.start({
      store: new VaultStore(database, database.buildQueries(prepareVaultQueries)),
      keys: [],
      clock,
      random: cryptoRandom,
    }),
    newOrderId: () => `ord_${++ids}`,
    onUpdate: () => undefined,
    onFault: fail,
  });
  const findQuote = ({ asset }: AssetRef): Quote | null => {
    const place = places.get(asset);
    return place === undefined ? null : readQuote(place, now);
  };
  const engine = new Engine({
    mode: 'mock',
    controls,
    killSwitch,
    orders,
    trading,
    clock,
    decisions: new DecisionStore(database, database.buildQueries(prepareDecisionQueries)),
    findTrader: async (botId) => ({ botId, owner: 'owner_1', venues: 'all' }),
    findSignal: async (asset) => {
      const place = places.get(asset);
      if (place === undefined) return null;
      return {
        ref: place.ref,
        ...readSignal(place, places, now),
        feedAgeMs: 0,
        quote: readQuote(place, now),
      };
    },
    getVenueAsset: ({ asset }) => asset,
    onError: fail,
  });
  const exitWatch = new ExitWatch({
    mode: 'mock',
    controls,
    trading,
    findQuote,
    clock,
    ceilings: NO_CEILINGS,
    isExecutionAllowed: true,
    store: new ExitStore(database, database.buildQueries(prepareExitQueries)),
    getVenueAsset: ({ asset }) => asset,
    onError: fail,
  });
  await controls.change(BOT, { enabled: true, venues: [...VENUES], ...change });

  let [mostOpen, mostExposed, stops] = [0, 0, 0];
  for (let step = 0; step * stepMs < days * DAY_MS; step++) {
    now = epochMs(START + step * stepMs);
    if (step % Math.round(DAY_MS / stepMs) === 0) {
      // A new day: the owner chooses the markets anew, and lets the bot go on after a day's loss.
      const { exitState: state } = await controls.read(BOT);
      const held = new Set((await orders.listPositions(BOT, 'mock')).map(({ asset }) => asset));
      if (state.stop !== null) stops++;
      await controls.change(BOT, {
        assets: choose(world, { places, held }, now),
        enabled: true,
        resume: true,
      });
    }
    await settle(orders, places, now);
    await engine.runRound();
    await exitWatch.run();
    const held = await orders.listPositions(BOT, 'mock');
    mostOpen = Math.max(mostOpen, held.length);
    const { usedMicroUsd } = sumRisk({ positions: held, pending: [] });
    mostExposed = Math.max(mostExposed, usedMicroUsd / 1e6);
  }
  const [held, score, activity] = await Promise.all([
    orders.listPositions(BOT, 'mock'),
    orders.findScore(BOT, 'mock'),
    orders.readActivity(BOT, 'mock'),
  ]);
  const open = held.reduce((sum, position) => {
    const place = places.get(position.asset);
    const quote = place === undefined ? null : readQuote(place, now);
    const price = isLong(position) ? quote?.bid : quote?.ask;
    return price == null ? sum : sum + computeUnrealized(position, price) / 1e6;
  }, 0);
  if ((await controls.read(BOT)).exitState.stop !== null) stops++;
  await exitWatch.stop();
  await database.close();
  console.log(`${days} days with ${name}`);
  console.log(
    `  orders ${activity.orderRecords}, filled ${activity.filled}, volume ${usd(score?.volumeMicroUsd ?? 0)}`,
  );
  console.log(
    `  realised ${usd(score?.realizedMicroUsd ?? 0)}, of what is open ${open.toFixed(2)} USD at the price it could be sold at`,
  );
  console.log(
    `  closings ${score?.closings ?? 0}, with a gain ${score?.wins ?? 0}; days stopped by their loss ${stops}`,
  );
  console.log(`  at most ${mostOpen} positions at once, at most ${mostExposed.toFixed(2)} USD at risk`);
}

function fail(error: unknown): never {
  throw error;
}

function usd(micro: number): string {
  return `${(micro / 1e6).toFixed(2)} USD`;
}

/** Chooses the perpetuals and the open markets with a book that the day begins with. */
function choose(
  world: World,
  { places, held }: { readonly places: Map<string, Place>; readonly held: ReadonlySet<string> },
  now: EpochMs,
): string[] {
  const perps = world.perps.filter(({ isDelisted, dex }) => !isDelisted && dex === '').slice(0, 20);
  const chosen: Place[] = perps.map((perp) => ({ ref: buildPerpAsset(perp.coin), listing: null, perp }));
  for (const listing of world.universe(now).listings) {
    if (chosen.length >= assetCount) break;
    if (!isOpen(listing, now) || listing.shape !== 'both' || listing.isPool) continue;
    chosen.push({ ref: toRef(listing), listing, perp: null });
  }
  // Markets of earlier days stay for as long as something is open in them.
  for (const asset of places.keys()) if (!held.has(asset)) places.delete(asset);
  for (const place of chosen) places.set(place.ref.asset, place);
  return chosen.map(({ ref }) => ref.asset);
}

function toRef({ venue, name, id }: Listing): AssetRef {
  if (venue === 'kalshi') return buildKalshiAsset(name);
  if (venue === 'limitless') return buildLimitlessAsset(name);
  return venue === 'polymarket' ? buildPolymarketAsset(name) : buildOutcomeAsset(name, id);
}

function readBook({ listing, perp }: Place, t: number) {
  if (listing !== null) return ladderAt(listing, t);
  const { bid, ask } = readPerpTouch(perp as Perp, t);
  const size = PERP_DEPTH_USD / ask;
  return { bids: [{ price: bid, size }], asks: [{ price: ask, size }] };
}

function readPerpTouch(perp: Perp, t: number) {
  const mark = perp.markPrice(t);
  return { bid: mark * (1 - perp.halfSpreadFrac), ask: mark * (1 + perp.halfSpreadFrac) };
}

function readQuote({ listing, perp }: Place, t: EpochMs): Quote {
  if (listing === null) return { ...readPerpTouch(perp as Perp, t), seenAt: t, isOpen: true, endsAt: null };
  const { bid, ask } = quoteAt(listing, t);
  return { bid, ask, seenAt: t, isOpen: isOpen(listing, t), endsAt: epochMs(listing.event.closeAt) };
}

/** Reads the votes of the bundle for which the world has figures: change, funding and basis; no flow. */
function readSignal(place: Place, places: ReadonlyMap<string, Place>, t: EpochMs) {
  const { listing, perp } = place;
  const toPrice = (at: number) => (listing === null ? (perp as Perp).markPrice(at) : yesPrice(listing, at));
  const price = toPrice(t);
  const before = toPrice(Math.max(t - DAY_MS, listing?.event.openAt ?? 0));
  const fair = listing === null ? (perp as Perp).oraclePrice(t) : findFair(listing, places, t);
  const basis = fair === null ? null : price - fair;
  const { direction, confidence } = signals({
    riskSource: 'recorded' as never,
    change24hPct: ((price - before) / before) * 100,
    fundingAprPct: perp === null ? null : perp.funding(t) * HOURS_A_YEAR * 100,
    basisBps: basis === null || fair === null ? null : (basis / fair) * 10_000,
    points:
      listing === null
        ? null
        : { change24h: (price - before) * 100, basis: basis === null ? null : basis * 100 },
    imbalance: null,
  });
  return { direction, confidence, price };
}

/** Finds the middle of the same statement at other venues; null: none lists it. */
function findFair(
  { event, leg, venue, polarity }: Listing,
  places: ReadonlyMap<string, Place>,
  t: number,
): number | null {
  const prices = [...places.values()].flatMap(({ listing }) => {
    const isSame = listing !== null && listing.event.id === event.id && listing.leg.index === leg.index;
    if (!isSame || listing.venue === venue || !isOpen(listing, t)) return [];
    const price = yesPrice(listing, t);
    return [listing.polarity === polarity ? price : 1 - price];
  });
  return prices.length === 0 ? null : prices.reduce((sum, price) => sum + price, 0) / prices.length;
}

/** Books the resolutions of markets in which something is open. */
async function settle(
  orders: ReturnType<typeof openTestOrders>,
  places: ReadonlyMap<string, Place>,
  now: EpochMs,
): Promise<void> {
  for (const { venue, storeKey, asset } of await orders.listPositions(BOT, 'mock')) {
    const listing = places.get(asset)?.listing ?? null;
    if (listing === null || !isSettled(listing, now)) continue;
    await orders.closePositions(venue, storeKey, yesWon(listing) ? 1 : 0);
  }
}
