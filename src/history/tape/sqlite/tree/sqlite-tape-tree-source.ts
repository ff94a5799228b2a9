import path from 'node:path';
import { DAY_MS } from '../../../../domain/index.ts';
import type { TapeContent } from '../../../tree/tables.ts';
import type { TreeWindow } from '../../../tree/tree-source.ts';
import { parseDay, toDay } from '../../books/day-batch.ts';
import type {
  BookRows,
  TapeBooksRead,
  TapeDay,
  TapeDayQuery,
  TapeDayRead,
  TapeTreeSource,
  TradeRows,
} from '../../contract/tape-tree-source.ts';
import type { DayFile } from '../day-file.ts';
import { TapeFiles } from '../reading/tape-files.ts';
import { TAPE_FOLDER, type TapePart } from '../tape-folder.ts';
import { PartStates, toDaySeq } from './day-state.ts';
import { DayView } from './day-view.ts';
import { readDayBooks } from './read-day-books.ts';
import { readDayTrades } from './read-day-trades.ts';

export interface TapeTreeSourceOptions {
  /** Approximate number of changes of books in memory. Default: 3 million. */
  readonly maxChanges?: number;
  /** Approximate number of trades in memory. Default: 60,000. */
  readonly maxTrades?: number;
}

const MAX_CHANGES = 3_000_000;
const MAX_TRADES = 60_000;

/** Opens the tape of a data directory as the source of a tree's books and trades, with or without a running writer. */
export function openTapeTreeSource(dataDir: string, options: TapeTreeSourceOptions = {}): TapeTreeSource {
  return new SqliteTapeTreeSource(dataDir, options);
}

class SqliteTapeTreeSource implements TapeTreeSource {
  readonly #files: TapeFiles;
  readonly #states: PartStates;
  readonly #options: TapeTreeSourceOptions;

  constructor(dataDir: string, options: TapeTreeSourceOptions) {
    this.#options = options;
    this.#files = new TapeFiles(path.join(dataDir, TAPE_FOLDER));
    this.#states = new PartStates(this.#files);
  }

  listDays(
    content: TapeContent,
    { venue, assets }: Pick<TapeDayQuery, 'venue' | 'assets'>,
    { fromMs, toMs }: TreeWindow,
  ): readonly TapeDay[] {
    const parts = this.#files.list();
    this.#states.keep(parts);
    const days: TapeDay[] = [];
    for (const [name, ofDay] of Map.groupBy(parts, ({ day }) => day)) {
      const startMs = parseDay(name);
      if ((fromMs !== null && startMs + DAY_MS <= fromMs) || (toMs !== null && startMs > toMs)) continue;
      const day = startMs / DAY_MS;
      const states = ofDay.map((part) => ({ part: part.part, state: this.#states.read(part) }));
      if (states.some(({ state }) => state === null)) {
        days.push({ day, seq: null });
        continue;
      }
      const seq = toDaySeq(
        states.map(({ part, state }) => ({ part, text: state?.get(venue)?.[content] ?? null })),
      );
      const window = { fromMs: fromMs ?? startMs, toMs: toMs ?? startMs + DAY_MS - 1 };
      const isWhole = assets === null && window.fromMs <= startMs && window.toMs >= startMs + DAY_MS - 1;
      if (seq === null) continue;
      if (isWhole || ofDay.some((part) => this.#hasAny(part, { content, venue, assets, ...window })))
        days.push({ day, seq });
    }
    return days;
  }

  *readBooks(query: TapeDayQuery): Generator<BookRows, TapeBooksRead> {
    const day = this.#open('books', query);
    try {
      return yield* readDayBooks(day, query, this.#options.maxChanges ?? MAX_CHANGES);
    } finally {
      day.close();
    }
  }

  *readTrades(query: TapeDayQuery): Generator<TradeRows, TapeDayRead> {
    const day = this.#open('trades', query);
    try {
      return yield* readDayTrades(day, query, this.#options.maxTrades ?? MAX_TRADES);
    } finally {
      day.close();
    }
  }

  close(): void {
    this.#files.close();
  }

  #open(content: TapeContent, { venue, day, assets }: TapeDayQuery): DayView {
    const name = toDay(day * DAY_MS);
    const parts = this.#files.list().filter((part) => part.day === name);
    return new DayView(this.#files, parts, { venue, assets, content });
  }

  /** Whether a part may have content of some assets within a window. */
  #hasAny(part: TapePart, query: WindowQuery & { readonly content: TapeContent }): boolean {
    const read = this.#files.read(part, (file) =>
      query.content === 'books' ? hasSpan(file, query) : hasTradeBlock(file, query),
    );
    return read.is === 'read' && read.result;
  }
}

type WindowQuery = Omit<TapeDayQuery, 'day' | 'rows'>;

const OF_ASSETS = '(?2 IS NULL OR m.asset IN (SELECT value FROM json_each(?2)))';

function hasSpan(file: DayFile, query: WindowQuery): boolean {
  const sql = `SELECT 1 FROM market m JOIN span s ON s.market = m.id
     WHERE m.venue = ?1 AND ${OF_ASSETS} AND s.from_ms <= ?4 AND coalesce(s.to_ms, ?4) >= ?3 LIMIT 1`;
  return findRow(file, sql, query);
}

function hasTradeBlock(file: DayFile, query: WindowQuery): boolean {
  const sql = `SELECT 1 FROM market m
     WHERE m.venue = ?1 AND ${OF_ASSETS} AND (
       EXISTS (SELECT 1 FROM trade_block b WHERE b.first <= m.id AND b.last >= m.id AND b.from_ms <= ?4 AND b.to_ms >= ?3)
       OR EXISTS (SELECT 1 FROM journal j WHERE ?3 <= ?4)) LIMIT 1`;
  return findRow(file, sql, query);
}

function findRow(file: DayFile, sql: string, { venue, assets, fromMs, toMs }: WindowQuery): boolean {
  const row = file.rows.get(sql, venue, assets === null ? null : JSON.stringify(assets), fromMs, toMs);
  return row !== undefined;
}
