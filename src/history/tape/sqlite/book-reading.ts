import type { DatabaseSync } from 'node:sqlite';
import { ASK, BID, type BookRun, decodeBooks, type WholeBook } from '../coding/book-block.ts';
import { DamagedBlock } from '../coding/bytes.ts';
import { decodeJournal } from '../coding/journal-row.ts';
import { checksumOfRow, type TapeRow } from './schema.ts';

/** Book of a market at a moment. */
export interface BookAt {
  /** Levels from the best: price and size as the venue states them. */
  readonly bids: readonly (readonly [price: number, size: number])[];
  readonly asks: readonly (readonly [price: number, size: number])[];
  /** Time of the last frame that altered it, on our clock, epoch ms. */
  readonly bookMs: number;
  /** The venue's time of that frame; null where it stated none. */
  readonly venueMs: number | null;
  readonly span: Span;
}

/** Time within which a book is known, both ends included. */
export interface Span {
  readonly id: number;
  readonly fromMs: number;
  /** Last time, epoch ms; of a span that lasts, the newest commit. */
  readonly toMs: number;
  /** Time between two samples in ms; 0: every change is read. */
  readonly everyMs: number;
  readonly depth: number | null;
  readonly opened: string;
  readonly ended: string | null;
}

/** Book of a market at `t`, from one file. null when no span covers that moment. Throws `DamagedBlock`. */
export function readBookAt(database: DatabaseSync, market: number, t: number): BookAt | null {
  const span = findSpan(database, market, t);
  if (span === null) return null;
  const later: BookRun[] = [];
  for (const run of runsBackwards(database, market, t)) {
    later.unshift(run);
    if (run.whole !== null && run.whole.beginMs <= t)
      return { ...replay(run.whole, later, { span, t }), span };
  }
  throw new DamagedBlock('a span begins without a whole book');
}

/** Span that covers a moment: of several the newest. */
export function findSpan(database: DatabaseSync, market: number, t: number): Span | null {
  const newest = newestMs(database);
  const rows = database
    .prepare('SELECT * FROM span WHERE market = ? AND from_ms <= ? ORDER BY id DESC')
    .all(market, t) as unknown as TapeRow[];
  for (const row of rows) {
    if (row.crc !== checksumOfRow('span', row)) throw new DamagedBlock(`row ${row.id} of span is damaged`);
    if ((row.to_ms === null) !== (row.ended === null))
      throw new DamagedBlock(`row ${row.id} of span is half ended`);
    const toMs = Number(row.to_ms ?? newest);
    if (t <= toMs) return toSpan(row, toMs);
  }
  return null;
}

function toSpan(row: TapeRow, toMs: number): Span {
  return {
    id: Number(row.id),
    fromMs: Number(row.from_ms),
    toMs,
    everyMs: Number(row.every_ms),
    depth: row.depth === null ? null : Number(row.depth),
    opened: String(row.opened),
    ended: row.ended === null ? null : String(row.ended),
  };
}

/** Newest moment up to which everything that was received is in the file. */
function newestMs(database: DatabaseSync): number {
  const sql =
    'SELECT max((SELECT coalesce(max(to_ms), 0) FROM journal), (SELECT coalesce(max(to_ms), 0) FROM slice)) AS t';
  return Number((database.prepare(sql).get() as { t: number }).t);
}

/** Runs of a market that may hold something up to `t`, the newest first. */
function* runsBackwards(database: DatabaseSync, market: number, t: number): Generator<BookRun> {
  const rows = database.prepare('SELECT from_ms, data FROM journal WHERE from_ms <= ? ORDER BY id DESC');
  for (const row of rows.iterate(t) as unknown as Iterable<{ from_ms: number; data: Uint8Array }>) {
    yield* decodeJournal(row.data, row.from_ms, market).books.toReversed();
  }
  const slices = database.prepare('SELECT id, from_ms FROM slice WHERE from_ms <= ? ORDER BY id DESC');
  const blocks = database.prepare(
    'SELECT data FROM block WHERE slice = ? AND first <= ? AND last >= ? ORDER BY first DESC, n DESC',
  );
  for (const slice of slices.iterate(t) as unknown as Iterable<{ id: number; from_ms: number }>) {
    for (const block of blocks.all(slice.id, market, market) as unknown as { data: Uint8Array }[]) {
      yield* decodeBooks(block.data, slice.from_ms, market).reverse();
    }
  }
}

/** Applies the frames of runs up to a moment to the book before them. Those that lie outside of the span are passed over. */
function replay(whole: WholeBook, runs: readonly BookRun[], { span, t }: { span: Span; t: number }) {
  const [first] = runs as [BookRun];
  const sides = [toMap(first, whole.bids), toMap(first, whole.asks)] as const;
  let { bookMs, venueMs } = whole;
  for (const run of runs) {
    const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
    let change = 0;
    for (const [frame, time] of run.times.entries()) {
      const end = change + run.counts[frame]!;
      const isKnown = time <= t && time >= span.fromMs && time <= span.toMs;
      for (; change < end; change++) {
        if (!isKnown) continue;
        const levels = sides[run.sides[change] === ASK ? ASK : BID];
        const [price, size] = [run.prices[change]! / priceUnit, run.sizes[change]! / sizeUnit];
        if (size === 0) levels.delete(price);
        else levels.set(price, size);
      }
      if (!isKnown) continue;
      bookMs = time;
      venueMs = run.venueTimes?.[frame] ?? null;
    }
  }
  const sorted = (levels: ReadonlyMap<number, number>, direction: 1 | -1) =>
    [...levels].sort(([a], [b]) => direction * (a - b));
  return { bids: sorted(sides[BID], -1), asks: sorted(sides[ASK], 1), bookMs, venueMs };
}

function toMap(run: BookRun, levels: WholeBook['bids']): Map<number, number> {
  const [priceUnit, sizeUnit] = [10 ** run.priceDecimals, 10 ** run.sizeDecimals];
  return new Map(Array.from(levels.prices, (price, i) => [price / priceUnit, levels.sizes[i]! / sizeUnit]));
}
