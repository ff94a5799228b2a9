import { encodeBooks, encodePlanned } from './book-block.ts';
import type { BookRun, MarketChoice } from './book-run.ts';
import { DamagedBlockError, VarintReader, VarintWriter } from './bytes.ts';
import { isWholeBlock } from './columns.ts';
import { OpenBlock } from './open-block.ts';
import type { PlannedRun } from './planned-runs.ts';
import { decodeTrades, encodeTrades, type TradeRun } from './trade-block.ts';

/** Content of a commit that is not in a slice yet. */
export interface JournalData {
  readonly books: readonly BookRun[];
  readonly trades: readonly TradeRun[];
}

/** Encodes a row of the journal: two blocks, each with its length before it, 0 when it is absent. */
export function encodeJournal({ books, trades }: JournalData, fromMs: number): Uint8Array {
  return joinRow(books.length === 0 ? NOTHING : encodeBooks(books, fromMs, 'journal'), trades, fromMs);
}

/** Encodes planned runs, whose frames are among those of all markets, as {@link encodeJournal} does. */
export function encodePlannedJournal(
  { books, trades }: { readonly books: readonly PlannedRun[]; readonly trades: readonly TradeRun[] },
  fromMs: number,
): Uint8Array {
  return joinRow(books.length === 0 ? NOTHING : encodePlanned(books, fromMs, 'journal'), trades, fromMs);
}

const NOTHING = new Uint8Array();

function joinRow(books: Uint8Array, trades: readonly TradeRun[], fromMs: number): Uint8Array {
  const writer = new VarintWriter(256);
  const blocks = [books, trades.length === 0 ? NOTHING : encodeTrades(trades, fromMs, 'journal')];
  for (const block of blocks) {
    writer.varint(block.length);
    writer.raw(block);
  }
  return writer.bytes();
}

/** Decodes a row of the journal. @throws {DamagedBlockError} when the bytes are damaged. */
export function decodeJournal(data: Uint8Array, fromMs: number): JournalData {
  return {
    books: decodeJournalBooks(data, fromMs),
    trades: decodeJournalTrades(data, fromMs),
  };
}

/** Opens the books of a row of the journal; null when it has none. @throws {DamagedBlockError} when bytes are damaged. */
export function openJournalBooks(data: Uint8Array, fromMs: number): OpenBlock | null {
  const [books] = splitRow(data);
  return books.length === 0 ? null : new OpenBlock(books, fromMs);
}

/**
 * Decodes the books of a row of the journal.
 *
 * @param only Numbers of the markets to decode. Default: all.
 * @throws {DamagedBlockError} when the bytes are damaged.
 */
export function decodeJournalBooks(data: Uint8Array, fromMs: number, only?: MarketChoice): BookRun[] {
  return openJournalBooks(data, fromMs)?.readRuns(only) ?? [];
}

/**
 * Decodes the trades of a row of the journal.
 *
 * @param only Numbers of the markets to decode. Default: all.
 * @throws {DamagedBlockError} when the bytes are damaged.
 */
export function decodeJournalTrades(
  data: Uint8Array,
  fromMs: number,
  only?: ReadonlySet<number>,
): TradeRun[] {
  const [, trades] = splitRow(data);
  return trades.length === 0 ? [] : decodeTrades(trades, fromMs, only);
}

/** Divides a row of the journal into its two blocks; an absent one is empty. @throws {DamagedBlockError} */
export function splitJournal(data: Uint8Array): { readonly books: Uint8Array; readonly trades: Uint8Array } {
  const [books, trades] = splitRow(data);
  return { books, trades };
}

function splitRow(data: Uint8Array): [books: Uint8Array, trades: Uint8Array] {
  const reader = new VarintReader(data);
  const books = reader.raw(reader.varint());
  const trades = reader.raw(reader.varint());
  reader.end();
  return [books, trades];
}

/** Whether the checksums of both blocks of a row match. */
export function isWholeJournal(data: unknown, fromMs: number): boolean {
  if (!(data instanceof Uint8Array)) return false;
  try {
    return splitRow(data).every((block) => block.length === 0 || isWholeBlock(block, fromMs));
  } catch (error) {
    if (error instanceof DamagedBlockError) return false;
    throw error;
  }
}
