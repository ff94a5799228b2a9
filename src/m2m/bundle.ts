import type { CarryBlock, RiskBlock, SignalDirection } from '../analytics/index.ts';
import type {
  AssetKind,
  EpochMs,
  MarketNames,
  PriceUnit,
  Resolution,
  VenueId,
  WhyNull,
} from '../domain/index.ts';
import type { FairValueBlock } from './fair-values.ts';
import type { SeriesBlock, StatedBalance } from './store-figures.ts';
import type { BUNDLE_SCHEMA, Stamp } from './versions.ts';

/** All facts that a program needs to decide about one asset. */
export interface Bundle extends Stamp, MarketNames {
  readonly generatedAtMs: EpochMs;
  readonly schema: typeof BUNDLE_SCHEMA;
  readonly asset: string;
  readonly kind: AssetKind;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly freshness: {
    readonly feedAgeMs: number | null;
    /** Time of the newest record of the last 24 hours, epoch ms; null: none. */
    readonly historyLastMs: number | null;
    readonly historyLastEverMs: number | null;
    readonly isStale: boolean;
  };
  readonly price: PriceBlock;
  readonly fairValue: FairValueBlock;
  readonly liquidity: LiquidityBlock;
  /** Time until a binary ends, and how far it can move; null for perpetuals. */
  readonly horizon: HorizonBlock | null;
  readonly risk: RiskBlock & {
    /** Describes the sample of the figures, and where other responses state the same figures from another sample. */
    readonly sampleNote: string;
  };
  readonly flow: FlowLean & {
    /**
     * Balance by the side that the venue stated; the members beside it use the tick rule. null: there are no trades.
     */
    readonly stated: (StatedBalance & FlowLean) | null;
  };
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
  /** Prices for a small chart. Absent: not requested. */
  readonly series?: SeriesBlock;
  /** Reasons of null members, by path. */
  readonly whyNull: WhyNull;
}

export interface FlowLean {
  readonly imbalance: number | null;
  readonly lean: 'BID' | 'ASK' | null;
}

export interface PriceBlock {
  readonly last: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly spreadBps: number | null;
  /** Spread of a binary in percentage points. All members in points are null for perpetuals. */
  readonly spreadPts: number | null;
  readonly change24hPct: number | null;
  readonly change24hPts: number | null;
  readonly unit: PriceUnit;
  /**
   * Source of the change in 24 hours. `snapshot`: the venue's figure, for a perpetual. `store-delta`: the service's
   * records, for a binary. `venue`: the venue's figure, for a binary with too young records.
   */
  readonly change24hSource: 'snapshot' | 'store-delta' | 'venue' | null;
  readonly fairValue: number | null;
  readonly basisBps: number | null;
  readonly basisPts: number | null;
}

export interface LiquidityBlock {
  readonly liquidityUsd: number | null;
  readonly openInterestUsd: number | null;
  readonly volume24hUsd: number | null;
  readonly volumeTotalUsd: number | null;
  readonly source: 'snapshot' | null;
}

export interface HorizonBlock {
  /** Time of the end to which `daysToResolve` counts, epoch ms; null: none is known. */
  readonly endDate: EpochMs | null;
  readonly daysToResolve: number | null;
  readonly resolvedFrom: 'closeTime' | 'endDate' | null;
  readonly terminalVariance: number | null;
  /** Resolution of the market, under the name that the API uses for it here; null: there is none yet. */
  readonly settlement: Resolution | null;
}
