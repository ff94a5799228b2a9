/**
 * Lists that venues might answer one day, each tried on every venue: beside the list as it is, a recorded price is the price of
 * that list, and what is missing is seen (a failed poll, a refusal, a concern).
 */
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { SIMULATED_VENUES, type SimulatedVenue } from '../../../simulator/world/venues.ts';
import { MINUTE_MS, UpstreamError, type VenuePoll } from '../../../src/domain/index.ts';
import type { VenueSnapshot } from '../../../src/feed/feed.ts';
import { ListAge } from '../../../src/feed/local/list-age.ts';
import { ListWatch } from '../../../src/feed/local/list-watch.ts';
import { PriceGuard } from '../../../src/feed/local/price-guard.ts';
import { WireWatch } from '../../../src/feed/local/wire-watch.ts';
import { buildSnapshot } from '../../../src/feed/snapshot.ts';
import type { VenueAdapter } from '../../../src/venues/venue-adapter.ts';
import { isLong } from '../../support/long-tests.ts';
import {
  type ListChange,
  type ListChanger,
  type ListRequest,
  standBeforeLists,
} from '../../support/venue-before.ts';
import { ADAPTERS, patience, type Stage, startStage } from './venue-adapters.ts';

type Row = Record<string, unknown>;

/** How a venue's list is laid out. */
interface Layout {
  readonly request: ListRequest;
  readonly rows: (body: never) => unknown[];
  /** Member that names a row. */
  readonly name: string;
  /** Rows that state the names, where they are not those that state the prices. */
  readonly named?: (body: never) => Row[];
  /** Applies a change to each price of a row. */
  readonly mapPrices: (row: Row, change: (price: unknown) => unknown) => void;
  /** A member without which a row has no price. */
  readonly priceMember: string;
}

const mapMembers =
  (...names: string[]) =>
  (row: Row, change: (price: unknown) => unknown) => {
    for (const name of names)
      if (row[name] !== undefined && row[name] !== null) row[name] = change(row[name]);
  };

const LAYOUTS: Readonly<Record<SimulatedVenue, Layout>> = {
  hyperliquid: {
    request: { path: '/info', body: '"metaAndAssetCtxs"' },
    rows: ([, contexts]: [unknown, unknown[]]) => contexts,
    named: ([{ universe }]: [{ universe: Row[] }]) => universe,
    name: 'name',
    mapPrices: mapMembers('markPx', 'midPx', 'oraclePx'),
    priceMember: 'markPx',
  },
  polymarket: {
    request: { path: '/markets/keyset' },
    rows: ({ markets }: { markets: unknown[] }) => markets,
    name: 'slug',
    mapPrices: (row, change) => {
      mapMembers('bestBid', 'bestAsk', 'lastTradePrice')(row, change);
      if (typeof row.outcomePrices === 'string')
        row.outcomePrices = JSON.stringify((JSON.parse(row.outcomePrices) as unknown[]).map(change));
    },
    priceMember: 'outcomes',
  },
  kalshi: {
    request: { path: '/markets?' },
    rows: ({ markets }: { markets: unknown[] }) => markets,
    name: 'ticker',
    mapPrices: mapMembers(
      'yes_bid_dollars',
      'yes_ask_dollars',
      'no_bid_dollars',
      'no_ask_dollars',
      'last_price_dollars',
    ),
    priceMember: 'yes_bid_dollars',
  },
  limitless: {
    request: { path: '/markets/active' },
    rows: ({ data }: { data: unknown[] }) => data,
    name: 'slug',
    mapPrices: (row, change) => {
      const map = (pair: unknown) => (Array.isArray(pair) ? pair.map(change) : pair);
      row.prices = map(row.prices);
      for (const side of Object.values((row.tradePrices ?? {}) as Record<string, Row>))
        for (const kind of ['market', 'limit']) side[kind] = map(side[kind]);
    },
    priceMember: 'tradePrices',
  },
};

const stage = await startStage({ markets: 120 });
after(() => stage.simulator.close());

/** The polls of one adapter as the feed reviews them before it records. */
class Reviewed {
  readonly adapter: VenueAdapter;
  readonly #lists = new ListWatch();
  readonly #ages = new ListAge();
  readonly #wires = new WireWatch();
  readonly #prices: PriceGuard;
  #last: VenueSnapshot | null = null;

  constructor(adapter: VenueAdapter) {
    this.adapter = adapter;
    this.#prices = new PriceGuard({ adapter, clock: stage.clock });
  }

  /** null: the poll failed, or its list is not believed. */
  async poll(): Promise<VenuePoll | null> {
    const signal = patience();
    try {
      const poll = await this.adapter.poll(signal);
      this.#wires.note(this.adapter.getCounters(), stage.clock());
      this.#lists.review(poll, this.#last);
      this.#ages.review(poll, this.#last);
      const reviewed = await this.#prices.review(poll, this.#last, signal);
      this.#wires.notePrices(reviewed);
      const { venue, receivedAt: fetchedAt, markets, emptyBooks } = reviewed;
      this.#last = buildSnapshot({
        venue,
        fetchedAt,
        markets,
        emptyBooks,
        beyondLimit: new Map(),
        restored: false,
      });
      return reviewed;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.#wires.note(this.adapter.getCounters(), stage.clock());
      return null;
    }
  }

  /** What an operator sees of the lists so far. */
  listSeen(): string[] {
    const counters = this.adapter.getCounters();
    const now = stage.clock();
    return [
      ...counters.refused.map(({ kind, member }) => `${kind} ${member}`),
      ...this.#prices.listRefused().map(({ kind }) => kind),
      ...this.#lists.list(now).map(({ code }) => code),
      ...this.#ages.list().map(({ code }) => code),
      ...this.#wires.list(counters).map(({ code }) => code),
      ...(this.#last?.refused.count ? ['refused values'] : []),
      ...(this.#last?.perps.some(({ markPx }) => markPx <= 0) ? ['non_positive_price'] : []),
    ];
  }
}

interface Bench {
  readonly reviewed: Reviewed;
  readonly lists: ListChanger;
  readonly truth: VenueAdapter;
}

async function openBench(venue: SimulatedVenue): Promise<Bench> {
  const origin = new URL(stage.simulator.urls.kalshi).origin;
  const lists = await standBeforeLists(origin, LAYOUTS[venue].request);
  const urls = Object.fromEntries(
    Object.entries(stage.simulator.urls).map(([name, url]) => [
      name,
      url.replace(new URL(url).host, lists.host),
    ]),
  ) as Stage['simulator']['urls'];
  const adapter = ADAPTERS[venue]({ ...stage, simulator: { ...stage.simulator, urls } });
  return { reviewed: new Reviewed(adapter), lists, truth: ADAPTERS[venue](stage) };
}

/** Prices of a list by asset, those alone that are of this poll. */
const toPrices = (poll: VenuePoll) =>
  new Map(
    poll.markets.flatMap(({ ref, price, carried }) =>
      price === null || carried === true || ref.kind === 'hl-pred' ? [] : [[ref.asset, price]],
    ),
  );

interface Tools {
  readonly venue: SimulatedVenue;
  readonly layout: Layout;
}
type Odd = (tools: Tools) => ListChange;

/** Changes rows in place; what is returned takes the place of a row. */
const eachRow =
  (change: (row: Row, index: number) => unknown): Odd =>
  ({ layout }) =>
  ({ body }) => {
    const rows = layout.rows(body as never);
    for (const [index, row] of [...rows.entries()]) {
      const changed = change(row as Row, index);
      if (changed !== undefined) rows[index] = changed;
    }
    return false;
  };
/** Replaces rows by others, and with them the names beside them. */
const allRows =
  (change: (rows: readonly unknown[]) => readonly unknown[]): Odd =>
  ({ layout }) =>
  ({ body }) => {
    for (const rows of [layout.rows(body as never), layout.named?.(body as never)])
      rows?.splice(0, rows.length, ...(change(rows) as Row[]));
    return false;
  };
const eachPrice =
  (change: (price: unknown) => unknown, every = 1): Odd =>
  (tools) =>
    eachRow((row, index) => {
      if (index % every === 0) tools.layout.mapPrices(row, change);
    })(tools);
const times = (factor: number) => (price: unknown) =>
  typeof price === 'number' ? price * factor : String(Number(price) * factor);
const as = (value: number) => (price: unknown) => (typeof price === 'number' ? value : String(value));
const eachName =
  (change: (name: unknown, index: number, names: readonly unknown[]) => unknown, every = 1): Odd =>
  ({ layout }) =>
  ({ body }) => {
    const rows = layout.named?.(body as never) ?? (layout.rows(body as never) as Row[]);
    const names = rows.map((row) => row[layout.name]);
    for (const [i, row] of rows.entries()) if (i % every === 0) row[layout.name] = change(names[i], i, names);
    return false;
  };
const renamed =
  (toName: (name: string) => string, every = 1): Odd =>
  (tools) =>
    eachRow((row, index) => {
      const { priceMember } = tools.layout;
      if (index % every > 0) return;
      row[toName(priceMember)] = row[priceMember];
      delete row[priceMember];
    })(tools);
const asText =
  (change: (text: string) => string, status = 200): Odd =>
  () =>
  ({ body, response }) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(change(JSON.stringify(body)));
    return true;
  };
const cutOff: Odd =
  () =>
  ({ body, response }) => {
    const text = JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': `${text.length + 100}` });
    response.write(text, () => response.destroy());
    return true;
  };
const toWide = (price: unknown) =>
  String(price).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

/** Two sides of a book that cross; where one side is left, the rest of the row is as good as any. */
const TWO_SIDED = ['hyperliquid', 'polymarket'] as const;

const ODD: readonly (readonly [name: string, odd: Odd, venues?: readonly SimulatedVenue[]])[] = [
  ['51 of 100 rows are gone', allRows((rows) => rows.filter((_, i) => i % 100 >= 51))],
  ['the last 51 % are gone', allRows((rows) => rows.slice(0, Math.floor(rows.length * 0.49)))],
  ['49 of 100 rows are gone', allRows((rows) => rows.filter((_, i) => i % 100 >= 49))],
  ['one row of three is gone', allRows((rows) => rows.filter((_, i) => i % 3 > 0))],
  ['every second row is null', eachRow((_, i) => (i % 2 === 0 ? null : undefined))],
  ['every third row is text', eachRow((row, i) => (i % 3 === 0 ? JSON.stringify(row) : row))],
  ['every third row is a list', eachRow((row, i) => (i % 3 === 0 ? [row] : row))],
  ['every third row is empty', eachRow((row, i) => (i % 3 === 0 ? {} : row))],
  ['each row is followed by itself', allRows((rows) => rows.flatMap((row) => [row, structuredClone(row)]))],
  ['the order is turned', allRows((rows) => rows.toReversed())],
  ['prices have a decimal comma', eachPrice((price) => String(price).replace('.', ','))],
  ['some prices have a decimal comma', eachPrice((price) => String(price).replace('.', ','), 4)],
  ['prices are per cent', eachPrice(times(100))],
  ['some prices are per cent', eachPrice(times(100), 4)],
  ['some prices are in thousandths', eachPrice(times(1_000), 3)],
  ['prices have an exponent', eachPrice((price) => Number(price).toExponential(), 2)],
  ['prices have a currency', eachPrice((price) => `${String(price)} USD`, 3)],
  ['prices have a sign', eachPrice((price) => `+${String(price)}`, 3)],
  ['prices are below zero', eachPrice(times(-1), 3)],
  ['prices are infinite', eachPrice(() => '1e999', 5)],
  ['prices are hexadecimal', eachPrice(() => '0x1', 5)],
  ['prices are in wide digits', eachPrice(toWide, 5)],
  ['prices are empty texts', eachPrice(() => '', 5)],
  ['prices are blanks', eachPrice(() => ' ', 5)],
  ['prices are true', eachPrice(() => true, 5)],
  ['prices are objects', eachPrice((value) => ({ value }), 5)],
  ['prices are lists of one', eachPrice((price) => [price], 5)],
  ['all prices are null', eachPrice(() => null)],
  ['all prices are 0', eachPrice(as(0))],
  ['all prices are 1', eachPrice(as(1))],
  ['all prices are 0.5', eachPrice(as(0.5)), TWO_SIDED],
  ['some prices are 0', eachPrice(as(0), 4)],
  ['a third has another member of prices', renamed((name) => `${name}_v2`, 3)],
  ['all have another member of prices', renamed((name) => `${name}_v2`)],
  ['the member of prices is in capitals', renamed((name) => name.toUpperCase())],
  ['names end in a blank', eachName((name) => `${String(name)} `)],
  ['names hold a slash', eachName((name) => `a/${String(name)}`, 3)],
  ['names are numbers', eachName((_, i) => i, 3)],
  ['all names are one', eachName((_, _i, names) => names[0])],
  ['a byte order mark begins the answer', asText((text) => `\ufeff${text}`)],
  ['text follows the answer', asText((text) => `${text}<!-- cached -->`)],
  ['the answer is cut in the middle', asText((text) => text.slice(0, text.length / 2))],
  ['the answer is written twice', asText((text) => text + text)],
  ['the answer is text within JSON', asText((text) => JSON.stringify(text))],
  ['the answer is a list of itself', asText((text) => `[${text}]`)],
  ['the answer is in an envelope', asText((text) => `{"answer":${text},"success":true}`)],
  ['one value is NaN', asText((text) => text.replace(/:"?0\.\d+"?/, ':NaN'))],
  ['the answer has no body', asText(() => '')],
  ['the answer is 204', asText(() => '', 204)],
  ['the answer is partial', asText((text) => text.slice(0, -1), 206)],
  ['the answer is null', asText(() => 'null')],
  ['the answer is false', asText(() => 'false')],
  ['the answer is an empty list', asText(() => '[]')],
  ['the answer is an empty object', asText(() => '{}')],
  ['the connection ends before the answer', cutOff],
];

for (const venue of SIMULATED_VENUES) {
  test(`${venue}: no odd list gives a wrong price, and what is missing is seen`, {
    timeout: 300_000,
  }, async (t) => {
    const layout = LAYOUTS[venue];
    const problems: string[] = [];
    for (const [at, [name, odd, venues = SIMULATED_VENUES]] of ODD.entries()) {
      // Each in turn, over the venues.
      const isDue = isLong || (at + SIMULATED_VENUES.indexOf(venue)) % 8 === 0;
      if (isDue && (venues as readonly string[]).includes(venue))
        problems.push(...(await tryList(t, { venue, layout }, name, odd)));
    }
    assert.deepEqual(problems, []);
  });
}

/** What is wrong after one odd list: prices that the list as it is does not give, and losses that nobody sees. */
async function tryList(t: TestContext, tools: Tools, name: string, odd: Odd): Promise<string[]> {
  const { reviewed, lists, truth } = await openBench(tools.venue);
  try {
    assert.ok((await reviewed.poll()) !== null);
    stage.advance(MINUTE_MS);
    const expected = toPrices(await truth.poll(patience()));
    lists.begin(odd(tools));
    const poll = await reviewed.poll();
    const seen = reviewed.listSeen();
    if (poll === null) return [];
    const found = toPrices(poll);
    const isRight = (asset: string, price: number) => {
      const right = expected.get(asset) ?? Number.NaN;
      return Math.abs(price - right) <= 1e-6 * Math.max(1, price);
    };
    const wrong = [...found].filter(([asset, price]) => !isRight(asset, price));
    const missing = [...expected.keys()].filter((asset) => !found.has(asset));
    t.diagnostic(`${name}: ${found.size} of ${expected.size}; ${seen.join(', ')}`);
    const first = wrong.slice(0, 2).map(([asset, price]) => `${asset} ${price} for ${expected.get(asset)}`);
    return [
      ...(wrong.length === 0 ? [] : [`${name}: ${wrong.length} are wrong, ${first.join('; ')}`]),
      ...(missing.length === 0 || seen.length > 0 ? [] : [`${name}: ${missing.length} miss in silence`]),
    ];
  } finally {
    lists.close();
    await Promise.all([reviewed.adapter.close(), truth.close()]);
  }
}
