import { Type } from 'typebox';
import type { Bundle } from '../../m2m/bundle.ts';
import type { Quote } from '../../m2m/quotes.ts';
import { NULL_REASONS, type WhyNull } from '../../m2m/why-null.ts';
import { samplingField } from './sampling.ts';
import {
  bool,
  epochMsField,
  generatedAtField,
  int,
  kindField,
  listOf,
  named,
  nullable,
  num,
  objectOf,
  okTrue,
  oneOf,
  text,
  venueField,
} from './schema.ts';

export const apiVersionField = () =>
  Type.Unsafe<'v1'>({
    type: 'string',
    const: 'v1',
    description: 'Version of this body. Within it, members are only ever added.',
    examples: ['v1'],
  });

const identity = () => ({
  asset: text('Asset id in its canonical spelling.', 'hl-BTC'),
  venue: venueField('Venue of the asset.'),
  storeKey: text('The key of the asset within its venue.', 'perp-btc'),
});

const unitField = () => oneOf('What prices mean.', ['usd', 'probability']);
const fieldsOfPrice = () => ({
  last: nullable(num('Mark price of a perpetual, recorded price of a binary (of Yes).', 87_250.5)),
  bid: nullable(num('Best bid of the feed, the stream or a fresh book, whichever is newest.', 87_250)),
  ask: nullable(num('Best ask, from the same source as the bid.', 87_252)),
  spreadBps: nullable(num('Ask less bid over their middle.', 0.23)),
  fairValue: nullable(num('The same as fairValue.value of the bundle.', 87_240)),
  basisBps: nullable(num('Last over fair value, less one; positive: this venue is rich.', 1.2)),
});
const isStaleField = () => bool('The reading of the venue is older than 120 s or lacks the asset.', false);
const feedAgeField = () => nullable(int("Age of the venue's newest whole reading in ms.", 2_100));
const nativeUrl = () => text('Where the asset is traded.', 'https://app.hyperliquid.xyz/trade/BTC');

const ratio = (description: string) => nullable(num(description, 1.4));
const percent = (description: string) => nullable(num(`${description} In percent.`, 2.5));

const riskField = () =>
  named(
    'BundleRisk',
    objectOf(
      'Risk over the live records of the last 24 hours; over the hours of the last week where those cover less than six hours.',
      {
        realizedVolAnnualizedPct: percent('Realized volatility of a year.'),
        maxDrawdownPct: percent('Deepest fall from a peak.'),
        sharpe: ratio('Sharpe ratio; null for binaries.'),
        ulcerIndexPct: percent('Root mean square of the drawdown.'),
        painIndexPct: percent('Mean of the drawdown.'),
        modifiedVar95Pct: percent('Value at risk at 95 % with skewness and kurtosis.'),
        martinRatio: ratio('Return over ulcer index; null for binaries.'),
        cdar95Pct: percent('Mean of the worst 5 % of drawdowns.'),
        gainToPain: ratio('Sum of returns over sum of losses.'),
        sterlingRatio: ratio('Return over drawdown; null for binaries.'),
        omega: ratio('Gains over losses.'),
        rollSpreadBps: nullable(num('Spread implied by the autocovariance of price changes.', 1.1)),
        barsUsed: int('Records used; 0 when insufficient.', 2_000),
        source: oneOf(
          'store: live records; fallback: hourly closes; insufficient: fewer than 30 of either.',
          ['store', 'fallback', 'insufficient'],
        ),
        returnBasis: nullable(oneOf('How returns are taken.', ['log', 'diff'])),
        windowMs: int('Width of the window in ms: 24 hours, or 168 by hourly closes.', 86_400_000),
        periodsPerYear: nullable(num('Periods of a year, from the cadence of the records.', 6_307_200)),
        sampling: samplingField('What the figures stand on; null when source is insufficient.'),
      },
    ),
  );

const settlementField = () =>
  nullable(
    named(
      'BundleResolution',
      objectOf("How the market ended, by the venue's settlement source; null while it has not.", {
        asset: text('Asset id.', 'kalshi-kxhighny-26jul19-t80'),
        outcome: oneOf('Which side won; void: neither, or both in part.', ['yes', 'no', 'void']),
        payout: nullable(num('What one Yes contract paid.', 1)),
        settledAt: nullable(epochMsField('When.')),
        source: text('Which answer of the venue said so.', 'kalshi:/markets/{ticker}'),
        disputed: nullable(bool('null: the venue does not tell of disputes.', false)),
      }),
    ),
  );

const whyNullField = () =>
  Type.Unsafe<WhyNull>({
    type: 'object',
    description:
      'Why members are null, by their path; every null has its reason. docs/errors.md explains them.',
    additionalProperties: named('NullReason', oneOf('Reason.', NULL_REASONS)),
    examples: [{ 'risk.sharpe': 'too_few_bars' }],
  });

const bundleMembers = () => ({
  ok: okTrue(),
  generatedAt: generatedAtField(),
  generatedAtMs: epochMsField('The same moment.'),
  apiVersion: apiVersionField(),
  schema: named(
    'BundleVersion',
    objectOf('What a reader may count on.', {
      version: text('Version of the blocks.', '1.0'),
      optionalBlocks: listOf(
        'Blocks that may be absent; all others are always there.',
        text('Block.', 'series'),
      ),
    }),
  ),
  ...identity(),
  kind: kindField(),
  name: nullable(text('Coin or question.', 'BTC')),
  freshness: named(
    'BundleFreshness',
    objectOf('How old this is.', {
      feedAgeMs: feedAgeField(),
      historyLastMs: nullable(epochMsField('Newest record of the last 24 hours.')),
      historyLastEverMs: nullable(epochMsField('Newest record of all.')),
      isStale: isStaleField(),
    }),
  ),
  price: named(
    'BundlePrice',
    objectOf('Price now.', {
      ...fieldsOfPrice(),
      change24hPct: nullable(num('Change of 24 hours in percent.', 1.45)),
      unit: unitField(),
      change24hSource: nullable(
        oneOf('snapshot: the venue’s figure; store-delta: own records.', ['snapshot', 'store-delta']),
      ),
    }),
  ),
  fairValue: named(
    'BundleFairValue',
    objectOf('What the asset should be worth.', {
      value: nullable(num('Oracle price, or the median of the linked venues.', 87_240)),
      unit: unitField(),
      basisBps: nullable(num('Last over value, less one.', 1.2)),
      source: oneOf('Where it comes from.', ['hl-oracle', 'consensus', 'none']),
      confidence: nullable(num('0 to 1.', 1)),
      dispersionBps: nullable(num('Largest less smallest venue over the value.', 120)),
      nVenues: nullable(int('Venues of the consensus.', 3)),
      isStale: isStaleField(),
    }),
  ),
  liquidity: named(
    'BundleLiquidity',
    objectOf('From the newest reading of the venue.', {
      liquidityUsd: nullable(num('Resting liquidity as the venue counts it.', 18_300)),
      openInterestUsd: nullable(num('Open interest.', 2_477_900_000)),
      volume24hUsd: nullable(num('Traded in 24 hours.', 1_930_000_000)),
      volumeTotalUsd: nullable(num('Traded ever.', 904_000)),
      source: nullable(oneOf('null: not listed.', ['snapshot'])),
    }),
  ),
  horizon: nullable(
    named(
      'BundleHorizon',
      objectOf('Binaries: how far the end is. null for perpetuals.', {
        endDate: nullable(epochMsField('The end that daysToResolve counts to.')),
        daysToResolve: nullable(num('Days until then; 0 when it has passed.', 1.25)),
        resolvedFrom: nullable(oneOf('Which of the venue’s times it is.', ['closeTime', 'endDate'])),
        terminalVariance: nullable(num('p (1 - p).', 0.2436)),
        settlement: settlementField(),
      }),
    ),
  ),
  risk: riskField(),
  flow: named(
    'BundleFlow',
    objectOf('Who leads the traded volume; null without real volume.', {
      imbalance: nullable(num('-1 to 1.', 0.31)),
      lean: nullable(oneOf('From 0.2 on.', ['BID', 'ASK'])),
    }),
  ),
  carry: named(
    'BundleCarry',
    objectOf('Funding.', {
      fundingAprPct: nullable(num('Of a year in percent; null for binaries.', 10.95)),
      side: oneOf('Who pays.', ['longs_pay', 'shorts_pay', 'flat']),
    }),
  ),
  signals: named(
    'BundleSignals',
    objectOf('A direction by votes of momentum, funding, basis and flow.', {
      direction: oneOf('From a score of 0.25 on.', ['LONG', 'SHORT', 'NEUTRAL']),
      confidence: num('0 to 1.', 0.42),
      reasons: listOf(
        'One sentence per vote.',
        text('Reason.', 'The price has risen by 1.45 % in 24 hours.'),
      ),
    }),
  ),
  tradeHint: named(
    'BundleTradeHint',
    objectOf('Where and how to act on it. Orders go to the venue itself.', {
      venueNativeUrl: nullable(nativeUrl()),
      suggestedSide: nullable(oneOf('null: neither.', ['BUY', 'SELL'])),
      notes: listOf('What a trader must know.', text('Note.', 'The book has no asks.')),
    }),
  ),
  whyNull: whyNullField(),
  series: Type.Optional(
    named(
      'BundleSeries',
      objectOf('Only on request: a small chart of 24 hours.', {
        prices: listOf('Last price of each of 60 slices, oldest first.', num('Price.', 87_100)),
        points: int('Number of prices.', 60),
        windowMs: int('Width of the window in ms.', 86_400_000),
      }),
    ),
  ),
});

export const bundleSchema = () =>
  Type.Unsafe<Bundle>(
    named('Bundle', objectOf('Everything a program needs to decide about one asset.', bundleMembers())),
  );

/** A frame of the signal stream. */
export const signalFrameSchema = () =>
  objectOf('A bundle, and why it was sent.', {
    ...bundleMembers(),
    cause: oneOf('Why it was sent.', ['init', 'pulse', 'idle']),
    venueTime: nullable(epochMsField("The venue's clock, where it states one.")),
    receivedAt: nullable(epochMsField('Our clock when the price arrived.')),
    sentAt: epochMsField('Our clock when this frame was made.'),
  });

export const quoteSchema = () =>
  Type.Unsafe<Quote>(
    objectOf('Price and freshness of one asset.', {
      ok: okTrue(),
      generatedAt: generatedAtField(),
      apiVersion: apiVersionField(),
      ...identity(),
      price: objectOf('Price now.', {
        ...fieldsOfPrice(),
        change24hPct: nullable(num('Perpetuals: change of 24 hours in percent. null for binaries.', 1.45)),
        change24hSource: nullable(oneOf('null for binaries.', ['snapshot'])),
      }),
      freshness: objectOf('How old this is.', {
        feedAgeMs: feedAgeField(),
        isStale: isStaleField(),
        historyLastEverMs: Type.Optional(nullable(epochMsField('With `activity`: newest record of all.'))),
      }),
      venueNativeUrl: Type.Optional(nullable(nativeUrl())),
      whyNull: whyNullField(),
    }),
  );
