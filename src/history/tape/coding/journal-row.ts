import { encodeBooks, encodePlanned } from './book-block.ts';
import type { BookRun, MarketChoice } from './book-run.ts';
import { ByteReader, ByteWriter, DamagedBlock } from './bytes.ts';
import { isWholeBlock } from './columns.ts';
import { OpenBlock } from './open-block.ts';
import type { PlannedRun } from './planned-runs.ts';
import { decodeTrades, encodeTrades, type TradeRun } from './trade-block.ts';

/** Content of a commit that is in no slice yet. */
export interface JournalData {
  readonly books: readonly BookRun[];
  readonly trades: readonly TradeRun[];
}

/** Bytes of a row of the journal: either block with its length before it, 0 for none. */
export function encodeJournal({ books, trades }: JournalData, fromMs: number): Uint8Array {
  return joinRow(books.length === 0 ? NOTHING : encodeBooks(books, fromMs, 'journal'), trades, fromMs);
}

/** The same of runs that stand among frames of all markets. */
export function encodePlannedJournal(
  { books, trades }: { readonly books: readonly PlannedRun[]; readonly trades: readonly TradeRun[] },
  fromMs: number,
): Uint8Array {
  return joinRow(books.length === 0 ? NOTHING : encodePlanned(books, fromMs, 'journal'), trades, fromMs);
}

const NOTHING = new Uint8Array();

function joinRow(books: Uint8Array, trades: readonly TradeRun[], fromMs: number): Uint8Array {
  const writer = new ByteWriter(256);
  const blocks = [books, trades.length === 0 ? NOTHING : encodeTrades(trades, fromMs, 'journal')];
  for (const block of blocks) {
    writer.varint(block.length);
    writer.raw(block);
  }
  return writer.bytes();
}

/** Runs of a row of the journal. Throws `DamagedBlock`. */
export function decodeJournal(data: Uint8Array, fromMs: number): JournalData {
  return {
    books: decodeJournalBooks(data, fromMs),
    trades: decodeJournalTrades(data, fromMs),
  };
}

/** Books of a row of the journal; null where it has none. Throws `DamagedBlock`. */
export function openJournalBooks(data: Uint8Array, fromMs: number): OpenBlock | null {
  const [books] = splitRow(data);
  return books.length === 0 ? null : new OpenBlock(books, fromMs);
}

/**
 * Books of a row of the journal, of some markets alone where they are named. Throws `DamagedBlock`.
 *
 * @param only Numbers of the markets.
 */
export function decodeJournalBooks(data: Uint8Array, fromMs: number, only?: MarketChoice): BookRun[] {
  return openJournalBooks(data, fromMs)?.readRuns(only) ?? [];
}

/**
 * Trades of a row of the journal, of some markets alone where they are named. Throws `DamagedBlock`.
 *
 * @param only Numbers of the markets.
 */
export function decodeJournalTrades(
  data: Uint8Array,
  fromMs: number,
  only?: ReadonlySet<number>,
): TradeRun[] {
  const [, trades] = splitRow(data);
  return trades.length === 0 ? [] : decodeTrades(trades, fromMs, only);
}

/** The two blocks of a row of the journal; empty: none. Throws `DamagedBlock`. */
export function splitJournal(data: Uint8Array): { readonly books: Uint8Array; readonly trades: Uint8Array } {
  const [books, trades] = splitRow(data);
  return { books, trades };
}

function splitRow(data: Uint8Array): [books: Uint8Array, trades: Uint8Array] {
  const reader = new ByteReader(data);
  const books = reader.raw(reader.varint());
  const trades = reader.raw(reader.varint());
  reader.end();
  return [books, trades];
}

/** Whether the checksums of both blocks of a row are right. */
export function isWholeJournal(data: unknown, fromMs: number): boolean {
  if (!(data instanceof Uint8Array)) return false;
  try {
    return splitRow(data).every((block) => block.length === 0 || isWholeBlock(block, fromMs));
  } catch (error) {
    if (error instanceof DamagedBlock) return false;
    throw error;
  }
}
