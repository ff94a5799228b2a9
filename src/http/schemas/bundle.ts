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
import * as s from './schema.ts';
import { suppressionReason, terminalVarianceField } from './stats-pack.ts';
import { whyNullField } from './why-null.ts';

const unitField = () => s.choice('Unit of the prices.', ['usd', 'probability']);

const INSUFFICIENT = 'source is insufficient';
const NO_RATIO = 'source is insufficient, or its denominator is 0';
const NO_YEARLY_RATIO = 'source is insufficient, its denominator is 0, or the asset is a binary';
const ratio = (description: string, when: string) => s.nullable(s.num(description, 1.4), when);
const percent = (description: string, when = INSUFFICIENT) =>
  s.nullable(s.num(`${description} In percent.`, 2.5), when);

const riskField = () =>
  s.named(
    'BundleRisk',
    s.object(
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
        rollSpreadBps: s.nullable(
          s.num('Spread implied by the autocovariance of price changes.', 1.1),
          INSUFFICIENT,
        ),
        barsUsed: s.int('Records used; 0 when insufficient.', 2_000),
        source: s.choice(
          'store: live records; fallback: hourly closes; insufficient: fewer than 30 of either.',
          ['store', 'fallback', 'insufficient'],
        ),
        returnBasis: s.nullable(s.choice('How returns are taken.', ['log', 'diff']), INSUFFICIENT),
        windowMs: s.int('Width of the window in ms: 24 hours, or 168 by hourly closes.', 86_400_000),
        periodsPerYear: s.nullable(
          s.num('Periods of a year, from the cadence of the records.', 6_307_200),
          INSUFFICIENT,
        ),
        sampling: samplingField('Sample behind the figures.', INSUFFICIENT),
        sampleNote: sampleNoteField(),
      } satisfies s.Members<Bundle['risk']>,
    ),
  );

const settlementField = () =>
  s.nullable(
    s.named(
      'BundleResolution',
      s.object("How the market ended, by the venue's settlement source.", {
        asset: s.assetIdField('kalshi-kxhighny-26jul19-t80'),
        outcome: s.choice('Which side won; void: neither, or both in part.', ['yes', 'no', 'void']),
        payout: s.nullable(s.num('Payout of one Yes contract.', 1), NULL_WHEN.notSaid),
        settledAt: s.nullable(s.epochMsField('When.'), NULL_WHEN.notSaid),
        source: s.text("Field of the venue's answer that states the resolution.", 'kalshi:/markets/{ticker}'),
        disputed: s.nullable(s.bool('Whether the result was disputed.', false), NULL_WHEN.notSaid),
      }),
    ),
    'no resolution is recorded',
  );

const bundleMembers = () =>
  ({
    ok: s.okTrue(),
    generatedAt: s.generatedAtField(),
    generatedAtMs: s.epochMsField('The same time.'),
    apiVersion: apiVersionField(),
    schema: s.named(
      'BundleVersion',
      s.object('What readers can rely on.', {
        version: s.text('Version of the blocks.', '1.0'),
        optionalBlocks: s.array(
          'Blocks that may be absent; all others are always there.',
          s.text('Block.', 'series'),
        ),
      }),
    ),
    ...identity(),
    kind: s.kindField(),
    name: s.nullable(s.text('Coin or question.', 'BTC'), 'a binary has left its venue'),
    freshness: s.named(
      'BundleFreshness',
      s.object('Freshness of the answer.', {
        feedAgeMs: feedAgeField(),
        historyLastMs: s.nullable(s.epochMsField('Newest record of the last 24 hours.'), 'there is none'),
        historyLastEverMs: s.nullable(s.epochMsField('Newest record of all.'), 'there is none'),
        isStale: isStaleField(),
      } satisfies s.Members<Bundle['freshness']>),
    ),
    price: s.named(
      'BundlePrice',
      s.object('Price now.', {
        ...priceFields(),
        change24hPct: s.nullable(
          s.num('Change of 24 hours in percent.', 1.45),
          'the price now or then is not known',
        ),
        change24hPts: change24hPtsField('the asset is a perpetual, or change24hPct is null'),
        unit: unitField(),
        change24hSource: s.nullable(
          s.choice('snapshot: the venue’s figure; store-delta: own records.', ['snapshot', 'store-delta']),
          'change24hPct is null',
        ),
      } satisfies s.Members<Bundle['price']>),
    ),
    fairValue: s.named(
      'BundleFairValue',
      s.object('Estimate of what the asset is worth.', {
        value: s.nullable(
          s.num('Oracle price, or the median of the linked venues.', 87_240),
          NULL_WHEN.noFairValue,
        ),
        unit: unitField(),
        basisBps: s.nullable(s.num('Last over value, less one.', 1.2), 'last or value is null'),
        source: s.choice('Source of the value.', ['hl-oracle', 'consensus', 'none']),
        confidence: s.nullable(s.num('0 to 1.', 1), 'value is null'),
        dispersionBps: s.nullable(
          s.num('Largest less smallest venue over the value.', 120),
          'value is null or an oracle price',
        ),
        nVenues: s.nullable(s.int('Venues of the consensus.', 3), 'value is null or an oracle price'),
        isStale: isStaleField(),
      } satisfies s.Members<Bundle['fairValue']>),
    ),
    liquidity: s.named(
      'BundleLiquidity',
      s.object("From the venue's newest poll result.", {
        liquidityUsd: s.nullable(
          s.num('Resting liquidity as the venue counts it.', 18_300),
          NULL_WHEN.notPublished,
        ),
        openInterestUsd: s.nullable(s.num('Open interest.', 2_477_900_000), NULL_WHEN.notPublished),
        volume24hUsd: s.nullable(s.num('Traded in 24 hours.', 1_930_000_000), NULL_WHEN.notPublished),
        volumeTotalUsd: s.nullable(s.num('Traded since the market opened.', 904_000), NULL_WHEN.notPublished),
        source: s.nullable(s.choice('Source of the value.', ['snapshot']), 'the asset is not listed'),
      } satisfies s.Members<Bundle['liquidity']>),
    ),
    horizon: s.nullable(
      s.named(
        'BundleHorizon',
        s.object('Binaries: time until the market resolves.', {
          endDate: s.nullable(
            s.epochMsField('The end that daysToResolve counts to.'),
            'the venue states none',
          ),
          daysToResolve: s.nullable(
            s.num('Days until that end; 0 when it has passed.', 1.25),
            'the venue states none',
          ),
          resolvedFrom: s.nullable(
            s.choice("Which of the venue's times endsAt is.", ['closeTime', 'endDate']),
            'the venue states none',
          ),
          terminalVariance: terminalVarianceField(),
          settlement: settlementField(),
        } satisfies s.Members<NonNullable<Bundle['horizon']>>),
      ),
      'the asset is a perpetual',
    ),
    risk: riskField(),
    flow: s.named(
      'BundleFlow',
      s.object('Side that leads the traded volume.', {
        imbalance: s.nullable(s.num('-1 to 1.', 0.31), 'no record has real volume'),
        lean: s.nullable(s.choice('From 0.2 on.', ['BID', 'ASK']), 'imbalance is null or smaller'),
      }),
    ),
    carry: s.named(
      'BundleCarry',
      s.object('Funding.', {
        fundingAprPct: s.nullable(
          s.num('Annualised rate in percent.', 10.95),
          'the asset is a binary, or the venue publishes no rate',
        ),
        side: s.choice('Side that pays.', ['longs_pay', 'shorts_pay', 'flat']),
      } satisfies s.Members<Bundle['carry']>),
    ),
    signals: s.named(
      'BundleSignals',
      s.object('Direction voted by momentum, funding, basis and flow.', {
        direction: s.choice('Direction of the signal, from a score of 0.25 on.', [
          'LONG',
          'SHORT',
          'NEUTRAL',
        ]),
        confidence: s.num('0 to 1.', 0.42),
        reasons: s.array(
          'One sentence per vote.',
          s.text('Reason.', 'The price has risen by 1.45 % in 24 hours.'),
        ),
      }),
    ),
    tradeHint: s.named(
      'BundleTradeHint',
      s.object('Where and how to act on it. Orders go to the venue itself.', {
        venueNativeUrl: s.nullable(nativeUrl(), 'a binary has left its venue'),
        suggestedSide: s.nullable(
          s.choice('Action that the direction suggests.', ['BUY', 'SELL']),
          'direction is NEUTRAL',
        ),
        notes: s.array('Notes for traders.', s.text('Note.', 'The book has no asks.')),
      }),
    ),
    whyNull: whyNullField(),
    series: Type.Optional(
      s.named(
        'BundleSeries',
        s.object('A small chart of 24 hours; only on request.', {
          prices: s.array('Last price of each of 60 slices, oldest first.', s.num('Price.', 87_100)),
          points: s.int('Number of prices.', 60),
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
      s.object('What a frame adds to the bundle.', {
        cause: s.choice('Why it was sent.', ['init', 'pulse', 'idle']),
        venueTime: venueTimeField(),
        receivedAt: s.nullable(
          s.epochMsField('Our clock when the price arrived.'),
          'the asset is not listed',
        ),
        sentAt: s.epochMsField('Our clock when this frame was made.'),
      }),
    ],
    { description: 'A bundle, and why it was sent.' },
  );
