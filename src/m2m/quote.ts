import type { FairValue } from '../analytics/index.ts';
import type { EpochMs, MarketNames, VenueId, WhyNull } from '../domain/index.ts';
import type { PriceBlock } from './bundle.ts';
import type { Stamp } from './versions.ts';

/**
 * Facts that traders read first beside the price, as the venue states them. Members that a kind does not have are null.
 */
export interface MarketBlock {
  readonly volume24hUsd: number | null;
  readonly openInterestUsd: number | null;
  /** Resting liquidity of a binary, as its venue counts it. */
  readonly liquidityUsd: number | null;
  /** Time when a binary is due to be decided, or its trading ends; null: its venue states neither. */
  readonly endsAtMs: EpochMs | null;
  /** Funding of the current hour as a fraction of notional; positive: longs pay. */
  readonly fundingHourly: number | null;
  /** Time of the next payment of funding. */
  readonly nextFundingMs: EpochMs | null;
  readonly maxLeverage: number | null;
}

/** The price of one asset and its age, and nothing else. */
export interface Quote extends Stamp, MarketNames {
  readonly asset: string;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly price: Omit<PriceBlock, 'unit' | 'change24hSource'> & {
    /** Source of the change in 24 hours; null for binaries, whose change would need the store. */
    readonly change24hSource: 'snapshot' | null;
    readonly fairValueSource: FairValue['source'];
  };
  readonly freshness: {
    readonly feedAgeMs: number | null;
    readonly isStale: boolean;
    /**
     * Time of the last record of the asset, epoch ms; null: the asset was never recorded. Absent: activity was not
     * requested.
     */
    readonly historyLastEverMs?: EpochMs | null;
  };
  /** Figures and terms as the venue states them; null: the venue no longer lists the market. Absent: not requested. */
  readonly market?: MarketBlock | null;
  /** URL of the asset's page at its venue. Absent: the caller asked to leave it out. */
  readonly venueNativeUrl?: string | null;
  /** Reasons of null members, by path. */
  readonly whyNull: WhyNull;
}
