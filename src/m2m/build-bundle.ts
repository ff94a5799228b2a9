import {
  carryBlock,
  changePts,
  chooseDayChange,
  differencePts,
  findFlowLean,
  horizon,
  signals,
  spreadBps,
  spreadPts,
  suggestedSide,
} from '../analytics/index.ts';
import {
  type AssetRef,
  type EpochMs,
  findVenueChange,
  formatIsoTime,
  HOUR_MS,
  isPerpKind,
  KIND_TRAITS,
  type MarketNames,
  type Resolution,
} from '../domain/index.ts';
import { describeSamples } from '../screens/risk/sample-note.ts';
import type { Bundle, HorizonBlock, LiquidityBlock, PriceBlock } from './bundle.ts';
import type { FairValueBlock } from './fair-values.ts';
import type { LiveView } from './live-view.ts';
import type { SeriesBlock, StoreFigures } from './store-figures.ts';
import { buildTradeNotes } from './trade-notes.ts';
import { findVenueUrl } from './venue-address.ts';
import { API_VERSION, BUNDLE_SCHEMA } from './versions.ts';
import { explainBundleNulls } from './why-null.ts';

export interface BundleInputs {
  readonly now: EpochMs;
  readonly view: LiveView;
  readonly figures: StoreFigures;
  readonly fairValue: FairValueBlock;
  readonly series: SeriesBlock | null;
  readonly names: MarketNames;
}

/** Builds a bundle from the facts of feed, store and links about one asset. Reads nothing itself. */
export function buildBundle({ now, view, figures, fairValue, series, names }: BundleInputs): Bundle {
  const { ref, state, isStale } = view;
  const price = buildPriceBlock(view, figures, fairValue);
  const carry = carryBlock(state?.kind === 'perp' ? state.ticker.fundingHourly : null);
  const { direction, confidence, reasons } = signals({
    riskSource: figures.risk.source,
    change24hPct: price.change24hPct,
    fundingAprPct: carry.fundingAprPct,
    basisBps: price.basisBps,
    points: isPerpKind(ref.kind) ? null : { change24h: price.change24hPts, basis: price.basisPts },
    imbalance: figures.imbalance,
    statedImbalance: figures.stated?.imbalance ?? null,
    isStale,
  });
  const horizonBlock = buildHorizon(view, figures, price.last, now);
  const bundle = {
    ok: true as const,
    generatedAt: formatIsoTime(now),
    generatedAtMs: now,
    apiVersion: API_VERSION,
    schema: BUNDLE_SCHEMA,
    asset: ref.asset,
    kind: ref.kind,
    venue: ref.venue,
    storeKey: ref.storeKey,
    ...names,
    freshness: {
      feedAgeMs: view.feedAgeMs,
      historyLastMs: figures.historyLastMs,
      historyLastEverMs: figures.historyLastEverMs,
      isStale,
    },
    price,
    fairValue,
    liquidity: buildLiquidity(view),
    horizon: horizonBlock,
    risk: {
      ...figures.risk,
      sampleNote: describeSamples('bundle', {
        unit: KIND_TRAITS[ref.kind].unit,
        basis: figures.risk.sampling?.basis ?? null,
      }),
    },
    flow: buildFlow(figures),
    carry,
    signals: { direction, confidence, reasons },
    tradeHint: {
      venueNativeUrl: findVenueUrl(ref, state),
      suggestedSide: suggestedSide(direction),
      notes: buildTradeNotes({ view, horizon: horizonBlock, ...price }),
    },
    ...(series === null ? {} : { series }),
  };
  return {
    ...bundle,
    whyNull: explainBundleNulls(bundle, {
      isBeyondLimit: view.isBeyondLimit,
      whyNoneStated: figures.whyNoneStated,
    }),
  };
}

function buildFlow({ imbalance, stated }: StoreFigures): Bundle['flow'] {
  return {
    imbalance,
    lean: findFlowLean(imbalance),
    stated:
      stated === null
        ? null
        : {
            imbalance: stated.imbalance,
            lean: findFlowLean(stated.imbalance),
            knownShare: stated.knownShare,
            trades: stated.trades,
            windowMs: stated.windowMs,
          },
  };
}

function buildPriceBlock(view: LiveView, figures: StoreFigures, fairValue: FairValueBlock): PriceBlock {
  const { ref, bid, ask } = view;
  const last = findLastPrice(view, figures.lastPrice);
  const change = computeChange24h(view, figures, last);
  const change24hPct = change?.pct ?? null;
  return {
    last,
    bid,
    ask,
    spreadBps: spreadBps(bid, ask),
    change24hPct,
    unit: KIND_TRAITS[ref.kind].unit,
    ...computePoints(ref, { last, bid, ask, change24hPct, fairValue: fairValue.value }),
    change24hSource: change?.source ?? null,
    fairValue: fairValue.value,
    basisBps: fairValue.basisBps,
  };
}

/** Computes the members of a price block that are in percentage points; all null for a perpetual. */
export function computePoints(
  { kind }: AssetRef,
  {
    last,
    bid,
    ask,
    change24hPct,
    fairValue,
  }: Pick<PriceBlock, 'last' | 'bid' | 'ask' | 'change24hPct' | 'fairValue'>,
): Pick<PriceBlock, 'spreadPts' | 'change24hPts' | 'basisPts'> {
  if (isPerpKind(kind)) return { spreadPts: null, change24hPts: null, basisPts: null };
  return {
    spreadPts: spreadPts(bid, ask),
    change24hPts: changePts(last, change24hPct === null ? null : change24hPct / 100),
    basisPts: differencePts(last, fairValue),
  };
}

/**
 * Finds the last price. A listed market without a price has none. For a market that has left its venue, it is the price
 * of the last record.
 */
export function findLastPrice({ state, last }: LiveView, lastStored: number | null): number | null {
  return state === null ? lastStored : last;
}

function computeChange24h(
  { ref, state, isStale }: LiveView,
  { referencePrice }: StoreFigures,
  last: number | null,
): { readonly pct: number; readonly source: PriceBlock['change24hSource'] } | null {
  if (isPerpKind(ref.kind)) {
    const pct = state?.kind === 'perp' ? state.ticker.changePct : null;
    return pct === null ? null : { pct, source: 'snapshot' };
  }
  const venueChange = findVenueChange(state, isStale);
  const change = chooseDayChange(last, { reference: referencePrice, venueChange });
  return change === null ? null : { pct: change.frac * 100, source: change.source };
}

function buildLiquidity({ state }: LiveView): LiquidityBlock {
  if (state === null) return NO_LIQUIDITY;
  const { openInterestUsd, volume24hUsd } = state.ticker;
  const isBinary = state.kind === 'binary';
  return {
    liquidityUsd: isBinary ? state.ticker.liquidityUsd : null,
    openInterestUsd,
    volume24hUsd,
    volumeTotalUsd: isBinary ? state.ticker.volumeTotalUsd : null,
    source: 'snapshot',
  };
}

const NO_LIQUIDITY: LiquidityBlock = {
  liquidityUsd: null,
  openInterestUsd: null,
  volume24hUsd: null,
  volumeTotalUsd: null,
  source: null,
};

function buildHorizon(
  { ref, state }: LiveView,
  { resolution }: StoreFigures,
  price: number | null,
  nowMs: EpochMs,
): HorizonBlock | null {
  if (isPerpKind(ref.kind)) return null;
  const { closeTime, endDate } = state?.kind === 'binary' ? state.ticker : NO_END;
  const { daysToResolve, resolvedFrom, terminalVariance } = horizon({
    price,
    nowMs,
    closeTime,
    endDate,
    barMs: HOUR_MS,
    barDeviation: null,
  });
  return {
    endDate: closeTime ?? endDate,
    daysToResolve,
    resolvedFrom,
    terminalVariance,
    settlement: resolution === null ? null : toShownResolution(resolution),
  };
}

const NO_END = { closeTime: null, endDate: null } as const;

function toShownResolution({ asset, outcome, payout, settledAt, source, disputed }: Resolution): Resolution {
  return { asset, outcome, payout, settledAt, source, disputed };
}
