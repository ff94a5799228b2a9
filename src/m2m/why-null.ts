import {
  explainNulls,
  isPerpKind,
  type NullReason,
  type NullReasons,
  type WhyNull,
} from '../domain/index.ts';
import type { IndexEntry } from './asset-index.ts';
import type { Bundle } from './bundle.ts';
import type { Quote } from './quote.ts';

interface Facts {
  readonly isListed: boolean;
  /**
   * Whether an asset that is not recorded is still listed by its venue, beyond the maximum number of recorded markets.
   */
  readonly isBeyondLimit: boolean;
  readonly isBinary: boolean;
  readonly hasPrice: boolean;
  readonly hasTouch: boolean;
  readonly hasFairValue: boolean;
  readonly wasRecorded: boolean;
}

interface BundleFacts extends Facts {
  /** Reason why there are no trades by stated side; null: there are some. */
  readonly whyNoneStated: NullReason | null;
  readonly hasStatedImbalance: boolean;
  readonly hasImbalance: boolean;
  /** Whether there are fewer bars than the figures of risk need. */
  readonly hasFewBars: boolean;
}

/** Finds the reasons of null members of a bundle. */
export function explainBundleNulls(
  bundle: Omit<Bundle, 'whyNull'>,
  known: Pick<BundleFacts, 'isBeyondLimit' | 'whyNoneStated'>,
): WhyNull {
  const { price, fairValue, freshness, liquidity, risk, flow } = bundle;
  return explainNulls(bundle, BUNDLE_REASONS, {
    ...known,
    isListed: liquidity.source !== null,
    isBinary: !isPerpKind(bundle.kind),
    hasPrice: price.last !== null,
    hasTouch: price.bid !== null && price.ask !== null,
    hasFairValue: fairValue.value !== null,
    wasRecorded: freshness.historyLastEverMs !== null,
    hasImbalance: flow.imbalance !== null,
    hasStatedImbalance: flow.stated !== null && flow.stated.imbalance !== null,
    hasFewBars: risk.source === 'insufficient',
  });
}

/** Finds the reasons of null members of a quote. */
export function explainQuoteNulls(
  quote: Omit<Quote, 'whyNull'>,
  known: Pick<Facts, 'isListed' | 'isBeyondLimit' | 'isBinary'>,
): WhyNull {
  const { price, freshness } = quote;
  return explainNulls(quote, QUOTE_REASONS, {
    ...known,
    hasPrice: price.last !== null,
    hasTouch: price.bid !== null && price.ask !== null,
    hasFairValue: price.fairValue !== null,
    wasRecorded: (freshness.historyLastEverMs ?? null) !== null,
  });
}

/** Finds the reasons of null members of an index entry. */
export function explainEntryNulls(entry: IndexEntry): WhyNull {
  return explainNulls(entry, ENTRY_REASONS, {
    isListed: true,
    isBeyondLimit: false,
    isBinary: !isPerpKind(entry.kind),
    hasPrice: entry.lastPrice !== null,
    hasTouch: false,
    hasFairValue: entry.fairPrice !== null,
    wasRecorded: true,
  });
}

const listed = (facts: Facts): NullReason => (facts.isListed ? 'not_published' : absence(facts));

const absence = ({ isBeyondLimit }: Facts): NullReason => (isBeyondLimit ? 'beyond_limit' : 'delisted');

const lastPrice = ({ isListed }: Facts): NullReason => (isListed ? 'no_price' : 'never_recorded');

const touch = (facts: Facts): NullReason => (facts.isListed ? 'no_touch' : absence(facts));

function spread(facts: Facts): NullReason {
  if (!facts.isListed) return absence(facts);
  return facts.hasTouch ? 'crossed_book' : 'no_touch';
}

function change(facts: Facts): NullReason {
  if (!facts.hasPrice) return 'no_price';
  return facts.isBinary ? 'no_day_old_record' : listed(facts);
}

/** Finds the reason for the change of a quote: that of a binary would need the store, which quotes do not read. */
const changeOfQuote = (facts: Facts): NullReason => (facts.isBinary ? 'not_read' : change(facts));

/** Reason for a member in percentage points, which only binaries have. */
const points =
  (reason: (facts: Facts) => NullReason) =>
  (facts: Facts): NullReason =>
    facts.isBinary ? reason(facts) : 'not_applicable';

function fairValue(facts: Facts): NullReason {
  if (!facts.isListed) return absence(facts);
  // A perpetual's fair value comes from one oracle, so it has neither venues nor a dispersion.
  if (!facts.isBinary) return facts.hasFairValue ? 'not_applicable' : 'not_published';
  return facts.hasFairValue ? 'zero_denominator' : 'no_consensus';
}

function basis(facts: Facts): NullReason {
  if (facts.isListed && !facts.hasPrice) return 'no_price';
  return facts.isListed && facts.hasFairValue ? 'zero_denominator' : fairValue(facts);
}

const lastRecord = ({ wasRecorded }: Facts): NullReason =>
  wasRecorded ? 'no_recent_record' : 'never_recorded';

function end(facts: Facts): NullReason {
  if (!facts.isBinary) return 'not_applicable';
  return facts.isListed ? 'no_end' : absence(facts);
}

function terminalVariance(facts: Facts): NullReason {
  return facts.isBinary && facts.isListed && !facts.hasPrice ? 'no_price' : end(facts);
}

const figure = ({ hasFewBars }: BundleFacts): NullReason =>
  hasFewBars ? 'too_few_bars' : 'zero_denominator';

/**
 * Finds the reason for an annualised figure, which a market with an end does not have, however long it was recorded.
 */
const yearly = (facts: BundleFacts): NullReason => (facts.isBinary ? 'not_applicable' : figure(facts));

const SIDE_REASONS = {
  yesMeans: (facts: Facts): NullReason =>
    facts.isBinary && !facts.isListed ? absence(facts) : 'not_applicable',
  noMeans: (facts: Facts): NullReason => (facts.isBinary ? listed(facts) : 'not_applicable'),
} as const;

const PRICE_REASONS = {
  'price.last': lastPrice,
  'price.bid': touch,
  'price.ask': touch,
  'price.spreadBps': spread,
  'price.spreadPts': points(spread),
  'price.fairValue': fairValue,
  'price.basisBps': basis,
  'price.basisPts': points(basis),
} as const;

const BUNDLE_REASONS: NullReasons<Omit<Bundle, 'whyNull'>, BundleFacts> = {
  name: listed,
  ...SIDE_REASONS,
  'freshness.feedAgeMs': 'no_snapshot',
  'freshness.historyLastMs': lastRecord,
  'freshness.historyLastEverMs': lastRecord,
  ...PRICE_REASONS,
  'price.change24hPct': change,
  'price.change24hPts': points(change),
  'price.change24hSource': change,
  'fairValue.value': fairValue,
  'fairValue.basisBps': basis,
  'fairValue.confidence': fairValue,
  'fairValue.dispersionBps': fairValue,
  'fairValue.nVenues': fairValue,
  'liquidity.source': listed,
  'liquidity.liquidityUsd': listed,
  'liquidity.openInterestUsd': listed,
  'liquidity.volume24hUsd': listed,
  'liquidity.volumeTotalUsd': listed,
  horizon: 'not_applicable',
  'horizon.endDate': end,
  'horizon.daysToResolve': end,
  'horizon.resolvedFrom': end,
  'horizon.terminalVariance': terminalVariance,
  'horizon.settlement': 'not_resolved',
  'horizon.settlement.payout': 'not_published',
  'horizon.settlement.settledAt': 'not_published',
  'horizon.settlement.disputed': 'not_published',
  'risk.realizedVolAnnualizedPct': figure,
  'risk.maxDrawdownPct': figure,
  'risk.sharpe': yearly,
  'risk.ulcerIndexPct': figure,
  'risk.painIndexPct': figure,
  'risk.modifiedVar95Pct': figure,
  'risk.martinRatio': yearly,
  'risk.cdar95Pct': figure,
  'risk.gainToPain': figure,
  'risk.sterlingRatio': yearly,
  'risk.omega': figure,
  'risk.rollSpreadBps': figure,
  'risk.returnBasis': figure,
  'risk.periodsPerYear': figure,
  'risk.sampling': figure,
  'risk.sampling.stepMs': figure,
  'flow.imbalance': 'no_volume',
  'flow.stated': ({ whyNoneStated }) => whyNoneStated,
  'flow.stated.imbalance': 'known_share',
  'flow.stated.lean': ({ hasStatedImbalance }) => (hasStatedImbalance ? 'balanced' : 'known_share'),
  'flow.lean': ({ hasImbalance }) => (hasImbalance ? 'balanced' : 'no_volume'),
  'carry.fundingAprPct': (facts) => (facts.isBinary ? 'not_applicable' : listed(facts)),
  'tradeHint.venueNativeUrl': listed,
  'tradeHint.suggestedSide': 'balanced',
};

const ofBinaries =
  (reason: NullReason) =>
  ({ isBinary }: Facts): NullReason =>
    isBinary ? reason : 'not_applicable';
const ofPerps = ({ isBinary }: Facts): NullReason => (isBinary ? 'not_applicable' : 'not_published');

const QUOTE_REASONS: NullReasons<Omit<Quote, 'whyNull'>, Facts> = {
  name: listed,
  ...SIDE_REASONS,
  ...PRICE_REASONS,
  'price.change24hPct': changeOfQuote,
  'price.change24hPts': points(changeOfQuote),
  'price.change24hSource': changeOfQuote,
  'freshness.feedAgeMs': 'no_snapshot',
  'freshness.historyLastEverMs': 'never_recorded',
  market: absence,
  'market.volume24hUsd': 'not_published',
  'market.openInterestUsd': 'not_published',
  'market.liquidityUsd': ofBinaries('not_published'),
  'market.endsAtMs': ofBinaries('no_end'),
  'market.fundingHourly': ofPerps,
  'market.nextFundingMs': ofPerps,
  'market.maxLeverage': ofPerps,
  venueNativeUrl: listed,
};

const ENTRY_REASONS: NullReasons<Omit<IndexEntry, 'event'>, Facts> = {
  ...SIDE_REASONS,
  lastPrice: 'no_price',
  // The venue repeated an earlier price.
  asOfMs: 'not_read',
  fairPrice: fairValue,
  basisBps: basis,
  basisPts: points(basis),
  change24hPct: change,
  change24hPts: points(change),
  change24hSource: change,
  volume24hUsd: 'not_published',
  endDate: (facts) => (facts.isBinary ? 'no_end' : 'not_applicable'),
};
