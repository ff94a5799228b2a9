import { Type } from 'typebox';
import { slippage } from '../../../analytics/index.ts';
import { type Clock, computeAge, formatIsoTime } from '../../../domain/index.ts';
import { BOOK_FRESH_MS } from '../../../feed/live-books.ts';
import type { AssetFinder, BookReader } from '../../../feed/readers.ts';
import { requireBook } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { bookReadAtField } from '../../shapes/feed-fields.ts';
import { assetFields } from './shapes/asset-fields.ts';

const SIDES = ['buy', 'sell'] as const;
const SIZE_UNITS = ['quote', 'base'] as const;
const MAX_SIZE = 1e9;

export interface SlippageRouteOptions {
  readonly assets: AssetFinder;
  readonly books: BookReader;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/slippage: a market order walked through the live book. */
export const registerSlippage: Registration<SlippageRouteOptions> = (app, { assets, books, clock }) => {
  app.get(
    '/api/asset/:asset/slippage',
    {
      config: { access: 'free', cacheSeconds: 10 },
      schema: {
        operationId: 'getSlippage',
        summary: 'Cost of a market order on the live book',
        description:
          'Binaries are bought and sold in terms of Yes. An empty book gives an answer in which nothing is filled; a book that could not be read gives 503.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          size: s.num('Size of the order in sizeUnit.', 25_000, {
            exclusiveMinimum: 0,
            maximum: MAX_SIZE,
          }),
          side: s.choice('Side of the order: `buy` takes asks, `sell` takes bids.', SIDES),
          sizeUnit: s.choice('Unit of the size. `quote`: USD; `base`: units or contracts.', SIZE_UNITS, {
            default: 'quote',
          }),
        }),
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
  params: s.object('Parameters of the request.', {
    size: s.num('Size of the order.', 25_000),
    side: s.choice('Side of the order.', SIDES),
    sizeUnit: s.choice('Unit of the size.', SIZE_UNITS),
  }),
  result: s.object(
    'Result of the order. Basis points are relative to the mid, and usually positive for a buy.',
    {
      side: s.choice('Side of the order.', SIDES),
      midPrice: s.nullable(
        s.num('Midpoint of the best bid and the best ask.', 87_251),
        'a side of the book is empty',
      ),
      topPrice: s.nullable(
        s.num('Best price on the side that the order takes.', 87_252),
        'that side is empty',
      ),
      baseFilled: s.num('Filled units or contracts.', 0.2865),
      quoteFilled: s.num('Filled amount in USD.', 25_000),
      remaining: s.num('Part that the book could not fill, in sizeUnit.', 0),
      fullyFilled: s.bool('Whether the whole order was filled.', true),
      avgPrice: s.nullable(s.num('Volume-weighted average price.', 87_253.2), 'nothing was filled'),
      slippageBps: s.nullable(
        s.num('Distance of avgPrice from the mid in basis points.', 0.25),
        'avgPrice or midPrice is null',
      ),
      worstFillPrice: s.nullable(
        s.num('Price of the last level that was used.', 87_256),
        'nothing was filled',
      ),
      worstFillBps: s.nullable(
        s.num('Distance of worstFillPrice from the mid in basis points.', 0.57),
        'worstFillPrice or midPrice is null',
      ),
      levelsConsumed: s.int('Levels used, including a partly used one.', 4),
      tiers: s.array(
        'Fills by distance from the mid; tiers without a fill are left out.',
        s.object('Fills within one range of distances.', {
          bpsFrom: s.num('Start of the range in basis points, inclusive.', 0),
          bpsTo: s.nullable(s.num('End of the range in basis points, exclusive.', 1), 'the range has no end'),
          baseFilled: s.num('Filled units or contracts.', 0.2865),
          quoteFilled: s.num('Filled amount in USD.', 25_000),
        }),
      ),
    },
  ),
});
