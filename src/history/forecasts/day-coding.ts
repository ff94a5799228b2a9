import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  type AssetKind,
  FORECAST_HORIZONS,
  LEFT_OUT_REASONS,
  type Resolution,
  type VenueId,
} from '../../domain/index.ts';
import type { DayForecast, ForecastDay, ResolvedMarket } from './forecast-day.ts';

type Sample = Extract<DayForecast, { readonly t: number }>;

/**
 * Columns of a day, from which cells are computed. Markets are in the order of the day, samples in the order of markets
 * and horizons (docs/formats/history.md, "Day of forecasts").
 */
export interface DayColumns {
  readonly madeBy: ForecastDay['madeBy'];
  readonly dropped: number;
  readonly groups: readonly (readonly [venue: VenueId, kind: AssetKind, category: string])[];
  /** Index of each market's group. */
  readonly group: Uint16Array;
  /** Outcome of each market, as an index into {@link OUTCOMES}. */
  readonly outcome: Uint8Array;
  /** States of each market, four bits per horizon: 0 when there is a sample, else 1 plus the index of the reason. */
  readonly states: Uint32Array;
  /** Hash of the key of each market's event, 64 bits in two halves; 0 when the market has no event. */
  readonly eventLow: Uint32Array;
  readonly eventHigh: Uint32Array;
  /** Distinct prices; `price` below has the index of each sample's price. */
  readonly prices: Float64Array;
  readonly price: Uint16Array | Uint32Array;
}

const LAYOUT = 1;
const MADE_BY = ['live', 'history'] as const;
const OUTCOMES: readonly Resolution['outcome'][] = ['no', 'yes', 'void'];
const STATE_BITS = 4;
const NUMBER_BYTES = 4;
const MAX_SECTION_BYTES = 1 << 30;

interface TimesJson {
  readonly assets: readonly string[];
  readonly events: readonly (string | null)[];
}

/** Encodes a day. Equal days have equal bytes. */
export function encodeForecastDay(day: ForecastDay): Uint8Array {
  const markets = day.markets.toSorted(compareMarkets);
  const samples: Sample[] = [];
  for (const { forecasts } of markets) for (const one of forecasts) if ('t' in one) samples.push(one);
  const { groups, group } = listGroups(markets);
  const { low, high } = hashEvents(markets);
  const prices = [...new Set(samples.map(({ p }) => p))].sort((a, b) => a - b);
  const places = new Map(prices.map((price, i) => [price, i]));
  const parts: Buffer[] = [];
  const addNumber = (number: number) => {
    const bytes = Buffer.alloc(NUMBER_BYTES);
    bytes.writeUInt32LE(number);
    parts.push(bytes);
  };
  parts.push(Buffer.of(LAYOUT, MADE_BY.indexOf(day.madeBy)));
  for (const count of [day.dropped, markets.length, samples.length, prices.length]) addNumber(count);
  const section = (...arrays: readonly (NodeJS.TypedArray | Buffer)[]) => {
    const bytes = zstdCompressSync(Buffer.concat(arrays.map(toBytes)));
    addNumber(bytes.length);
    parts.push(bytes);
  };
  section(Buffer.from(JSON.stringify(groups)));
  section(
    fill(new Uint32Array(markets.length), markets, toStates),
    low,
    high,
    group,
    fill(new Uint8Array(markets.length), markets, ({ outcome }) => OUTCOMES.indexOf(outcome)),
  );
  const index = isShort(prices.length) ? new Uint16Array(samples.length) : new Uint32Array(samples.length);
  section(
    Float64Array.from(prices),
    fill(index, samples, ({ p }) => places.get(p)!),
  );
  const texts: TimesJson = {
    assets: markets.map(({ asset }) => asset),
    events: markets.map(({ event }) => event),
  };
  section(Buffer.from(JSON.stringify(texts)));
  section(
    toDifferences(markets, ({ resolvedAt }) => resolvedAt),
    toDifferences(samples, ({ end }) => end),
    fill(new Float64Array(samples.length), samples, ({ t, end }) => end - t),
  );
  return Buffer.concat(parts);
}

/** Decodes the columns of a day. @throws {RangeError} when the bytes are not a day. */
export function decodeDayColumns(data: Uint8Array): DayColumns {
  return new DayReader(data).readColumns();
}

/** Decodes a day. @throws {RangeError} when the bytes are not a day. */
export function decodeForecastDay(data: Uint8Array): ForecastDay {
  const reader = new DayReader(data);
  const columns = reader.readColumns();
  const { assets, events } = JSON.parse(Buffer.from(reader.section()).toString()) as TimesJson;
  const times = new Float64Array(toOwn(reader.section()));
  const n = assets.length;
  const m = columns.price.length;
  const resolvedAt = fromDifferences(times.subarray(0, n));
  const ends = fromDifferences(times.subarray(n, n + m));
  const ahead = times.subarray(n + m);
  let sample = 0;
  const markets = assets.map((asset, i): ResolvedMarket => {
    const [venue, kind, category] = columns.groups[columns.group[i]!]!;
    const forecasts = FORECAST_HORIZONS.map((_, h): DayForecast => {
      const state = (columns.states[i]! >>> (STATE_BITS * h)) & 15;
      if (state > 0) return { leftOut: LEFT_OUT_REASONS[state - 1]! };
      const at = sample++;
      return { t: ends[at]! - ahead[at]!, p: columns.prices[columns.price[at]!]!, end: ends[at]! };
    });
    const outcome = OUTCOMES[columns.outcome[i]!]!;
    return {
      venue,
      asset,
      kind,
      category,
      event: events[i]!,
      outcome,
      resolvedAt: resolvedAt[i]!,
      forecasts,
    };
  });
  return { madeBy: columns.madeBy, dropped: columns.dropped, markets };
}

class DayReader {
  readonly #data: Buffer;
  #at = 2;
  readonly #head: { readonly madeBy: ForecastDay['madeBy']; readonly counts: readonly number[] };

  constructor(data: Uint8Array) {
    this.#data = Buffer.from(data.buffer, data.byteOffset, data.length);
    const [layout, maker = MADE_BY.length] = data;
    if (layout !== LAYOUT) throw new RangeError(`the day of forecasts has the unknown layout ${layout}`);
    const madeBy = MADE_BY[maker];
    if (madeBy === undefined) throw new RangeError('the day does not state how it was made');
    this.#head = { madeBy, counts: Array.from({ length: 4 }, () => this.#number()) };
  }

  section(): Uint8Array {
    const length = this.#number();
    const bytes = this.#data.subarray(this.#at, this.#at + length);
    this.#at += length;
    return zstdDecompressSync(bytes, { maxOutputLength: MAX_SECTION_BYTES });
  }

  #number(): number {
    const number = this.#data.readUInt32LE(this.#at);
    this.#at += NUMBER_BYTES;
    return number;
  }

  readColumns(): DayColumns {
    const [dropped = 0, n = 0, m = 0, distinct = 0] = this.#head.counts;
    const groups = JSON.parse(Buffer.from(this.section()).toString()) as DayColumns['groups'];
    const own = toOwn(this.section());
    const priced = toOwn(this.section());
    const prices = new Float64Array(priced, 0, distinct);
    return {
      madeBy: this.#head.madeBy,
      dropped,
      groups,
      states: new Uint32Array(own, 0, n),
      eventLow: new Uint32Array(own, 4 * n, n),
      eventHigh: new Uint32Array(own, 8 * n, n),
      group: new Uint16Array(own, 12 * n, n),
      outcome: new Uint8Array(own, 14 * n, n),
      prices,
      price: isShort(distinct)
        ? new Uint16Array(priced, prices.byteLength, m)
        : new Uint32Array(priced, prices.byteLength, m),
    };
  }
}

const isShort = (distinct: number) => distinct <= 65_536;

/** Lists the distinct groups, and the index of each market's group. Markets of one group are adjacent. */
function listGroups(markets: readonly ResolvedMarket[]) {
  const groups: DayColumns['groups'][number][] = [];
  const group = new Uint16Array(markets.length);
  for (const [i, { venue, kind, category }] of markets.entries()) {
    const last = groups.at(-1);
    if (last?.[0] !== venue || last[1] !== kind || last[2] !== category) groups.push([venue, kind, category]);
    group[i] = groups.length - 1;
  }
  return { groups, group };
}

/** Hashes the key of each market's event to 64 bits; 0 when it has none. Markets of one event are adjacent. */
function hashEvents(markets: readonly ResolvedMarket[]) {
  const low = new Uint32Array(markets.length);
  const high = new Uint32Array(markets.length);
  for (const [i, { venue, event }] of markets.entries()) {
    if (event === null) continue;
    const before = markets[i - 1];
    if (before?.venue === venue && before.event === event) {
      low[i] = low[i - 1]!;
      high[i] = high[i - 1]!;
      continue;
    }
    const digest = createHash('sha256').update(`${venue}\0${event}`).digest();
    // Zero is reserved for a market without an event.
    low[i] = digest.readUInt32LE(0) || 1;
    high[i] = digest.readUInt32LE(4);
  }
  return { low, high };
}

function toStates({ forecasts }: ResolvedMarket): number {
  return forecasts.reduce((states, forecast, h) => {
    const state = 't' in forecast ? 0 : LEFT_OUT_REASONS.indexOf(forecast.leftOut) + 1;
    return (states | (state << (STATE_BITS * h))) >>> 0;
  }, 0);
}

function compareMarkets(a: ResolvedMarket, b: ResolvedMarket): number {
  return (
    compare(a.venue, b.venue) ||
    compare(a.kind, b.kind) ||
    compare(a.category, b.category) ||
    compare(a.event ?? '', b.event ?? '') ||
    compare(a.asset, b.asset)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toDifferences<Item>(items: readonly Item[], read: (item: Item) => number): Float64Array {
  let before = 0;
  return fill(new Float64Array(items.length), items, (item) => {
    const value = read(item);
    const difference = value - before;
    before = value;
    return difference;
  });
}

/** Fills a typed array from items, several times as fast as the `from` of its class. */
function fill<Column extends NodeJS.TypedArray<ArrayBuffer>, Item>(
  column: Column,
  items: readonly Item[],
  read: (item: Item) => number,
): Column {
  for (let i = 0; i < items.length; i++) column[i] = read(items[i]!);
  return column;
}

function fromDifferences(differences: Float64Array): Float64Array {
  let value = 0;
  return differences.map((difference) => (value += difference));
}

function toBytes(array: NodeJS.TypedArray | Buffer): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Copies bytes into a buffer of their own, where columns of any element size are aligned. */
function toOwn(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteOffset === 0 && bytes.buffer instanceof ArrayBuffer) return bytes.buffer;
  return new Uint8Array(bytes).buffer;
}
