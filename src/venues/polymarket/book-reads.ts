import { type Book, type Clock, findTextMember, UpstreamError } from '../../domain/index.ts';
import type { UpstreamClient } from '../../upstream/client.ts';
import { refuse } from '../../upstream/intake.ts';
import { readEach } from '../../upstream/read-each.ts';
import { createEmptyBook, normaliseBook } from './normalise-book.ts';
import { bookLevel, type ClobBook, clobBook, clobBookRow, clobBooks } from './wire.ts';

export interface BookReadsOptions {
  readonly clob: UpstreamClient;
  readonly clobUrl: string;
  readonly clock: Clock;
}

/** A token, and the asset whose book is that of the token. */
export interface BookOf {
  readonly token: string;
  readonly asset: string;
}

/** Number of tokens in one call for several books. The venue refuses a body of more than about 500. */
export const MAX_BOOKS = 250;
/** Half as many calls for several books are allowed as for the routes by which the budget is measured. */
const BOOKS_WEIGHT = 2;

/** Reads books of single tokens, and of several in one call. */
export class BookReads {
  readonly #options: BookReadsOptions;

  constructor(options: BookReadsOptions) {
    this.#options = options;
  }

  /** Reads the live book of a token. A 404 means that the market has no book, and gives an empty one. */
  async read({ token, asset }: BookOf, signal: AbortSignal): Promise<Book> {
    const { clob, clobUrl, clock } = this.#options;
    const url = `${clobUrl}/book?token_id=${token}`;
    try {
      const book = await clob.read({ url, weight: 1, priority: 'book', signal }, clobBook);
      if (book.asset_id !== token) {
        this.#refuseOther(clobBook, book.asset_id, asset);
        throw new UpstreamError('malformed', `polymarket-clob: requested the book of ${asset}, got another`);
      }
      return this.#normalise(book, asset);
    } catch (error) {
      if (isWithoutBook(error)) return createEmptyBook(asset, clock());
      throw error;
    }
  }

  /**
   * Reads the live books of up to {@link MAX_BOOKS} tokens, by asset. A token that the venue leaves out, or whose book is
   * malformed, has none.
   */
  async readMany(wanted: readonly BookOf[], signal: AbortSignal): Promise<ReadonlyMap<string, Book>> {
    const { clob, clobUrl } = this.#options;
    const body = wanted.map(({ token }) => ({ token_id: token }));
    const call = { method: 'POST', body, weight: BOOKS_WEIGHT, priority: 'book', signal } as const;
    const rows = await clob.read({ url: `${clobUrl}/books`, ...call }, clobBooks);
    const assets = new Map(wanted.map(({ token, asset }) => [token, asset]));
    const books = new Map<string, Book>();
    for (const row of clob.intake.readRows(rows, clobBookRow, nameRow)) {
      const asset = assets.get(row.asset_id);
      if (asset === undefined) {
        this.#refuseOther(clobBookRow, row.asset_id, row.asset_id);
        continue;
      }
      try {
        books.set(asset, this.#normalise(row, asset));
      } catch (error) {
        // Counted with its levels.
        if (!(error instanceof UpstreamError)) throw error;
      }
    }
    return books;
  }

  #normalise(book: ClobBook, asset: string): Book {
    const [bids = [], asks = []] = [book.bids, book.asks].map((side) =>
      readEach(this.#options.clob.intake, side, bookLevel, asset),
    );
    return normaliseBook({ ...book, bids, asks }, asset, this.#options.clock());
  }

  #refuseOther({ name, endpoint }: typeof clobBook, token: string, row: string): void {
    const at = { endpoint, row, member: '/asset_id', value: token };
    this.#options.clob.intake.count(refuse(name, 'the book is of another token', at));
  }
}

function nameRow(row: unknown, position = 0): string {
  return findTextMember(row, 'asset_id') ?? `row ${position}`;
}

function isWithoutBook(error: unknown): boolean {
  return (
    error instanceof UpstreamError &&
    error.failure === 'not_found' &&
    /no orderbook exists/i.test(error.message)
  );
}
