import { Type } from 'typebox';
import { slippage } from '../../../analytics/index.ts';
import { type Clock, isoTime } from '../../../domain/index.ts';
import { BOOK_FRESH_MS } from '../../../feed/live-books.ts';
import type { AssetFinder, BookReader } from '../../../feed/readers.ts';
import { fromUpstream, requireAsset } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import { assetFields } from '../../schemas/assets.ts';
import * as s from '../../schemas/schema.ts';

const SIDES = ['buy', 'sell'] as const;
const SIZE_UNITS = ['quote', 'base'] as const;
const MAX_SIZE = 1e9;

export interface SlippageOptions {
  readonly assets: AssetFinder;
  readonly books: BookReader;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/slippage: a market order walked through the live book. */
export const registerSlippage: Registration<SlippageOptions> = (app, { assets, books, clock }) => {
  app.get(
    '/api/asset/:asset/slippage',
    {
      config: { access: 'free', cacheSeconds: 10 },
      schema: {
        operationId: 'getSlippage',
        summary: 'Cost of a market order on the live book',
        description:
          'Binaries are bought and sold in terms of Yes. An empty book is an answer that fills nothing; a book that could not be read is 503.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          size: s.num('Size of the order, in sizeUnit.', 25_000, {
            exclusiveMinimum: 0,
            maximum: MAX_SIZE,
          }),
          side: s.choice('buy takes asks, sell takes bids.', SIDES),
          sizeUnit: s.choice('quote: USD; base: units or contracts.', SIZE_UNITS, { default: 'quote' }),
        }),
        response: {
          200: slippageSchema,
          ...s.failures('validation_failed', 'asset_not_found', 'upstream_unavailable'),
        },
      },
    },
    async ({ params, query: { size, side, sizeUnit } }) => {
      const { ref } = await requireAsset(assets, params.asset);
      const book = await books.book(ref).catch((error: unknown) => {
        throw fromUpstream(error, `book of ${ref.asset}`);
      });
      return {
        ok: true as const,
        asset: ref.asset,
        kind: ref.kind,
        venue: ref.venue,
        generatedAt: isoTime(clock()),
        mode: 'live' as const,
        fetchedAt: book.receivedAt,
        stale: clock() - book.receivedAt > BOOK_FRESH_MS,
        params: { size, side, sizeUnit },
        result: slippage(book, { size, side, sizeUnit }),
      };
    },
  );
};

const slippageSchema = s.object('One order walked through one book.', {
  ...assetFields(),
  generatedAt: s.generatedAtField(),
  mode: s.choice('The book is the one of now.', ['live']),
  fetchedAt: s.epochMsField('When the venue gave the book, by our clock.'),
  stale: s.bool('The venue did not answer; the book is up to two minutes old.', false),
  params: s.object('As asked.', {
    size: s.num('Size.', 25_000),
    side: s.choice('Side.', SIDES),
    sizeUnit: s.choice('Unit of the size.', SIZE_UNITS),
  }),
  result: s.object('Basis points are signed against the mid: positive for a buy in an ordinary book.', {
    side: s.choice('Side.', SIDES),
    midPrice: s.nullable(
      s.num('Middle of the best bid and the best ask.', 87_251),
      'a side of the book is empty',
    ),
    topPrice: s.nullable(s.num('Best price of the side that is taken.', 87_252), 'it is empty'),
    baseFilled: s.num('Units or contracts filled.', 0.2865),
    quoteFilled: s.num('USD filled.', 25_000),
    remaining: s.num('What the book could not fill, in sizeUnit.', 0),
    fullyFilled: s.bool('Whether nothing remained.', true),
    avgPrice: s.nullable(s.num('Volume-weighted.', 87_253.2), 'nothing was filled'),
    slippageBps: s.nullable(s.num('Average price against the mid.', 0.25), 'avgPrice or midPrice is null'),
    worstFillPrice: s.nullable(s.num('Price of the last level touched.', 87_256), 'nothing was filled'),
    worstFillBps: s.nullable(s.num('The same against the mid.', 0.57), 'it or midPrice is null'),
    levelsConsumed: s.int('Levels touched, a partial one included.', 4),
    tiers: s.array(
      'Fills by distance from the mid; only tiers with a fill.',
      s.object('One tier.', {
        bpsFrom: s.num('Nearest distance, inclusive.', 0),
        bpsTo: s.nullable(s.num('Farthest distance, exclusive.', 1), 'there is no end'),
        baseFilled: s.num('Units or contracts filled.', 0.2865),
        quoteFilled: s.num('USD filled.', 25_000),
      }),
    ),
  }),
});
