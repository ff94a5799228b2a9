import { Type } from 'typebox';
import { NULL_WHEN } from './null-when.ts';
import * as s from './schema.ts';

/** `apiVersion` of every body for programs. */
export const apiVersionField = () =>
  s.named(
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
  asset: s.assetIdField(),
  venue: s.venueField('Venue of the asset.'),
  storeKey: s.storeKeyField(),
});

/** Price fields of bundles and quotes. */
export const priceFields = () => ({
  last: s.nullable(
    s.num('Mark price of a perpetual, recorded price of a binary (of Yes).', 87_250.5),
    'there is no price, or the asset left its venue unrecorded',
  ),
  bid: s.nullable(
    s.num('Best bid of the feed, the stream or a fresh book, whichever is newest.', 87_250),
    NULL_WHEN.noTouch,
  ),
  ask: s.nullable(s.num('Best ask, from the same source as the bid.', 87_252), NULL_WHEN.noTouch),
  spreadBps: s.nullable(
    s.num('Ask less bid over their middle.', 0.23),
    'bid or ask is missing or 0, or they cross',
  ),
  spreadPts: s.nullable(
    s.num('Probabilities: ask less bid in percentage points.', 2),
    'the asset is a perpetual, bid or ask is missing or 0, or they cross',
  ),
  fairValue: s.nullable(s.num('The same as fairValue.value of the bundle.', 87_240), NULL_WHEN.noFairValue),
  basisBps: s.nullable(
    s.num('Last over fair value, less one; positive: this venue is rich.', 1.2),
    'last or the fair value is null',
  ),
  basisPts: s.nullable(
    s.num('Probabilities: last less fair value in percentage points.', 1.7),
    'the asset is a perpetual, or last or the fair value is null',
  ),
});

/** Change of a probability in 24 hours. */
export const change24hPtsField = (whenNull: string) =>
  s.nullable(s.num('Probabilities: change of 24 hours in percentage points.', 9.8), whenNull);

/** Whether the feed of the venue is out of date. */
export const isStaleField = () =>
  s.named('IsStale', s.bool("The venue's newest poll result is older than 120 s or lacks the asset.", false));

/** Age of the venue's feed. */
export const feedAgeField = () =>
  s.nullable(s.int("Age of the venue's newest poll result in ms.", 2_100), 'the venue has not answered yet');

/** The page of the asset at its venue. */
export const nativeUrl = () => s.text('Where the asset is traded.', 'https://app.hyperliquid.xyz/trade/BTC');
