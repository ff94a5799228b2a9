import { Type } from 'typebox';
import { NULL_WHEN } from './null-when.ts';
import { assetIdField, bool, int, named, nullable, num, storeKeyField, text, venueField } from './schema.ts';

/** `apiVersion` of every body for programs. */
export const apiVersionField = () =>
  named(
    'ApiVersion',
    Type.Unsafe<'v1'>({
      type: 'string',
      const: 'v1',
      description: 'Version of this body. Within it, members are only ever added.',
      examples: ['v1'],
    }),
  );

/** The asset, its venue and its key in the store. */
export const identity = () => ({
  asset: assetIdField(),
  venue: venueField('Venue of the asset.'),
  storeKey: storeKeyField(),
});

/** What a bundle and a quote say of the price. */
export const priceFields = () => ({
  last: nullable(
    num('Mark price of a perpetual, recorded price of a binary (of Yes).', 87_250.5),
    'there is no price, or the asset left its venue unrecorded',
  ),
  bid: nullable(
    num('Best bid of the feed, the stream or a fresh book, whichever is newest.', 87_250),
    NULL_WHEN.noTouch,
  ),
  ask: nullable(num('Best ask, from the same source as the bid.', 87_252), NULL_WHEN.noTouch),
  spreadBps: nullable(
    num('Ask less bid over their middle.', 0.23),
    'bid or ask is missing or 0, or they cross',
  ),
  spreadPts: nullable(
    num('Probabilities: ask less bid in percentage points.', 2),
    'the asset is a perpetual, bid or ask is missing or 0, or they cross',
  ),
  fairValue: nullable(num('The same as fairValue.value of the bundle.', 87_240), NULL_WHEN.noFairValue),
  basisBps: nullable(
    num('Last over fair value, less one; positive: this venue is rich.', 1.2),
    'last or the fair value is null',
  ),
  basisPts: nullable(
    num('Probabilities: last less fair value in percentage points.', 1.7),
    'the asset is a perpetual, or last or the fair value is null',
  ),
});

/** What a probability moved by in 24 hours. */
export const change24hPtsField = (whenNull: string) =>
  nullable(num('Probabilities: change of 24 hours in percentage points.', 9.8), whenNull);

/** Whether the feed of the venue is out of date. */
export const isStaleField = () =>
  named('IsStale', bool("The venue's newest poll result is older than 120 s or lacks the asset.", false));

/** How old the feed of the venue is. */
export const feedAgeField = () =>
  nullable(int("Age of the venue's newest poll result in ms.", 2_100), 'the venue has not answered yet');

/** The page of the asset at its venue. */
export const nativeUrl = () => text('Where the asset is traded.', 'https://app.hyperliquid.xyz/trade/BTC');
