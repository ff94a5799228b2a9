import { type BookRun, decodeBooks, encodeBooks } from './book-block.ts';
import { ByteReader, ByteWriter, DamagedBlock } from './bytes.ts';
import { isWholeBlock } from './columns.ts';
import { decodeTrades, encodeTrades, type TradeRun } from './trade-block.ts';

/** Content of a commit that is in no slice yet. */
export interface JournalData {
  readonly books: readonly BookRun[];
  readonly trades: readonly TradeRun[];
}

/** Bytes of a row of the journal: either block with its length before it, 0 for none. */
export function encodeJournal({ books, trades }: JournalData, fromMs: number): Uint8Array {
  const writer = new ByteWriter(256);
  const blocks = [
    books.length === 0 ? new Uint8Array() : encodeBooks(books, fromMs, 'journal'),
    trades.length === 0 ? new Uint8Array() : encodeTrades(trades, fromMs, 'journal'),
  ];
  for (const block of blocks) {
    writer.varint(block.length);
    writer.raw(block);
  }
  return writer.bytes();
}

/**
 * Runs of a row of the journal, books of one market alone where it is named. Throws `DamagedBlock`.
 *
 * @param only Number of the market.
 */
export function decodeJournal(data: Uint8Array, fromMs: number, only?: number): JournalData {
  const reader = new ByteReader(data);
  const books = reader.raw(reader.varint());
  const trades = reader.raw(reader.varint());
  reader.end();
  return {
    books: books.length === 0 ? [] : decodeBooks(books, fromMs, only),
    trades: trades.length === 0 ? [] : decodeTrades(trades, fromMs),
  };
}

/** Whether the checksums of both blocks of a row are right. */
export function isWholeJournal(data: unknown, fromMs: number): boolean {
  if (!(data instanceof Uint8Array)) return false;
  try {
    const reader = new ByteReader(data);
    const blocks = [reader.raw(reader.varint()), reader.raw(reader.varint())];
    reader.end();
    return blocks.every((block) => block.length === 0 || isWholeBlock(block, fromMs));
  } catch (error) {
    if (error instanceof DamagedBlock) return false;
    throw error;
  }
}
