import type { TSchema } from 'typebox';
import * as s from '../schemas/schema.ts';

const SIDES = ['buy', 'sell'] as const;
const SIZE_UNITS = ['quote', 'base'] as const;
const MAX_SIZE = 1e9;

/** Builds the schema of the query parameters of a market order. */
export const orderParams = () => ({
  size: s.num('Size of the order in sizeUnit.', 25_000, {
    exclusiveMinimum: 0,
    maximum: MAX_SIZE,
  }),
  side: s.choice('Side of the order: `buy` takes asks, `sell` takes bids.', SIDES),
  sizeUnit: s.choice('Unit of the size. `quote`: USD; `base`: units or contracts.', SIZE_UNITS, {
    default: 'quote',
  }),
});

/** Builds the schema of the order in a response. */
export const orderField = () =>
  s.named(
    'MarketOrder',
    s.object('Parameters of the request.', {
      size: s.num('Size of the order.', 25_000),
      side: s.choice('Side of the order.', SIDES),
      sizeUnit: s.choice('Unit of the size.', SIZE_UNITS),
    }),
  );

export const fullyFilledField = () => s.bool('Whether the whole order was filled.', true);

/** Schema of the result of a market order. @param fullyFilled Schema of whether the order was filled completely. */
export const slippageResult = <Filled extends TSchema>(fullyFilled: Filled) =>
  s.object('Result of the order. Basis points are relative to the mid, and usually positive for a buy.', {
    side: s.choice('Side of the order.', SIDES),
    midPrice: s.nullable(
      s.num('Midpoint of the best bid and the best ask.', 87_251),
      'a side of the book is empty',
    ),
    topPrice: s.nullable(s.num('Best price on the side that the order takes.', 87_252), 'that side is empty'),
    baseFilled: s.num('Filled units or contracts.', 0.2865),
    quoteFilled: s.num('Filled amount in USD.', 25_000),
    remaining: s.num('Part that the book could not fill, in sizeUnit.', 0),
    fullyFilled,
    avgPrice: s.nullable(s.num('Volume-weighted average price.', 87_253.2), 'nothing was filled'),
    slippageBps: s.nullable(
      s.num('Distance of avgPrice from the mid in basis points.', 0.25),
      'avgPrice or midPrice is null',
    ),
    worstFillPrice: s.nullable(s.num('Price of the last level that was used.', 87_256), 'nothing was filled'),
    worstFillBps: s.nullable(
      s.num('Distance of worstFillPrice from the mid in basis points.', 0.57),
      'worstFillPrice or midPrice is null',
    ),
    levelsConsumed: s.int('Levels used, including a partly used one.', 4),
    tiers: s.array(
      'Fills by distance from the mid; tiers without a fill are left out.',
      s.named(
        'SlippageTier',
        s.object('Fills within one range of distances.', {
          bpsFrom: s.num('Start of the range in basis points, inclusive.', 0),
          bpsTo: s.nullable(s.num('End of the range in basis points, exclusive.', 1), 'the range has no end'),
          baseFilled: s.num('Filled units or contracts.', 0.2865),
          quoteFilled: s.num('Filled amount in USD.', 25_000),
        }),
      ),
    ),
  });
