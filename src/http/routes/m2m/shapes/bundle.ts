import { Type } from 'typebox';
import type { Bundle } from '../../../../m2m/bundle.ts';
import { NULL_WHEN } from '../../../schemas/null-when.ts';
import * as s from '../../../schemas/schema.ts';
import { sentAtField, venueTimeField } from '../../../shapes/feed-fields.ts';
import {
  apiVersionField,
  change24hField,
  change24hPtsField,
  feedAgeField,
  identity,
  isStaleField,
  priceFields,
  venueNativeUrlField,
} from '../../../shapes/m2m-fields.ts';
import { sampleNoteField, samplingField } from '../../../shapes/sampling.ts';
import { resolvedFromField, suppressionReason, terminalVarianceField } from '../../../shapes/stats-pack.ts';
import { whyNullField } from '../../../shapes/why-null.ts';

const unitField = () =>
  s.choice('Unit of the prices: `usd`, or `probability` of Yes.', ['usd', 'probability']);

const INSUFFICIENT = 'source is insufficient';
const NO_RATIO = 'source is insufficient or the denominator is 0';
const NO_YEARLY_RATIO = 'source is insufficient, the denominator is 0, or the asset is a binary';
const ratio = (description: string, when: string) => s.nullable(s.num(description, 1.4), when);
const percent = (description: string, when = INSUFFICIENT) =>
  s.nullable(s.num(`${description} In percent.`, 2.5), when);

const riskField = () =>
  s.named(
    'BundleRisk',
    s.object(
      'Risk metrics over the live records of the last 24 hours, or the hourly closes of the last week when those cover less than six hours.',
      {
        realizedVolAnnualizedPct: percent('Annualised realised volatility.'),
        maxDrawdownPct: percent('Largest fall from a running peak.'),
        sharpe: ratio('Annualised Sharpe ratio without a risk-free rate.', NO_YEARLY_RATIO),
        sharpeSuppressedReason: Type.Optional(suppressionReason()),
        ulcerIndexPct: percent('Ulcer index: root mean square of the drawdowns.'),
        painIndexPct: percent('Pain index: mean drawdown.'),
        modifiedVar95Pct: percent(
          'Value at risk of one bar at 95 %, adjusted for skewness and kurtosis (Cornish-Fisher).',
          'source is insufficient or the returns do not vary',
        ),
        martinRatio: ratio('Martin ratio: annualised return divided by the ulcer index.', NO_YEARLY_RATIO),
        cdar95Pct: percent('Conditional drawdown at risk: mean of the worst 5 % of the drawdowns.'),
        gainToPain: ratio('Sum of the gains divided by the sum of the losses.', NO_RATIO),
        sterlingRatio: ratio('Sterling ratio: annualised return divided by cdar95Pct.', NO_YEARLY_RATIO),
        omega: ratio(
          'Omega ratio at threshold 0: sum of the gains divided by the sum of the losses.',
          NO_RATIO,
        ),
        rollSpreadBps: s.nullable(
          s.num(
            "Roll's estimate of the bid-ask spread, from the autocovariance of the returns, in basis points of the price.",
            1.1,
          ),
          INSUFFICIENT,
        ),
        barsUsed: s.int('Bars used; 0 when source is insufficient.', 2_000),
        source: s.choice(
          '`store`: live records; `fallback`: hourly closes; `insufficient`: fewer than 30 of either.',
          ['store', 'fallback', 'insufficient'],
        ),
        returnBasis: s.nullable(
          s.choice('Kind of returns: `log` for prices in USD, `diff` (differences) for probabilities.', [
            'log',
            'diff',
          ]),
          INSUFFICIENT,
        ),
        windowMs: s.int(
          'Width of the window in ms: 24 hours for live records, 168 hours for hourly closes.',
          86_400_000,
        ),
        periodsPerYear: s.nullable(
          s.num('Returns in a year of covered time, used to annualise.', 6_307_200),
          INSUFFICIENT,
        ),
        sampling: samplingField('Sample from which the figures were computed.', INSUFFICIENT),
        sampleNote: sampleNoteField(),
      } satisfies s.Members<Bundle['risk']>,
    ),
  );

const settlementField = () =>
  s.nullable(
    s.named(
      'BundleResolution',
      s.object('Resolution of the market, as its venue states it.', {
        asset: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
        outcome: s.choice(
          'Winning side. `void`: the venue refunded both sides, or paid something between 0 and 1.',
          ['yes', 'no', 'void'],
        ),
        payout: s.nullable(s.num('Payout of one Yes contract in USD, 0 to 1.', 1), NULL_WHEN.notSaid),
        settledAt: s.nullable(s.epochMsField('When the venue settled the market.'), NULL_WHEN.notSaid),
        source: s.text("Field of the venue's answer that states the resolution.", 'kalshi:/markets/{ticker}'),
        disputed: s.nullable(s.bool('Whether the result was disputed.', false), NULL_WHEN.notSaid),
      }),
    ),
    'no resolution has been recorded',
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
    name: s.nullable(s.text('Coin or question.', 'BTC'), 'the asset is a binary that has left its venue'),
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
        change24hSource: s.nullable(
          s.choice(
            "Source of the change. `snapshot`: the venue's own figure; `store-delta`: computed from stored records.",
            ['snapshot', 'store-delta'],
          ),
          'change24hPct is null',
        ),
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
        source: s.choice('Source of the fair value; `none` when there is no value.', [
          'hl-oracle',
          'consensus',
          'none',
        ]),
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
      s.object('Balance of buyers and sellers in the traded volume.', {
        imbalance: s.nullable(
          s.num('Buyer volume minus seller volume, divided by both, -1 to 1.', 0.31),
          'no record has a traded volume',
        ),
        lean: s.nullable(
          s.choice('`BID` when buyers lead (imbalance of at least 0.2), `ASK` when sellers lead.', [
            'BID',
            'ASK',
          ]),
          'imbalance is null or between -0.2 and 0.2',
        ),
      }),
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
      s.object('Trading signal, a sum of votes by momentum, funding, basis and flow.', {
        direction: s.choice(
          'Direction of the signal: `LONG` from a score of 0.25, `SHORT` from -0.25, `NEUTRAL` in between.',
          ['LONG', 'SHORT', 'NEUTRAL'],
        ),
        confidence: s.num('Strength of the signal, 0 to 1.', 0.42),
        reasons: s.array(
          'Reasons for the direction, one sentence per vote.',
          s.text('Reason in one sentence.', 'The price has risen by 1.45 % in 24 hours.'),
        ),
      }),
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

/** A frame of the signal stream. */
export const signalFrameSchema = () =>
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
  );
