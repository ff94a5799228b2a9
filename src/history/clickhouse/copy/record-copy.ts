import { createHash } from 'node:crypto';
import { DAY_MS, epochMs } from '../../../domain/index.ts';
import { CopyMismatchError } from '../../../storage/copy/copy.ts';
import type {
  Buckets,
  Columns,
  ForwardOptions,
  ForwardPage,
  HistoryReader,
  RecordPosition,
  SeriesEntry,
  SeriesKey,
  Window,
} from '../../history-store.ts';
import type { CopyRows } from '../../postgres/copy-rows.ts';
import type { NamedSeries, SeriesNames } from '../../postgres/series-names.ts';
import { INSERTED as MARKED } from '../../sqlite/series/series.ts';
import { BarReader } from '../bars.ts';
import { TapeRows } from '../row-binary.ts';
import type { ClickhouseServer } from '../server.ts';
import { INSERTED, ORDERED, TAPE } from '../table.ts';
import { type SeriesEnd, type SeriesNumber, Tape } from '../tape.ts';
import type { Month } from './months.ts';

/** What a history is copied from. */
export interface CopySource extends HistoryReader {
  /** As `readForward`; the sources of records that came by `insert` are marked. */
  readMarked(key: SeriesKey, options: ForwardOptions): Promise<ForwardPage>;
}

/** Records of one insert. */
const ROWS = 200_000;
/** Records that are read from the source at once. */
const PAGE = 50_000;
/** Series whose bars are compared at once. */
const COMPARED = 200;

/** Batches of a service begin with 1, so what it records stands behind what was copied. */
const COPIED_BATCH = 0;

/** Sums of floating-point numbers depend on their order. */
const TOLERANCE = 1e-9;

const EXACT_FIELDS = ['t', 'open', 'high', 'low', 'close', 'count'] as const;
const SUM_FIELDS = ['volume', 'vwap'] as const;

export interface RecordCopyOptions {
  readonly source: CopySource;
  readonly server: ClickhouseServer;
  readonly names: SeriesNames;
  readonly rows: CopyRows;
  /** Records up to this time. */
  readonly untilMs: number;
}

/**
 * Copies the records of a month, and compares them. What a run before this one has copied is found by what the tape has of
 * each series: records are copied in their order, so what is missing is what comes behind.
 */
export class RecordCopy {
  readonly #options: RecordCopyOptions;
  readonly #tape: Tape;
  readonly #bars: BarReader;

  constructor(options: RecordCopyOptions) {
    this.#options = options;
    this.#tape = new Tape(options.server);
    this.#bars = new BarReader(options.server);
  }

  /**
   * Copies a month until it is equal. A month that has other records than the source is copied once more as a whole: records
   * were added in its middle, or an insert of a run that was interrupted came late.
   *
   * @returns How many records it has.
   * @throws {CopyMismatchError} which names the first series that is not equal then either.
   */
  async copyMonth(month: Month): Promise<number> {
    await this.#copy(month, 0);
    if ((await this.#findUnequal(month)) !== null) {
      await this.#options.server.drop(`ALTER TABLE ${TAPE} DROP PARTITION ${month.number}`);
      await this.#copy(month, 1);
      const unequal = await this.#findUnequal(month);
      if (unequal !== null) {
        throw new CopyMismatchError(
          `${unequal.asset} has other records in the copy of ${month.number}: run the command again`,
        );
      }
    }
    return this.#tape.countRange(month.fromMs, month.toMs);
  }

  /** @param attempt Part of the tokens: what was dropped must not be taken for what is there. */
  async #copy(month: Month, attempt: number): Promise<void> {
    const sender = new Sender(this.#options.server, `copy-${month.number}-${attempt}`);
    const hasRecords = (await this.#tape.countRange(month.fromMs, month.toMs)) > 0;
    for await (const series of this.#listSeries(month)) {
      const ends = hasRecords
        ? await this.#tape.ends(
            series.map(({ k }) => k),
            toWindow(month),
          )
        : new Map();
      for (const one of series) await this.#copySeries(one, month, ends.get(one.k) ?? NOTHING, sender);
    }
    await sender.end();
  }

  async #copySeries(series: NamedSeries, month: Month, end: SeriesEnd, sender: Sender): Promise<void> {
    const toMs = epochMs(Math.min(month.toMs, this.#options.untilMs));
    let i = end.count;
    let t = end.lastMs;
    let after: RecordPosition | null = end.count === 0 ? null : { t, rank: end.atLast };
    do {
      const page: ForwardPage = await this.#options.source.readMarked(series, {
        fromMs: epochMs(Math.max(month.fromMs, t)),
        toMs,
        limit: PAGE,
        ...(after === null ? {} : { after }),
      });
      await sender.push(series.k, page.columns, { i, t });
      i += page.columns.length;
      t = page.columns.length === 0 ? t : page.columns.t[page.columns.length - 1]!;
      after = page.next;
    } while (after !== null);
  }

  /** The first series whose records differ; null: none. */
  async #findUnequal(month: Month): Promise<NamedSeries | null> {
    const window = toWindow({ ...month, toMs: Math.min(month.toMs, this.#options.untilMs) });
    const days = { ...window, bucketMs: DAY_MS };
    for await (const series of this.#listSeries(month)) {
      for (let from = 0; from < series.length; from += COMPARED) {
        const some = series.slice(from, from + COMPARED);
        const ours = await this.#options.source.aggregateMany(some, days);
        const theirs = await this.#bars.aggregateMany(
          some.map(({ k }) => k),
          days,
        );
        for (const [at, one] of some.entries()) {
          if (areEqual(ours[at] as Buckets, theirs[at] as Buckets)) continue;
          // Bars of the source may know of records that are damaged since.
          if (!(await this.#haveEqualRecords(one, window))) return one;
        }
      }
    }
    return null;
  }

  async #haveEqualRecords(series: NamedSeries, window: Required<Window>): Promise<boolean> {
    const theirs = this.#tape.scan(series.k, { ...window, pageRecords: PAGE });
    let page: Columns | null = null;
    let at = 0;
    let after: RecordPosition | null = null;
    do {
      const { columns, next }: ForwardPage = await this.#options.source.readForward(series, {
        ...window,
        limit: PAGE,
        ...(after === null ? {} : { after }),
      });
      for (let i = 0; i < columns.length; i++, at++) {
        if (page === null || at === page.length) {
          page = (await theirs.next()).value ?? null;
          at = 0;
        }
        if (page === null || !areSameRecord(columns, i, page, at)) return false;
      }
      after = next;
    } while (after !== null);
    return (page === null || at === page.length) && (await theirs.next()).done === true;
  }

  /** Series with records around a month, with their numbers. */
  async *#listSeries(month: Month): AsyncGenerator<readonly NamedSeries[]> {
    const { source, names, rows } = this.#options;
    for await (const entries of source.allAssets({ activeSince: epochMs(month.fromMs) })) {
      const within = entries.filter(({ firstMs }) => firstMs <= month.toMs);
      if (within.length > 0) yield await nameAll(within, names, rows);
    }
  }
}

const NOTHING: SeriesEnd = { count: 0, lastMs: Number.NEGATIVE_INFINITY, atLast: 0 };

async function nameAll(
  entries: readonly SeriesEntry[],
  names: SeriesNames,
  rows: CopyRows,
): Promise<readonly NamedSeries[]> {
  const known = await names.findMany(entries);
  const unknown = entries.filter((_, i) => known[i] === null);
  if (unknown.length === 0) return known as NamedSeries[];
  const proposed = await names.propose(
    unknown.map(({ venue, storeKey, asset }) => ({ venue, storeKey, asset })),
  );
  await rows.putNames(proposed);
  return (await names.findMany(entries)) as NamedSeries[];
}

/** Sends rows while the next ones are read, one insert at a time. */
class Sender {
  readonly #server: ClickhouseServer;
  readonly #token: string;
  #rows = new TapeRows(ROWS);
  #length = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(server: ClickhouseServer, token: string) {
    this.#server = server;
    this.#token = token;
  }

  /** @param before How many records of the series come before these in the month, and the time of the last of them. */
  async push(
    k: SeriesNumber,
    { t, p, v, s, length }: Columns,
    before: { readonly i: number; readonly t: number },
  ): Promise<void> {
    const key = Buffer.alloc(8);
    key.writeBigInt64LE(k);
    let previous = before.t;
    for (let at = 0; at < length; at++) {
      if (this.#length === ROWS) await this.#send();
      const isOrdered = t[at] === previous || Object.is(p[at], -0);
      previous = t[at]!;
      this.#rows.push(key, 0, {
        t: previous,
        b: COPIED_BATCH,
        i: before.i + at,
        p: p[at]!,
        v: v[at]!,
        s: s[at]! & ~MARKED,
        f: ((s[at]! & MARKED) === 0 ? 0 : INSERTED) | (isOrdered ? ORDERED : 0),
      });
      this.#length++;
    }
  }

  async end(): Promise<void> {
    if (this.#length > 0) await this.#send();
    await this.#sending;
  }

  async #send(): Promise<void> {
    await this.#sending;
    const { bytes } = this.#rows;
    // Rows that are sent again after an interruption are the same bytes, if they are the same rows.
    const token = `${this.#token}-${createHash('sha256').update(bytes).digest('hex')}`;
    this.#sending = this.#server.insert(TAPE, bytes, token);
    // It is awaited before the next one, or at the end.
    this.#sending.catch(() => undefined);
    this.#rows = new TapeRows(ROWS);
    this.#length = 0;
  }
}

function toWindow({ fromMs, toMs }: Pick<Month, 'fromMs' | 'toMs'>): Required<Window> {
  return { fromMs: epochMs(fromMs), toMs: epochMs(toMs) };
}

function areEqual(one: Buckets, other: Buckets): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) {
    if (EXACT_FIELDS.some((field) => !Object.is(one[field][i], other[field][i]))) return false;
    if (SUM_FIELDS.some((field) => !isNear(one[field][i]!, other[field][i]!))) return false;
  }
  return true;
}

function isNear(one: number, other: number): boolean {
  return (
    Object.is(one, other) || Math.abs(one - other) <= TOLERANCE * Math.max(Math.abs(one), Math.abs(other))
  );
}

function areSameRecord(one: Columns, i: number, other: Columns, j: number): boolean {
  return (
    one.t[i] === other.t[j] &&
    Object.is(one.p[i], other.p[j]) &&
    Object.is(one.v[i], other.v[j]) &&
    one.s[i] === other.s[j]
  );
}
