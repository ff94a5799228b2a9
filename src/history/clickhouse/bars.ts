import { HOUR_MS } from '../../domain/index.ts';
import { DEFAULT_MAX_BUCKETS } from '../columns/buckets.ts';
import type { AggregateOptions, Buckets } from '../contract/history-store.ts';
import { formatWholeMs, type SeriesNumber } from './record-pages.ts';
import { RowReader } from './row-binary.ts';
import type { ClickhouseServer, ReadLimits } from './server.ts';
import { ORDERED, RECORDS } from './table.ts';

/** Columns of a bar, exactly as in the projection `hour`: the server uses it only for the same expressions. */
const BY_TIME = `argMin(p, t) AS o, argMax(p, t) AS c, max(p) AS hi, min(p) AS lo`;
/**
 * Columns of a bar whose records share times: the earliest arrival gives the open, the latest the close, and of equal
 * prices the first one is kept.
 */
const BY_ARRIVAL = `argMin(p, (t, b, i)) AS o, argMax(p, (t, b, i)) AS c, argMin(p, (-p, t, b, i)) AS hi,
  argMin(p, (p, t, b, i)) AS lo`;
const SUMS = `count() AS n, sumIf(v, NOT isNaN(v)) AS vol, countIf(NOT isNaN(v)) AS nv, sumIf(p * v, v > 0) AS pv,
  sumIf(v, v > 0) AS tv, max(bitAnd(f, ${ORDERED})) AS fl`;

/** One bucket as a row of a query's result. */
interface Bar {
  readonly start: number;
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly count: number;
  readonly volume: number;
  readonly vwap: number;
  readonly isOrdered: boolean;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Reads the newest `maxBuckets + 1` bars of many series: the extra bar shows that older ones exist. */
export class BarReader {
  readonly #server: ClickhouseServer;

  constructor(server: ClickhouseServer) {
    this.#server = server;
  }

  /** Reads the buckets of many series, in their order. @param series Null for an unknown one, without buckets. */
  async aggregateMany(
    series: readonly (SeriesNumber | null)[],
    { bucketMs, maxBuckets = DEFAULT_MAX_BUCKETS, fromMs, toMs }: AggregateOptions,
    limits?: ReadLimits,
  ): Promise<Buckets[]> {
    requirePositive(bucketMs, 'bucketMs');
    requirePositive(maxBuckets, 'maxBuckets');
    const known = [...new Set(series.filter((k) => k !== null))];
    const span: Span = {
      fromMs: Math.max(0, fromMs ?? 0),
      toMs: Math.min(toMs ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    };
    const bars = new Map<SeriesNumber, Bar[]>();
    if (known.length > 0 && span.fromMs <= span.toMs) {
      await this.#read(known, describeBars(known, span, bucketMs, maxBuckets), bars, limits);
      await this.#order(bars, span, bucketMs, limits);
    }
    return series.map((k) => toBuckets((k === null ? null : bars.get(k)) ?? [], maxBuckets));
  }

  /** Reads those bars again whose open and close depend on the order of arrival. */
  async #order(
    bars: ReadonlyMap<SeriesNumber, Bar[]>,
    { fromMs, toMs }: Span,
    bucketMs: number,
    limits?: ReadLimits,
  ): Promise<void> {
    const ordered = [...bars].filter(([, list]) => list.some(({ isOrdered }) => isOrdered));
    if (ordered.length === 0) return;
    const starts = ordered.flatMap(([, list]) =>
      list.filter(({ isOrdered }) => isOrdered).map(({ start }) => start),
    );
    const first = starts.reduce((least, start) => Math.min(least, start));
    const end = starts.reduce((most, start) => Math.max(most, start)) + bucketMs - 1;
    const span = { fromMs: Math.max(fromMs, first), toMs: Math.min(toMs, end) };
    const keys = ordered.map(([k]) => k);
    const again = new Map<SeriesNumber, Bar[]>();
    await this.#read(keys, describeScan(keys, span, bucketMs, BY_ARRIVAL), again, limits);
    for (const [k, list] of ordered) {
      const exact = new Map(again.get(k)?.map((bar) => [bar.start, bar]));
      for (const [at, { start }] of list.entries()) list[at] = exact.get(start) ?? list[at]!;
    }
  }

  async #read(
    keys: readonly SeriesNumber[],
    sql: string,
    bars: Map<SeriesNumber, Bar[]>,
    limits?: ReadLimits,
  ): Promise<void> {
    const reader = new RowReader(
      await this.#server.read(
        `SELECT toUInt32(indexOf([${keys.join()}], k) - 1), start, o, c, hi, lo, n, if(nv = 0, nan, vol),
           if(tv > 0, pv / tv, nan), fl FROM (${sql}) ORDER BY k, start DESC`,
        limits,
      ),
    );
    while (!reader.isAtEnd) {
      const k = keys[reader.u32()]!;
      const list = bars.get(k) ?? [];
      bars.set(k, list);
      list.push({
        start: reader.i64(),
        open: reader.f64(),
        close: reader.f64(),
        high: reader.f64(),
        low: reader.f64(),
        count: reader.i64(),
        volume: reader.f64(),
        vwap: reader.f64(),
        isOrdered: reader.u8() !== 0,
      });
    }
  }
}

function describeBars(keys: readonly SeriesNumber[], span: Span, bucketMs: number, maxBuckets: number) {
  const middle = bucketMs % HOUR_MS === 0 ? findMiddle(span) : null;
  const bars =
    middle === null
      ? describeScan(keys, span, bucketMs, BY_TIME)
      : describeHours(keys, span, middle, bucketMs / HOUR_MS);
  return `SELECT * FROM (${bars}) ORDER BY k, start DESC LIMIT ${maxBuckets + 1} BY k`;
}

function describeScan(keys: readonly SeriesNumber[], span: Span, bucketMs: number, bars: string): string {
  return `SELECT k, intDiv(t, ${bucketMs}) * ${bucketMs} AS start, ${bars}, ${SUMS} FROM ${RECORDS}
    WHERE k IN (${keys.join()}) AND ${isIn(span)} GROUP BY k, start`;
}

/** Finds the first and the last whole hour of a span; null when it contains none. */
function findMiddle({ fromMs, toMs }: Span): readonly [number, number] | null {
  const first = Math.ceil(fromMs / HOUR_MS);
  const last = Math.floor((toMs + 1) / HOUR_MS) - 1;
  return first <= last ? [first, last] : null;
}

/** Describes a query that reads whole hours from the projection, and the ends of the span from the records. */
function describeHours(
  keys: readonly SeriesNumber[],
  { fromMs, toMs }: Span,
  [first, last]: readonly [number, number],
  hours: number,
): string {
  const bars = (where: string) => `SELECT k, intDiv(t, ${HOUR_MS}) AS bt, ${BY_TIME}, ${SUMS} FROM ${RECORDS}
    WHERE k IN (${keys.join()}) AND ${where} GROUP BY k, bt`;
  const parts = [bars(`bt BETWEEN ${first} AND ${last}`)];
  if (fromMs < first * HOUR_MS) parts.push(bars(isIn({ fromMs, toMs: first * HOUR_MS - 1 })));
  if (toMs >= (last + 1) * HOUR_MS) parts.push(bars(isIn({ fromMs: (last + 1) * HOUR_MS, toMs })));
  return `SELECT k, intDiv(bt, ${hours}) * ${hours * HOUR_MS} AS start, argMin(h.o, bt) AS o,
      argMax(h.c, bt) AS c, max(h.hi) AS hi, min(h.lo) AS lo, sum(h.n) AS n, sum(h.vol) AS vol, sum(h.nv) AS nv,
      sum(h.pv) AS pv, sum(h.tv) AS tv, max(h.fl) AS fl
    FROM (${parts.join(' UNION ALL ')}) AS h GROUP BY k, start`;
}

function isIn({ fromMs, toMs }: Span): string {
  return `t BETWEEN ${formatWholeMs(fromMs)} AND ${formatWholeMs(toMs)}`;
}

/** Converts bars to buckets. @param bars Newest first. */
function toBuckets(bars: readonly Bar[], maxBuckets: number): Buckets {
  const kept = bars.slice(0, maxBuckets).reverse();
  const column = (field: Exclude<keyof Bar, 'isOrdered'>) => Float64Array.from(kept, (bar) => bar[field]);
  return {
    length: kept.length,
    t: column('start'),
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    count: column('count'),
    volume: column('volume'),
    vwap: column('vwap'),
    truncated: bars.length > maxBuckets,
  };
}

function requirePositive(value: number, name: string): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`${name} must be a positive whole number: ${value}`);
  }
}
