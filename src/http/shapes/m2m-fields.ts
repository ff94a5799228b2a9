import { Type } from 'typebox';
import { NULL_WHEN } from '../schemas/null-when.ts';
import * as s from '../schemas/schema.ts';

/** Builds the schema of `apiVersion`, which every body for programs has. */
export const apiVersionField = () =>
  s.named(
    'ApiVersion',
    Type.Unsafe<'v1'>({
      type: 'string',
      const: 'v1',
      description:
        'Version of this answer. Within a version, members are only added, never changed or removed.',
      examples: ['v1'],
    }),
  );

/** Builds the schema members of the asset, its venue and its store key. */
export const identity = () => ({
  asset: s.assetIdField(),
  venue: s.venueField('Venue of the asset.'),
  storeKey: s.storeKeyField(),
});

export const fairValueSourceField = () =>
  s.named(
    'FairValueSource',
    s.choice('Source of the fair value; `none` when there is no value.', ['hl-oracle', 'consensus', 'none']),
  );

/** Builds the schema members of prices in bundles and quotes. */
export const priceFields = () => ({
  last: s.named(
    'MarketPrice',
    s.nullable(
      s.num('Current price: mark price of a perpetual in USD, recorded price of Yes of a binary.', 87_250.5),
      'the market has no price, or left its venue before it was recorded',
    ),
  ),
  bid: s.named(
    'BestBid',
    s.nullable(s.num('Best bid, from the newest of poll, stream and book.', 87_250), NULL_WHEN.noTouch),
  ),
  ask: s.named(
    'BestAsk',
    s.nullable(s.num('Best ask, from the same source as the bid.', 87_252), NULL_WHEN.noTouch),
  ),
  spreadBps: s.named(
    'SpreadBps',
    s.nullable(
      s.num('Spread in basis points of the midpoint.', 0.23),
      'bid or ask is missing or 0, or bid is above ask',
    ),
  ),
  spreadPts: s.named(
    'SpreadPts',
    s.nullable(
      s.num('Spread in percentage points, for binaries.', 2),
      'the asset is a perpetual, bid or ask is missing or 0, or bid is above ask',
    ),
  ),
  fairValue: s.named(
    'FairPrice',
    s.nullable(
      s.num('Fair value of the asset; the same as fairValue.value of the bundle.', 87_240),
      NULL_WHEN.noFairValue,
    ),
  ),
  basisBps: s.named(
    'BasisBps',
    s.nullable(
      s.num(
        'Last price relative to fair value in basis points; positive when this venue is more expensive.',
        1.2,
      ),
      'last or fairValue is null',
    ),
  ),
  basisPts: s.named(
    'BasisPts',
    s.nullable(
      s.num('Last price minus fair value in percentage points, for binaries.', 1.7),
      'the asset is a perpetual, or last or fairValue is null',
    ),
  ),
});

/** Builds the schema of the change of a probability in 24 hours, in percentage points. */
export const change24hPtsField = (whenNull: string) =>
  s.nullable(s.num('Price change over 24 hours in percentage points, for binaries.', 9.8), whenNull);

/** Builds the schema of the source of the change in 24 hours. */
export const change24hSourceField = (whenNull = 'change24hPct is null') =>
  s.nullable(
    s.choice(
      "`snapshot`: the venue's figure of a perpetual; `store-delta`: stored records; `venue`: the venue's figure of a binary.",
      ['snapshot', 'store-delta', 'venue'],
    ),
    whenNull,
  );

/** Builds the schema of whether the feed of the venue is stale. */
export const isStaleField = () =>
  s.named(
    'IsStale',
    s.bool("Whether the venue's newest poll result is older than 120 s or lacks the asset.", false),
  );

/** Builds the schema of the time when the price was read. */
export const priceAsOfField = () =>
  s.named(
    'PriceAsOf',
    s.nullable(
      s.epochMsField("Time at which the venue's list with this price was read."),
      'the venue repeated an earlier price, or lists the asset no longer',
    ),
  );

/** Builds the schema of the age of the venue's feed. */
export const feedAgeField = () =>
  s.nullable(s.int("Age of the venue's newest poll result in ms.", 2_100), 'the venue has not answered yet');

/** Builds the schema of the URL of the asset's page at its venue. */
export const venueNativeUrlField = () =>
  s.text("Page of the asset on its venue's site.", 'https://app.hyperliquid.xyz/trade/BTC');

/** Builds the schema of the change of a perpetual's price in 24 hours as its venue states it. */
export const perpChangeField = () =>
  s.named(
    'PerpChange24hPct',
    s.nullable(
      s.num('Price change over 24 hours in percent, for perpetuals only.', 1.45),
      'the asset is a binary or its price of 24 hours ago is not known',
    ),
  );

/** Builds the schema of the change of a price in 24 hours. */
export const change24hField = () =>
  s.named(
    'Change24hPct',
    s.nullable(
      s.num('Price change over 24 hours in percent of the earlier price.', 1.45),
      'the current price or that of 24 hours ago is not known',
    ),
  );
