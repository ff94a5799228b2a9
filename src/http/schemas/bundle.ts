import { Type } from 'typebox';
import type { Bundle } from '../../m2m/bundle.ts';
import { venueTimeField } from './feed-fields.ts';
import {
  apiVersionField,
  change24hPtsField,
  feedAgeField,
  identity,
  isStaleField,
  nativeUrl,
  priceFields,
} from './m2m-fields.ts';
import { NULL_WHEN } from './null-when.ts';
import { sampleNoteField, samplingField } from './sampling.ts';
import {
  array,
  assetIdField,
  bool,
  choice,
  epochMsField,
  generatedAtField,
  int,
  kindField,
  type Members,
  named,
  nullable,
  num,
  object,
  okTrue,
  text,
} from './schema.ts';
import { suppressionReason, terminalVarianceField } from './stats-pack.ts';
import { whyNullField } from './why-null.ts';

const unitField = () => choice('What prices mean.', ['usd', 'probability']);

const INSUFFICIENT = 'source is insufficient';
const NO_RATIO = 'source is insufficient, or its denominator is 0';
const NO_YEARLY_RATIO = 'source is insufficient, its denominator is 0, or the asset is a binary';
const ratio = (description: string, when: string) => nullable(num(description, 1.4), when);
const percent = (description: string, when = INSUFFICIENT) =>
  nullable(num(`${description} In percent.`, 2.5), when);

const riskField = () =>
  named(
    'BundleRisk',
    object(
      'Risk over the live records of the last 24 hours; over the hours of the last week where those cover less than six hours.',
      {
        realizedVolAnnualizedPct: percent('Realized volatility of a year.'),
        maxDrawdownPct: percent('Deepest fall from a peak.'),
        sharpe: ratio('Sharpe ratio.', NO_YEARLY_RATIO),
        sharpeSuppressedReason: Type.Optional(suppressionReason()),
        ulcerIndexPct: percent('Root mean square of the drawdown.'),
        painIndexPct: percent('Mean of the drawdown.'),
        modifiedVar95Pct: percent(
          'Value at risk at 95 % with skewness and kurtosis.',
          'source is insufficient, or returns do not vary',
        ),
        martinRatio: ratio('Return over ulcer index.', NO_YEARLY_RATIO),
        cdar95Pct: percent('Mean of the worst 5 % of drawdowns.'),
        gainToPain: ratio('Sum of returns over sum of losses.', NO_RATIO),
        sterlingRatio: ratio('Return over drawdown.', NO_YEARLY_RATIO),
        omega: ratio('Gains over losses.', NO_RATIO),
        rollSpreadBps: nullable(
          num('Spread implied by the autocovariance of price changes.', 1.1),
          INSUFFICIENT,
        ),
        barsUsed: int('Records used; 0 when insufficient.', 2_000),
        source: choice(
          'store: live records; fallback: hourly closes; insufficient: fewer than 30 of either.',
          ['store', 'fallback', 'insufficient'],
        ),
        returnBasis: nullable(choice('How returns are taken.', ['log', 'diff']), INSUFFICIENT),
        windowMs: int('Width of the window in ms: 24 hours, or 168 by hourly closes.', 86_400_000),
        periodsPerYear: nullable(
          num('Periods of a year, from the cadence of the records.', 6_307_200),
          INSUFFICIENT,
        ),
        sampling: samplingField('What the figures stand on.', INSUFFICIENT),
        sampleNote: sampleNoteField(),
      } satisfies Members<Bundle['risk']>,
    ),
  );

const settlementField = () =>
  nullable(
    named(
      'BundleResolution',
      object("How the market ended, by the venue's settlement source.", {
        asset: assetIdField('kalshi-kxhighny-26jul19-t80'),
        outcome: choice('Which side won; void: neither, or both in part.', ['yes', 'no', 'void']),
        payout: nullable(num('What one Yes contract paid.', 1), NULL_WHEN.notSaid),
        settledAt: nullable(epochMsField('When.'), NULL_WHEN.notSaid),
        source: text('Which answer of the venue said so.', 'kalshi:/markets/{ticker}'),
        disputed: nullable(bool('Whether the result was disputed.', false), NULL_WHEN.notSaid),
      }),
    ),
    'no resolution is recorded',
  );

const bundleMembers = () =>
  ({
    ok: okTrue(),
    generatedAt: generatedAtField(),
    generatedAtMs: epochMsField('The same moment.'),
    apiVersion: apiVersionField(),
    schema: named(
      'BundleVersion',
      object('What a reader may count on.', {
        version: text('Version of the blocks.', '1.0'),
        optionalBlocks: array(
          'Blocks that may be absent; all others are always there.',
          text('Block.', 'series'),
        ),
      }),
    ),
    ...identity(),
    kind: kindField(),
    name: nullable(text('Coin or question.', 'BTC'), 'a binary has left its venue'),
    freshness: named(
      'BundleFreshness',
      object('How old this is.', {
        feedAgeMs: feedAgeField(),
        historyLastMs: nullable(epochMsField('Newest record of the last 24 hours.'), 'there is none'),
        historyLastEverMs: nullable(epochMsField('Newest record of all.'), 'there is none'),
        isStale: isStaleField(),
      } satisfies Members<Bundle['freshness']>),
    ),
    price: named(
      'BundlePrice',
      object('Price now.', {
        ...priceFields(),
        change24hPct: nullable(
          num('Change of 24 hours in percent.', 1.45),
          'the price now or then is not known',
        ),
        change24hPts: change24hPtsField('the asset is a perpetual, or change24hPct is null'),
        unit: unitField(),
        change24hSource: nullable(
          choice('snapshot: the venue’s figure; store-delta: own records.', ['snapshot', 'store-delta']),
          'change24hPct is null',
        ),
      } satisfies Members<Bundle['price']>),
    ),
    fairValue: named(
      'BundleFairValue',
      object('What the asset should be worth.', {
        value: nullable(
          num('Oracle price, or the median of the linked venues.', 87_240),
          NULL_WHEN.noFairValue,
        ),
        unit: unitField(),
        basisBps: nullable(num('Last over value, less one.', 1.2), 'last or value is null'),
        source: choice('Where it comes from.', ['hl-oracle', 'consensus', 'none']),
        confidence: nullable(num('0 to 1.', 1), 'value is null'),
        dispersionBps: nullable(
          num('Largest less smallest venue over the value.', 120),
          'value is null or an oracle price',
        ),
        nVenues: nullable(int('Venues of the consensus.', 3), 'value is null or an oracle price'),
        isStale: isStaleField(),
      } satisfies Members<Bundle['fairValue']>),
    ),
    liquidity: named(
      'BundleLiquidity',
      object("From the venue's newest poll result.", {
        liquidityUsd: nullable(
          num('Resting liquidity as the venue counts it.', 18_300),
          NULL_WHEN.notPublished,
        ),
        openInterestUsd: nullable(num('Open interest.', 2_477_900_000), NULL_WHEN.notPublished),
        volume24hUsd: nullable(num('Traded in 24 hours.', 1_930_000_000), NULL_WHEN.notPublished),
        volumeTotalUsd: nullable(num('Traded ever.', 904_000), NULL_WHEN.notPublished),
        source: nullable(choice('Where it comes from.', ['snapshot']), 'the asset is not listed'),
      } satisfies Members<Bundle['liquidity']>),
    ),
    horizon: nullable(
      named(
        'BundleHorizon',
        object('Binaries: how far the end is.', {
          endDate: nullable(epochMsField('The end that daysToResolve counts to.'), 'the venue states none'),
          daysToResolve: nullable(
            num('Days until then; 0 when it has passed.', 1.25),
            'the venue states none',
          ),
          resolvedFrom: nullable(
            choice('Which of the venue’s times it is.', ['closeTime', 'endDate']),
            'the venue states none',
          ),
          terminalVariance: terminalVarianceField(),
          settlement: settlementField(),
        } satisfies Members<NonNullable<Bundle['horizon']>>),
      ),
      'the asset is a perpetual',
    ),
    risk: riskField(),
    flow: named(
      'BundleFlow',
      object('Who leads the traded volume.', {
        imbalance: nullable(num('-1 to 1.', 0.31), 'no record has real volume'),
        lean: nullable(choice('From 0.2 on.', ['BID', 'ASK']), 'imbalance is null or smaller'),
      }),
    ),
    carry: named(
      'BundleCarry',
      object('Funding.', {
        fundingAprPct: nullable(
          num('Of a year in percent.', 10.95),
          'the asset is a binary, or the venue publishes no rate',
        ),
        side: choice('Who pays.', ['longs_pay', 'shorts_pay', 'flat']),
      } satisfies Members<Bundle['carry']>),
    ),
    signals: named(
      'BundleSignals',
      object('A direction by votes of momentum, funding, basis and flow.', {
        direction: choice('From a score of 0.25 on.', ['LONG', 'SHORT', 'NEUTRAL']),
        confidence: num('0 to 1.', 0.42),
        reasons: array(
          'One sentence per vote.',
          text('Reason.', 'The price has risen by 1.45 % in 24 hours.'),
        ),
      }),
    ),
    tradeHint: named(
      'BundleTradeHint',
      object('Where and how to act on it. Orders go to the venue itself.', {
        venueNativeUrl: nullable(nativeUrl(), 'a binary has left its venue'),
        suggestedSide: nullable(choice('What direction suggests.', ['BUY', 'SELL']), 'direction is NEUTRAL'),
        notes: array('What a trader must know.', text('Note.', 'The book has no asks.')),
      }),
    ),
    whyNull: whyNullField(),
    series: Type.Optional(
      named(
        'BundleSeries',
        object('Only on request: a small chart of 24 hours.', {
          prices: array('Last price of each of 60 slices, oldest first.', num('Price.', 87_100)),
          points: int('Number of prices.', 60),
          windowMs: int('Width of the window in ms.', 86_400_000),
        }),
      ),
    ),
  }) satisfies Members<Bundle>;

export const bundleSchema = () =>
  Type.Unsafe<Bundle>(
    named('Bundle', object('Everything a program needs to decide about one asset.', bundleMembers())),
  );

/** A frame of the signal stream. */
export const signalFrameSchema = () =>
  Type.Intersect(
    [
      bundleSchema(),
      object('What a frame adds to the bundle.', {
        cause: choice('Why it was sent.', ['init', 'pulse', 'idle']),
        venueTime: venueTimeField(),
        receivedAt: nullable(epochMsField('Our clock when the price arrived.'), 'the asset is not listed'),
        sentAt: epochMsField('Our clock when this frame was made.'),
      }),
    ],
    { description: 'A bundle, and why it was sent.' },
  );
