import {
  type CarryBlock,
  carryBlock,
  changeFromReference,
  findFlowLean,
  horizon,
  type RiskBlock,
  type SignalDirection,
  signals,
  spreadBps,
  suggestedSide,
} from '../analytics/index.ts';
import {
  type AssetKind,
  type EpochMs,
  HOUR_MS,
  isoTime,
  isPerpKind,
  KIND_TRAITS,
  type PriceUnit,
  type Resolution,
  type VenueId,
  type WhyNull,
} from '../domain/index.ts';
import type { FairValueBlock } from './fair-values.ts';
import type { LiveView } from './live-view.ts';
import { getName } from './name.ts';
import type { SeriesBlock, StoreFigures } from './store-figures.ts';
import { tradeNotes } from './trade-notes.ts';
import { venueNativeUrl } from './venue-address.ts';
import { API_VERSION, BUNDLE_SCHEMA, type Stamp } from './versions.ts';
import { explainBundleNulls } from './why-null.ts';

/** Everything a program needs to decide about one asset. */
export interface Bundle extends Stamp {
  readonly generatedAtMs: EpochMs;
  readonly schema: typeof BUNDLE_SCHEMA;
  readonly asset: string;
  readonly kind: AssetKind;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly name: string | null;
  readonly freshness: {
    readonly feedAgeMs: number | null;
    /** The newest record of the last 24 hours. */
    readonly historyLastMs: number | null;
    readonly historyLastEverMs: number | null;
    readonly isStale: boolean;
  };
  readonly price: PriceBlock;
  readonly fairValue: FairValueBlock;
  readonly liquidity: LiquidityBlock;
  /** null for perpetuals. */
  readonly horizon: HorizonBlock | null;
  readonly risk: RiskBlock;
  readonly flow: { readonly imbalance: number | null; readonly lean: 'BID' | 'ASK' | null };
  readonly carry: CarryBlock;
  readonly signals: {
    readonly direction: SignalDirection;
    readonly confidence: number;
    readonly reasons: readonly string[];
  };
  readonly tradeHint: {
    readonly venueNativeUrl: string | null;
    readonly suggestedSide: 'BUY' | 'SELL' | null;
    readonly notes: readonly string[];
  };
  /** Present only when asked for. */
  readonly series?: SeriesBlock;
  /** Why members are null. */
  readonly whyNull: WhyNull;
}

export interface PriceBlock {
  readonly last: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly spreadBps: number | null;
  readonly change24hPct: number | null;
  readonly unit: PriceUnit;
  readonly change24hSource: 'snapshot' | 'store-delta' | null;
  readonly fairValue: number | null;
  readonly basisBps: number | null;
}

export interface LiquidityBlock {
  readonly liquidityUsd: number | null;
  readonly openInterestUsd: number | null;
  readonly volume24hUsd: number | null;
  readonly volumeTotalUsd: number | null;
  readonly source: 'snapshot' | null;
}

export interface HorizonBlock {
  /** The end that `daysToResolve` counts to, epoch ms. */
  readonly endDate: EpochMs | null;
  readonly daysToResolve: number | null;
  readonly resolvedFrom: 'closeTime' | 'endDate' | null;
  readonly terminalVariance: number | null;
  /** How the market ended, as the venue's settlement source says; null while it has not. */
  readonly settlement: Resolution | null;
}

export interface BundleInputs {
  readonly now: EpochMs;
  readonly view: LiveView;
  readonly figures: StoreFigures;
  readonly fairValue: FairValueBlock;
  readonly series: SeriesBlock | null;
}

/** Joins what feed, store and links say of one asset. Reads nothing itself. */
export function buildBundle({ now, view, figures, fairValue, series }: BundleInputs): Bundle {
  const { ref, state, isStale } = view;
  const price = buildPriceBlock(view, figures, fairValue);
  const carry = carryBlock(state?.kind === 'perp' ? state.ticker.fundingHourly : null);
  const { direction, confidence, reasons } = signals({
    riskSource: figures.risk.source,
    change24hPct: price.change24hPct,
    fundingAprPct: carry.fundingAprPct,
    basisBps: price.basisBps,
    imbalance: figures.imbalance,
    isStale,
  });
  const horizonBlock = buildHorizon(view, figures, price.last, now);
  const bundle = {
    ok: true as const,
    generatedAt: isoTime(now),
    generatedAtMs: now,
    apiVersion: API_VERSION,
    schema: BUNDLE_SCHEMA,
    asset: ref.asset,
    kind: ref.kind,
    venue: ref.venue,
    storeKey: ref.storeKey,
    name: getName(ref, state),
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
    risk: figures.risk,
    flow: { imbalance: figures.imbalance, lean: findFlowLean(figures.imbalance) },
    carry,
    signals: { direction, confidence, reasons },
    tradeHint: {
      venueNativeUrl: venueNativeUrl(ref, state),
      suggestedSide: suggestedSide(direction),
      notes: tradeNotes({ view, horizon: horizonBlock, spreadBps: price.spreadBps }),
    },
    ...(series === null ? {} : { series }),
  };
  return { ...bundle, whyNull: explainBundleNulls(bundle) };
}

function buildPriceBlock(view: LiveView, figures: StoreFigures, fairValue: FairValueBlock): PriceBlock {
  const { ref, state, bid, ask } = view;
  const last = findLastPrice(view, figures.lastPrice);
  const change = computeChange24h(view, figures, last);
  return {
    last,
    bid,
    ask,
    spreadBps: spreadBps(bid, ask),
    change24hPct: change,
    unit: KIND_TRAITS[ref.kind].unit,
    change24hSource: change === null ? null : state?.kind === 'perp' ? 'snapshot' : 'store-delta',
    fairValue: fairValue.value,
    basisBps: fairValue.basisBps,
  };
}

/** A listed market without a price has none; of one that left its venue, the last record is the last price. */
export function findLastPrice({ state, last }: LiveView, lastStored: number | null): number | null {
  return state === null ? lastStored : last;
}

function computeChange24h(
  { ref, state }: LiveView,
  { referencePrice }: StoreFigures,
  last: number | null,
): number | null {
  if (isPerpKind(ref.kind)) return state?.kind === 'perp' ? state.ticker.changePct : null;
  const changeFrac = changeFromReference(last, referencePrice);
  return changeFrac === null ? null : changeFrac * 100;
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
  { settlement }: StoreFigures,
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
    settlement: settlement === null ? null : shownResolution(settlement),
  };
}

const NO_END = { closeTime: null, endDate: null } as const;

function shownResolution({ asset, outcome, payout, settledAt, source, disputed }: Resolution): Resolution {
  return { asset, outcome, payout, settledAt, source, disputed };
}
