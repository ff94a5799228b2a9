import type { FairValue } from '../analytics/index.ts';
import type { EpochMs, SideNames, VenueId, WhyNull } from '../domain/index.ts';
import type { PriceBlock } from './bundle.ts';
import type { Stamp } from './versions.ts';

/** The price of one asset and how fresh it is, and nothing else. */
export interface Quote extends Stamp, SideNames {
  readonly asset: string;
  readonly venue: VenueId;
  readonly storeKey: string;
  readonly price: Omit<PriceBlock, 'unit' | 'change24hSource'> & {
    /** Binaries have no change in a quote: it would need the store. */
    readonly change24hSource: 'snapshot' | null;
    readonly fairValueSource: FairValue['source'];
  };
  readonly freshness: {
    readonly feedAgeMs: number | null;
    readonly isStale: boolean;
    /**
     * Time of the last record of the asset, epoch ms; present when activity was requested; null when nothing was ever
     * recorded.
     */
    readonly historyLastEverMs?: EpochMs | null;
  };
  /** Venue native url; absent on request. */
  readonly venueNativeUrl?: string | null;
  /** Why members are null. */
  readonly whyNull: WhyNull;
}
