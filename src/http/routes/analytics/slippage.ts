import { Type } from 'typebox';
import { slippage } from '../../../analytics/index.ts';
import { type Clock, computeAge, formatIsoTime } from '../../../domain/index.ts';
import { BOOK_FRESH_MS } from '../../../feed/live-books.ts';
import type { AssetFinder, BookReader } from '../../../feed/readers.ts';
import { requireBook } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { assetFields } from '../../shapes/asset-fields.ts';
import { bookReadAtField } from '../../shapes/feed-fields.ts';
import { fullyFilledField, orderField, orderParams, slippageResult } from '../../shapes/slippage-fields.ts';

export interface SlippageRouteOptions {
  readonly assets: AssetFinder;
  readonly books: BookReader;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/slippage: cost of a market order that is filled from the live book. */
export const registerSlippage: Registration<SlippageRouteOptions> = (app, { assets, books, clock }) => {
  app.get(
    '/api/asset/:asset/slippage',
    {
      config: { access: 'free', cacheSeconds: 10 },
      schema: {
        operationId: 'getSlippage',
        summary: 'Cost of a market order on the live book',
        description:
          'Binaries are bought and sold in terms of Yes. An empty book fills nothing; a book that could not be read gives 503.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams(orderParams()),
        response: {
          200: slippageSchema,
          ...s.failures('validation_failed', 'asset_not_found', 'upstream_unavailable'),
        },
      },
    },
    async ({ params, query: { size, side, sizeUnit } }) => {
      const { ref, book } = await requireBook(assets, books, params.asset);
      return {
        ok: true as const,
        asset: ref.asset,
        kind: ref.kind,
        venue: ref.venue,
        generatedAt: formatIsoTime(clock()),
        mode: 'live' as const,
        fetchedAt: book.receivedAt,
        stale: computeAge(clock(), book.receivedAt) > BOOK_FRESH_MS,
        params: { size, side, sizeUnit },
        result: slippage(book, { size, side, sizeUnit }),
      };
    },
  );
};

const slippageSchema = s.object('Cost of one order against the live book.', {
  ...assetFields(),
  generatedAt: s.generatedAtField(),
  mode: s.choice('Always `live`: the current book is used.', ['live']),
  fetchedAt: bookReadAtField(),
  stale: s.bool('Whether the venue did not answer, so that the book is up to two minutes old.', false),
  params: orderField(),
  result: slippageResult(fullyFilledField()),
});
