import type { Static, TSchema } from 'typebox';
import { findTextMember, UpstreamError } from '../../domain/index.ts';
import type { WireSchema } from '../../upstream/client.ts';
import { type Intake, refuse } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import type { RequestOptions } from '../../upstream/upstream-request.ts';
import {
  bookAnswer,
  bookLevel,
  bookRow,
  booksAnswer,
  type KalshiBook,
  type KalshiBookSides,
} from './wire.ts';

export interface BookReadsOptions {
  /** Reads a path of the API. @throws {UpstreamError} */
  readonly read: <Schema extends TSchema>(
    path: string,
    wire: WireSchema<Schema>,
    asking: RequestOptions,
  ) => Promise<Static<Schema>>;
  readonly intake: Intake;
}

/** Maximum number of markets in one call for several books. */
export const MAX_BOOKS = 100;

/** Reads books of single markets, and of several in one call. */
export class BookReads {
  readonly #options: BookReadsOptions;

  constructor(options: BookReadsOptions) {
    this.#options = options;
  }

  async read(ticker: string, asking: RequestOptions): Promise<KalshiBookSides> {
    const path = `/markets/${encodeURIComponent(ticker)}/orderbook`;
    return this.#readLevels(await this.#options.read(path, bookAnswer, asking), ticker);
  }

  /**
   * Reads the books of up to {@link MAX_BOOKS} markets, by ticker. A market that the venue leaves out, or whose book is
   * malformed, has none.
   */
  async readMany(
    tickers: readonly string[],
    asking: RequestOptions,
  ): Promise<ReadonlyMap<string, KalshiBookSides>> {
    // A list with commas gives one book, so the parameter is repeated.
    const query = tickers.map((ticker) => `tickers=${encodeURIComponent(ticker)}`).join('&');
    const { orderbooks } = await this.#options.read(`/markets/orderbooks?${query}`, booksAnswer, asking);
    const requested = new Set(tickers);
    const books = new Map<string, KalshiBookSides>();
    for (const row of this.#options.intake.readRows(orderbooks, bookRow, nameRow)) {
      if (!requested.has(row.ticker)) {
        this.#refuseOther(row.ticker);
        continue;
      }
      try {
        books.set(row.ticker, this.#readLevels(row, row.ticker));
      } catch (error) {
        // Counted with its levels.
        if (!(error instanceof UpstreamError)) throw error;
      }
    }
    return books;
  }

  #readLevels(book: KalshiBook, ticker: string): KalshiBookSides {
    const sides = 'orderbook_fp' in book ? book.orderbook_fp : book.orderbook;
    const read = (levels: readonly unknown[] | null | undefined) =>
      readEach(this.#options.intake, levels ?? [], bookLevel, ticker);
    return { yes_dollars: read(sides.yes_dollars), no_dollars: read(sides.no_dollars) };
  }

  #refuseOther(ticker: string): void {
    const at = { endpoint: bookRow.endpoint, row: ticker, member: '/ticker', value: ticker };
    this.#options.intake.count(
      refuse(bookRow.name, 'the book is of a market that was not requested', at),
      true,
    );
  }
}

function nameRow(row: unknown, position = 0): string {
  return findTextMember(row, 'ticker') ?? `row ${position}`;
}
