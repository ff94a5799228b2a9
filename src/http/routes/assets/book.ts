import { Type } from 'typebox';
import { type Clock, computeAge } from '../../../domain/index.ts';
import { BOOK_FRESH_MS } from '../../../feed/live-books.ts';
import type { AssetFinder, BookReader } from '../../../feed/readers.ts';
import { requireBook } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { bookReadAtField, venueTimeField } from '../../shapes/feed-fields.ts';
import { priceLevels } from '../../shapes/price-levels.ts';

export interface BookOptions {
  readonly assets: AssetFinder;
  readonly books: BookReader;
  readonly clock: Clock;
}

/** GET /api/book/:asset: the live book of an asset of any kind. Binaries have the prices of Yes. */
export const registerBook: Registration<BookOptions> = (app, { assets, books, clock }) => {
  app.get(
    '/api/book/:asset',
    {
      config: { access: 'free', cacheSeconds: 4 },
      schema: {
        operationId: 'getBook',
        summary: 'Live order book of one asset',
        description:
          'Books of binaries are in terms of Yes. A book that the venue confirms to be empty gives two empty lists; a book that could not be read gives 503.',
        tags: ['assets'],
        params: Type.Object({ asset: s.assetParam() }),
        response: {
          200: s.object('Order book.', {
            ok: s.okTrue(),
            asset: s.assetIdField(),
            kind: s.kindField(),
            bids: priceLevels('Bids, best (highest) first.'),
            asks: priceLevels('Asks, best (lowest) first.'),
            fetchedAt: bookReadAtField(),
            stale: s.bool(
              'Whether the venue did not answer, so that the book is up to two minutes old.',
              false,
            ),
            venueTime: venueTimeField(),
          }),
          ...s.failures('validation_failed', 'asset_not_found', 'upstream_unavailable'),
        },
      },
    },
    async ({ params }) => {
      const { ref, book } = await requireBook(assets, books, params.asset);
      return {
        ok: true as const,
        asset: ref.asset,
        kind: ref.kind,
        bids: book.bids,
        asks: book.asks,
        fetchedAt: book.receivedAt,
        stale: computeAge(clock(), book.receivedAt) > BOOK_FRESH_MS,
        venueTime: book.venueTime,
      };
    },
  );
};
