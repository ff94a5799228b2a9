import { Type } from 'typebox';
import type { Bundle } from '../../m2m/bundle.ts';
import { NULL_WHEN } from '../schemas/null-when.ts';
import * as s from '../schemas/schema.ts';
import { riskField, settlementField, unitField } from './bundle-fields.ts';
import { sentAtField, venueTimeField } from './feed-fields.ts';
import { resolvedFromField, terminalVarianceField } from './figure-fields.ts';
import {
  apiVersionField,
  change24hField,
  change24hPtsField,
  change24hSourceField,
  fairValueSourceField,
  feedAgeField,
  identity,
  isStaleField,
  priceFields,
  venueNativeUrlField,
} from './m2m-fields.ts';
import { marketNameFields } from './side-fields.ts';
import { whyNullField } from './why-null.ts';

const statedField = () =>
  s.named(
    'BundleStatedFlow',
    s.object(
      'The same by the side that the venue stated, from recorded trades. In studies on probabilities the tick rule was right 0.73 of the time at best and 0.50 at worst.',
      {
        imbalance: s.nullable(
          s.num('Size bought minus size sold, divided by both, -1 to 1.', -0.4),
          'less than 80 % of the size has a stated side',
        ),
        lean: s.nullable(
          s.choice('`BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead.', [
            'BID',
            'ASK',
          ]),
          'imbalance is null or between -0.2 and 0.2',
        ),
        knownShare: s.num('Share of the traded size whose side is stated, 0 to 1.', 1),
        trades: s.int('Trades, without those that never settled or were agreed outside of the book.', 1_204),
        windowMs: s.int('Width of the window in ms: the current hour and the 23 before it.', 85_320_000),
      } satisfies s.Members<NonNullable<Bundle['flow']['stated']>>,
    ),
  );

const bundleMembers = () =>
  ({
    ok: s.okTrue(),
    generatedAt: s.generatedAtField(),
    generatedAtMs: s.epochMsField('The same time as generatedAt.'),
    apiVersion: apiVersionField(),
    schema: s.named(
      'BundleVersion',
      s.object("Version of the bundle's structure.", {
        version: s.text('Version of the blocks that a bundle has.', '1.0'),
        optionalBlocks: s.array(
          'Blocks that may be absent; all other blocks are always present.',
          s.text('Name of the block.', 'series'),
        ),
      }),
    ),
    ...identity(),
    kind: s.kindField(),
    ...marketNameFields(),
    freshness: s.named(
      'BundleFreshness',
      s.object('Age of the data behind the answer.', {
        feedAgeMs: feedAgeField(),
        historyLastMs: s.nullable(
          s.epochMsField('Time of the newest record of the last 24 hours.'),
          'no record is that recent',
        ),
        historyLastEverMs: s.nullable(
          s.epochMsField('Time of the newest stored record.'),
          'the asset has no record',
        ),
        isStale: isStaleField(),
      } satisfies s.Members<Bundle['freshness']>),
    ),
    price: s.named(
      'BundlePrice',
      s.object('Current price and its distance from fair value.', {
        ...priceFields(),
        change24hPct: change24hField(),
        change24hPts: change24hPtsField('the asset is a perpetual, or change24hPct is null'),
        unit: unitField(),
        change24hSource: change24hSourceField(),
      } satisfies s.Members<Bundle['price']>),
    ),
    fairValue: s.named(
      'BundleFairValue',
      s.object('Fair value of the asset, and the distance of its price from it.', {
        value: s.nullable(
          s.num('Oracle price of a perpetual, or median mid of the linked venues of a binary.', 87_240),
          NULL_WHEN.noFairValue,
        ),
        unit: unitField(),
        basisBps: s.nullable(
          s.num('Last price relative to fair value in basis points.', 1.2),
          'last or value is null',
        ),
        source: fairValueSourceField(),
        confidence: s.nullable(
          s.num(
            'Confidence in the value, 0 to 1. It is 1 for an oracle, grows with the number of venues, and falls with their disagreement.',
            1,
          ),
          'value is null',
        ),
        dispersionBps: s.nullable(
          s.num(
            'Difference between the highest and the lowest mid of the venues, in basis points of the value.',
            120,
          ),
          'value is null or is an oracle price',
        ),
        nVenues: s.nullable(
          s.int('Venues whose mids form the consensus.', 3),
          'value is null or is an oracle price',
        ),
        isStale: isStaleField(),
      } satisfies s.Members<Bundle['fairValue']>),
    ),
    liquidity: s.named(
      'BundleLiquidity',
      s.object("Liquidity and volume from the venue's newest poll result.", {
        liquidityUsd: s.nullable(
          s.num('Resting liquidity in USD, as the venue counts it.', 18_300),
          NULL_WHEN.notPublished,
        ),
        openInterestUsd: s.nullable(s.num('Open interest in USD.', 2_477_900_000), NULL_WHEN.notPublished),
        volume24hUsd: s.nullable(s.num('24 h volume in USD.', 1_930_000_000), NULL_WHEN.notPublished),
        volumeTotalUsd: s.nullable(
          s.num('Volume since the market opened, USD.', 904_000),
          NULL_WHEN.notPublished,
        ),
        source: s.nullable(
          s.choice('Source of these figures.', ['snapshot']),
          'the venue does not list the asset',
        ),
      } satisfies s.Members<Bundle['liquidity']>),
    ),
    horizon: s.nullable(
      s.named(
        'BundleHorizon',
        s.object('Time until the market resolves, and its resolution. Binaries only.', {
          endDate: s.nullable(
            s.epochMsField('End to which daysToResolve counts.'),
            'the venue states no end',
          ),
          daysToResolve: s.nullable(
            s.num('Days until endDate; 0 when it has passed.', 1.25),
            'the venue states no end',
          ),
          resolvedFrom: resolvedFromField(),
          terminalVariance: terminalVarianceField(),
          settlement: settlementField(),
        } satisfies s.Members<NonNullable<Bundle['horizon']>>),
      ),
      'the asset is a perpetual',
    ),
    risk: riskField(),
    flow: s.named(
      'BundleFlow',
      s.object('Balance of buyers and sellers in the traded volume of 24 hours.', {
        imbalance: s.nullable(
          s.num('Buyer volume minus seller volume by the tick rule, divided by both, -1 to 1.', 0.31),
          'no record has a traded volume',
        ),
        lean: s.nullable(
          s.choice('`BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead.', [
            'BID',
            'ASK',
          ]),
          'imbalance is null or between -0.2 and 0.2',
        ),
        stated: s.nullable(statedField(), 'no trade of the last 24 hours is known'),
      } satisfies s.Members<Bundle['flow']>),
    ),
    carry: s.named(
      'BundleCarry',
      s.object('Cost of holding the asset through funding.', {
        fundingAprPct: s.nullable(
          s.num('Annualised funding rate in percent; positive when longs pay.', 10.95),
          'the asset is a binary or the venue publishes no rate',
        ),
        side: s.choice('Side that pays the funding; `flat` without a rate or with a rate of 0.', [
          'longs_pay',
          'shorts_pay',
          'flat',
        ]),
      } satisfies s.Members<Bundle['carry']>),
    ),
    signals: s.named(
      'BundleSignals',
      s.object(
        'Trading signal, a sum of votes by momentum, funding, basis and flow; that of flow goes by the stated side where there is one.',
        {
          direction: s.choice(
            'Direction of the signal: `LONG` from a score of 0.25, `SHORT` from -0.25, `NEUTRAL` in between.',
            ['LONG', 'SHORT', 'NEUTRAL'],
          ),
          confidence: s.num('Strength of the signal, 0 to 1.', 0.42),
          reasons: s.array(
            'Reasons for the direction, one sentence per vote.',
            s.text('Reason in one sentence.', 'The price has risen by 1.45 % in 24 hours.'),
          ),
        },
      ),
    ),
    tradeHint: s.named(
      'BundleTradeHint',
      s.object('Venue page and side that fit the signal. Orders are placed at the venue, not here.', {
        venueNativeUrl: s.nullable(venueNativeUrlField(), 'the asset is a binary that has left its venue'),
        suggestedSide: s.nullable(
          s.choice('Side that the direction suggests.', ['BUY', 'SELL']),
          'direction is NEUTRAL',
        ),
        notes: s.array(
          'Warnings and facts that matter for a trade, one sentence each.',
          s.text('Note in one sentence.', 'The book has no asks.'),
        ),
      }),
    ),
    whyNull: whyNullField(),
    series: Type.Optional(
      s.named(
        'BundleSeries',
        s.object('Prices of the last 24 hours for a small chart. Present with `series=true`.', {
          prices: s.array(
            'Last price of each of 60 equal time slices, oldest first; slices without a record are left out.',
            s.num('Price: USD, or probability of Yes.', 87_100),
          ),
          points: s.int('Prices, at most 60.', 60),
          windowMs: s.int('Width of the window in ms.', 86_400_000),
        }),
      ),
    ),
  }) satisfies s.Members<Bundle>;

export const bundleSchema = () =>
  Type.Unsafe<Bundle>(
    s.named('Bundle', s.object('Everything a program needs to decide about one asset.', bundleMembers())),
  );

/** Builds the schema of a frame of the signal stream. */
export const signalFrameSchema = () =>
  s.named(
    'SignalFrame',
    Type.Intersect(
      [
        bundleSchema(),
        s.object('Members that a stream event adds to the bundle.', {
          cause: s.choice(
            'Reason for the event: `init` on connect, `pulse` after a price move, `idle` after 15 quiet seconds.',
            ['init', 'pulse', 'idle'],
          ),
          venueTime: venueTimeField(),
          receivedAt: s.nullable(
            s.epochMsField("When the price arrived, by the service's clock."),
            'the venue does not list the asset',
          ),
          sentAt: sentAtField(),
        }),
      ],
      { description: 'A bundle with the reason for the event and its times.' },
    ),
  );
