import type { CarryBlock, RiskBlock, SignalDirection } from '../analytics/index.ts';
import type {
  AssetKind,
  EpochMs,
  PriceUnit,
  Resolution,
  SideNames,
  VenueId,
  WhyNull,
} from '../domain/index.ts';
import type { FairValueBlock } from './fair-values.ts';
import type { SeriesBlock, StatedBalance } from './store-figures.ts';
import type { BUNDLE_SCHEMA, Stamp } from './versions.ts';

/** Everything a program needs to decide about one asset. */
export interface Bundle extends Stamp, SideNames {
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
  /** Time until a binary ends; null for perpetuals. */
  readonly horizon: HorizonBlock | null;
  readonly risk: RiskBlock & {
    /** Names the sample of the figures, and those of the other answers that state them. */
    readonly sampleNote: string;
  };
  readonly flow: FlowLean & {
    /** By the side that the venue stated; the members beside it are the tick rule's. null: no trades. */
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
  /** Series; present only on request. */
  readonly series?: SeriesBlock;
  /** Why members are null. */
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
  /** Spread of a binary in percentage points; null for perpetuals, as are the other members in points. */
  readonly spreadPts: number | null;
  readonly change24hPct: number | null;
  readonly change24hPts: number | null;
  readonly unit: PriceUnit;
  /** A perpetual's is the venue's `snapshot`; a binary's our records, or the venue's figure where they are too young. */
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
  /** The end that `daysToResolve` counts to, epoch ms. */
  readonly endDate: EpochMs | null;
  readonly daysToResolve: number | null;
  readonly resolvedFrom: 'closeTime' | 'endDate' | null;
  readonly terminalVariance: number | null;
  /** The resolution, under the name that the API has for it here; null while there is none. */
  readonly settlement: Resolution | null;
}
