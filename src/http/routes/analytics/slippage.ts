import { Type } from 'typebox';
import { slippage } from '../../../analytics/index.ts';
import { type Clock, isoTime } from '../../../domain/index.ts';
import { BOOK_FRESH_MS } from '../../../feed/live-books.ts';
import type { AssetFinder, BookReader } from '../../../feed/readers.ts';
import { fromUpstream, requireAsset } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import { assetFields } from '../../schemas/assets.ts';
import {
  array,
  assetParam,
  bool,
  choice,
  epochMsField,
  failures,
  generatedAtField,
  int,
  nullable,
  num,
  object,
  queryParams,
} from '../../schemas/schema.ts';

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
        summary: 'What a market order would pay on the live book',
        description:
          'Binaries are bought and sold in terms of Yes. An empty book is an answer that fills nothing; a book that could not be read is 503.',
        tags: ['analytics'],
        params: Type.Object({ asset: assetParam() }),
        querystring: queryParams({
          size: num('Size of the order, in sizeUnit.', 25_000, {
            exclusiveMinimum: 0,
            maximum: MAX_SIZE,
          }),
          side: choice('buy takes asks, sell takes bids.', SIDES),
          sizeUnit: choice('quote: USD; base: units or contracts.', SIZE_UNITS, { default: 'quote' }),
        }),
        response: {
          200: slippageSchema,
          ...failures('validation_failed', 'asset_not_found', 'upstream_unavailable'),
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

const slippageSchema = object('One order walked through one book.', {
  ...assetFields(),
  generatedAt: generatedAtField(),
  mode: choice('The book is the one of now.', ['live']),
  fetchedAt: epochMsField('When the venue gave the book, by our clock.'),
  stale: bool('The venue could not be asked again; the book is of up to two minutes ago.', false),
  params: object('As asked.', {
    size: num('Size.', 25_000),
    side: choice('Side.', SIDES),
    sizeUnit: choice('Unit of the size.', SIZE_UNITS),
  }),
  result: object('Basis points are signed against the mid: positive for a buy in an ordinary book.', {
    side: choice('Side.', SIDES),
    midPrice: nullable(
      num('Middle of the best bid and the best ask.', 87_251),
      'a side of the book is empty',
    ),
    topPrice: nullable(num('Best price of the side that is taken.', 87_252), 'it is empty'),
    baseFilled: num('Units or contracts filled.', 0.2865),
    quoteFilled: num('USD filled.', 25_000),
    remaining: num('What the book could not fill, in sizeUnit.', 0),
    fullyFilled: bool('Whether nothing remained.', true),
    avgPrice: nullable(num('Volume-weighted.', 87_253.2), 'nothing was filled'),
    slippageBps: nullable(num('Average price against the mid.', 0.25), 'avgPrice or midPrice is null'),
    worstFillPrice: nullable(num('Price of the last level touched.', 87_256), 'nothing was filled'),
    worstFillBps: nullable(num('The same against the mid.', 0.57), 'it or midPrice is null'),
    levelsConsumed: int('Levels touched, a partial one included.', 4),
    tiers: array(
      'Fills by distance from the mid; only tiers with a fill.',
      object('One tier.', {
        bpsFrom: num('Nearest distance, inclusive.', 0),
        bpsTo: nullable(num('Farthest distance, exclusive.', 1), 'there is no end'),
        baseFilled: num('Units or contracts filled.', 0.2865),
        quoteFilled: num('USD filled.', 25_000),
      }),
    ),
  }),
});
