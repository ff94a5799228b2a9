/**
 * Compares paper with the truth: orders of random markets, sides and sizes are signed by the clients of the four venues, filled
 * on paper by the book at the moment of sending, and sent to the simulated venues over HTTP, whose own record of what was
 * traded is the truth. The same orders are filled by paper orders from books (`CROSSTAPE_BOT_MOCK_FILLS=book`) as well. Time
 * stands still while orders of one moment are on their way. Sizes are those before fees that a venue takes in shares.
 *
 * Usage: node bin/with-node24 scripts/paper-truth.ts [--orders 1000] [--seed 1]
 */
import { parseArgs } from 'node:util';
import { perpMarket } from '../simulator/hyperliquid/perp-market.ts';
import { listingMarket, type SimMarket } from '../simulator/trading/sim-market.ts';
import { isOpen } from '../simulator/world/world.ts';
import {
  addToTaken,
  createMockExecution,
  fillOnPaper,
  type OrderTicket,
  type PaperSide,
  type PaperTaking,
  type PreparedOrder,
  type TakenLevel,
  TRADING_VENUES,
  type TradingVenue,
} from '../src/bot/execution/index.ts';
import {
  type AssetRef,
  type Book,
  buildKalshiAsset,
  buildLimitlessAsset,
  buildPerpAsset,
  buildPolymarketAsset,
  type EpochMs,
} from '../src/domain/index.ts';
import { startExecutionStand } from '../test/support/execution-stand.ts';
import { seededRandom } from '../test/support/random.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const wanted = Number(values.orders);
const random = seededRandom(Number(values.seed));
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

interface Place {
  readonly ref: AssetRef;
  readonly market: SimMarket;
  readonly tick: number;
  readonly lot?: string;
}
interface Sum {
  readonly size: number;
  readonly price: number | null;
}

const BUILDERS = {
  polymarket: buildPolymarketAsset,
  kalshi: buildKalshiAsset,
  limitless: buildLimitlessAsset,
};
const MOMENT = 4;
const stand = await startExecutionStand();
const { simulator, clock } = stand;
for (const venue of TRADING_VENUES) {
  Object.assign(stand.secrets, { [venue]: await stand.register({ venue, usd: 50_000_000 }) });
}

/** Takings as a store keeps them. */
function remember() {
  const sides = new Map<string, TakenLevel[]>();
  const key = ({ venue, storeKey, side }: Pick<PaperSide, 'venue' | 'storeKey' | 'side'>) =>
    `${venue} ${storeKey} ${side}`;
  return {
    list: (side: Pick<PaperSide, 'venue' | 'storeKey' | 'side'>) => sides.get(key(side)) ?? [],
    note: (side: Pick<PaperSide, 'venue' | 'storeKey' | 'side'>, taking: PaperTaking) => {
      const known = sides.get(key(side)) ?? [];
      const changed = addToTaken(taking, known);
      const kept = known.filter(
        ({ price }) => !taking.gone.includes(price) && !changed.some((level) => level.price === price),
      );
      sides.set(key(side), [...kept, ...changed]);
    },
  };
}

function listPlaces(venue: TradingVenue, t: EpochMs): Place[] {
  if (venue === 'hyperliquid') {
    return simulator.world.perps
      .filter(({ coin }) => !coin.includes(':'))
      .map((perp) => ({
        ref: buildPerpAsset(perp.coin),
        market: perpMarket(perp),
        tick: 10 ** -Math.max(0, 6 - perp.szDecimals),
        lot: (10 ** -perp.szDecimals).toFixed(perp.szDecimals),
      }));
  }
  return simulator.world
    .universe(t)
    .byVenue[venue].filter((listing) => isOpen(listing, t + 600_000) && isOpen(listing, t) && !listing.isPool)
    .map((listing) => ({
      ref: BUILDERS[venue](listing.name),
      market: listingMarket(listing),
      tick: listing.tick,
    }));
}

const readBook = ({ ref, market }: Place): Book => ({
  asset: ref.asset,
  ...market.ladder(clock()),
  venueTime: null,
  receivedAt: clock(),
});

const sum = (fills: readonly { readonly size: number; readonly price: number }[]): Sum => {
  const size = fills.reduce((total, fill) => total + fill.size, 0);
  return { size, price: size === 0 ? null : fills.reduce((total, f) => total + f.size * f.price, 0) / size };
};

const isNear = (paper: Sum, truth: Sum, tick: number) =>
  paper.price === null || truth.price === null
    ? paper.price === truth.price
    : Math.abs(paper.price - truth.price) <= tick + 1e-9;
const isSame = (paper: Sum, truth: Sum) => Math.abs(paper.size - truth.size) < 1e-6 * Math.max(1, truth.size);

const rates = { kind: 'unknown', reason: 'not compared' } as const;
const [besides, papers] = [remember(), remember()];
const results: {
  venue: TradingVenue;
  beside: boolean[];
  paper: boolean[] | null;
  part: boolean;
  none: boolean;
}[] = [];
let places = new Map<TradingVenue, Place[]>();
let [id, refused] = [0, 0];

async function place(venue: TradingVenue, where: Place, held: { size: number }): Promise<void> {
  const { ref, market, tick } = where;
  const { bids, asks } = market.ladder(clock());
  const side = pick(['buy', 'sell'] as const);
  const touch = (side === 'buy' ? asks : bids)[0]?.price ?? (side === 'buy' ? bids : asks)[0]?.price;
  if (touch === undefined) return;
  const ticket: OrderTicket = {
    botId: 'bot',
    clientOrderId: `order-${++id}`,
    ref,
    side,
    markPrice: touch,
    maxSlippageBps: pick([50, 100, 300]),
    sizeUsd: Math.round(10 ** (1.1 + 2.4 * random()) * 100) / 100,
    position: String(held.size),
  };
  const key = { venue, storeKey: ref.storeKey, side };
  const book = readBook(where);
  const preparation = await stand.venues[venue].prepare(
    ticket,
    stand.secrets[venue],
    AbortSignal.timeout(20_000),
  );
  const mock = createMockExecution({
    venue,
    fillRule: 'book',
    clock,
    listTaken: async () => papers.list(key),
    markets: {
      find: () => ({
        name: ref.asset,
        isOpen: true,
        price: null,
        ...(where.lot === undefined ? {} : { lot: where.lot }),
      }),
      book: async () => book,
      findRate: () => rates,
    },
  });
  const onPaper = await mock.prepare(ticket, {}, AbortSignal.timeout(20_000));
  if (preparation.status !== 'ready') {
    refused++;
    if (onPaper.status === 'ready')
      results.push({ venue, beside: [true, true], paper: [false, false], part: false, none: true });
    return;
  }
  const legs = preparation.legs.filter((leg) => leg !== undefined);
  const beside = fillOnPaper(legs, { book, taken: besides.list(key), rate: rates, t: clock() });
  besides.note(key, beside.taking);
  let filled: { size: number; price: number }[] = [];
  if (onPaper.status === 'ready') {
    if (onPaper.taking !== undefined) papers.note(key, onPaper.taking);
    for (const leg of onPaper.legs) {
      if (leg === undefined) continue;
      const outcome = await mock.send(
        leg,
        {},
        { signal: AbortSignal.timeout(20_000), mayStillSend: async () => true },
      );
      if (outcome.status === 'filled')
        filled = [
          ...filled,
          ...outcome.fills.map(({ size, price }) => ({ size: Number(size), price: Number(price) })),
        ];
    }
  }
  const truth = sum(await sendAll(venue, legs));
  const ordered = legs.reduce((total, { size }) => total + Number(size), 0);
  const account = simulator.trading.exchanges[venue].orders().at(-1)?.request.account;
  const { yes = 0, no = 0 } = account?.positions.get(market.name) ?? {};
  // What is left after fees in shares.
  held.size = (yes - no) / 1e6;
  const size = Number(beside.paper.filledSize);
  const live = { size, price: size === 0 ? null : Number(beside.paper.worthUsd) / size };
  const mine = sum(filled);
  results.push({
    venue,
    beside: [isNear(live, truth, tick), isSame(live, truth)],
    paper: [isNear(mine, truth, tick), isSame(mine, truth)],
    part: truth.size > 0 && truth.size < ordered - 1e-6,
    none: truth.size === 0,
  });
}

/** Sends legs and reads what the simulated venue says it traded, in Yes terms. */
async function sendAll(venue: TradingVenue, legs: readonly PreparedOrder[]) {
  const exchange = simulator.trading.exchanges[venue];
  const known = new Set(exchange.orders().map((order) => order.id));
  for (const leg of legs) {
    await stand.venues[venue].send(leg, stand.secrets[venue], {
      signal: AbortSignal.timeout(20_000),
      mayStillSend: async () => true,
    });
  }
  return exchange
    .orders()
    .filter((order) => !known.has(order.id))
    .flatMap(({ request, fills }) =>
      fills.map(({ size, price }) => ({ size: size / 1e6, price: request.leg === 'no' ? 1 - price : price })),
    );
}

const positions = new Map<string, { size: number }>();
while (results.length < wanted) {
  places = new Map(TRADING_VENUES.map((venue) => [venue, listPlaces(venue, clock())]));
  const venue = pick(TRADING_VENUES);
  const where = pick(places.get(venue) ?? []);
  const held = positions.get(where.ref.asset) ?? { size: 0 };
  positions.set(where.ref.asset, held);
  // Orders of one moment share one book.
  for (let i = 0; i < 1 + Math.floor(random() * MOMENT); i++) await place(venue, where, held);
  stand.advance(1_000 + Math.floor(random() * 30_000));
}
await simulator.close();

const share = (rows: typeof results, fits: (row: (typeof results)[number]) => boolean | undefined) =>
  `${((100 * rows.filter(fits).length) / rows.length).toFixed(1)} %`;
console.log(`${results.length} orders; ${refused} more were refused before they were sent`);
for (const venue of [...TRADING_VENUES, null]) {
  const rows = results.filter((row) => venue === null || row.venue === venue);
  if (rows.length === 0) continue;
  console.log(
    `${(venue ?? 'all').padEnd(12)} ${String(rows.length).padStart(5)} orders, ${rows.filter(({ part }) => part).length} in part, ${rows.filter(({ none }) => none).length} unfilled;` +
      ` live beside paper: price within a tick ${share(rows, ({ beside }) => beside[0])}, quantity ${share(rows, ({ beside }) => beside[1])};` +
      ` paper orders: ${share(rows, ({ paper }) => paper?.[0])}, ${share(rows, ({ paper }) => paper?.[1])}`,
  );
}
