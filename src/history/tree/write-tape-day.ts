import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isVenueId } from '../../domain/index.ts';
import { ROW_GROUP_ROWS } from '../formats/parquet/open-parquet-writer.ts';
import {
  type BookRows,
  type TapeBooksRead,
  TapeDayChangedError,
  type TapeDayRead,
  type TapeTreeSource,
  type TradeRows,
} from '../tape/contract/tape-tree-source.ts';
import { formatDayFolder, getDaySpan, type TreeDay } from './days.ts';
import type { TreePart } from './manifest.ts';
import { type FileForm, toUnfinished } from './part-file.ts';
import type { PartRows } from './part-rows.ts';
import type { TapeContent, TapeTable } from './tables.ts';
import { toBookRows, toSpanRows, toTradeRows } from './tape-rows.ts';
import type { DamagedSpan, SeriesSelection, TreeWindow } from './tree-source.ts';
import { type UnfinishedPart, writeParts } from './write-parts.ts';

/** Maximum number of times that a day is read again because it changed. */
const MAX_CHANGES = 3;

/** A day of books or trades. */
export type TapeTreeDay = TreeDay & { readonly table: TapeContent };

export function isTapeDay(day: TreeDay): day is TapeTreeDay {
  return day.table !== 'observations';
}

export interface TapeDayTarget extends FileForm {
  readonly directory: string;
  readonly selection: SeriesSelection;
  readonly window: TreeWindow;
  /** Approximate number of rows of a part. Default: 4 million. */
  readonly partRows?: number;
}

export interface WrittenTapeDay {
  readonly parts: readonly TreePart[];
  /** Damage of the day: what could not be read. */
  readonly damaged: readonly DamagedSpan[];
}

/**
 * Writes the parts of one day of one venue: books with their spans, or trades.
 *
 * @throws {TapeDayChangedError} when the day changed during every attempt to read it.
 */
export async function writeTapeDay(
  tape: TapeTreeSource,
  day: TapeTreeDay,
  target: TapeDayTarget,
): Promise<WrittenTapeDay> {
  for (let changes = 0; ; changes++) {
    try {
      return await writeOnce(tape, day, target);
    } catch (error) {
      if (!(error instanceof TapeDayChangedError) || changes === MAX_CHANGES) throw error;
    }
  }
}

async function writeOnce(
  tape: TapeTreeSource,
  day: TapeTreeDay,
  { directory, selection, window, ...form }: TapeDayTarget,
): Promise<WrittenTapeDay> {
  const { venue } = day;
  if (!isVenueId(venue)) return { parts: [], damaged: [] };
  const { assets } = selection;
  const query = { venue, day: day.day, assets, rows: ROW_GROUP_ROWS, ...getDaySpan(day.day, window) };
  const unfinished: UnfinishedPart[] = [];
  const write = async (table: TapeTable, rows: Iterator<PartRows>) => {
    const folder = formatDayFolder({ ...day, table });
    unfinished.push(...(await writeParts(rows, { ...form, directory, table, folder })));
  };
  try {
    let read: TapeDayRead;
    if (day.table === 'books') {
      using books = new Returned<BookRows, TapeBooksRead>(tape.readBooks(query), toBookRows);
      await write('books', books.values());
      await write('bookSpans', toSpanRows(books.result.spans));
      read = books.result;
    } else {
      using trades = new Returned<TradeRows, TapeDayRead>(tape.readTrades(query), toTradeRows);
      await write('trades', trades.values());
      read = trades.result;
    }
    for (const { path: name } of unfinished) {
      const file = path.join(directory, name);
      await rename(toUnfinished(file), file);
    }
    const { seq, damage } = read;
    return { parts: unfinished.map((part) => ({ ...part, seq, closed: day.closed })), damaged: damage };
  } catch (error) {
    for (const { path: name } of unfinished)
      await rm(toUnfinished(path.join(directory, name)), { force: true });
    throw error;
  }
}

/** Iterates over a generator, and keeps its return value. */
class Returned<Rows, Result> {
  readonly #rows: Generator<Rows, Result>;
  readonly #toPartRows: (rows: Rows) => PartRows;
  #result: { readonly value: Result } | null = null;

  constructor(rows: Generator<Rows, Result>, toPartRows: (rows: Rows) => PartRows) {
    this.#rows = rows;
    this.#toPartRows = toPartRows;
  }

  *values(): Generator<PartRows> {
    for (;;) {
      const next = this.#rows.next();
      if (next.done !== true) yield this.#toPartRows(next.value);
      else {
        this.#result = { value: next.value };
        return;
      }
    }
  }

  /** Ends the generator if it was not read to its end, so that its files are closed. */
  [Symbol.dispose](): void {
    this.#rows.return(null as never);
  }

  get result(): Result {
    if (this.#result === null) throw new Error('the rows are not read to their end');
    return this.#result.value;
  }
}
