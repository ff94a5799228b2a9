import type { FairValue } from '../analytics/index.ts';
import type { EpochMs, SideNames, VenueId, WhyNull } from '../domain/index.ts';
import type { PriceBlock } from './bundle.ts';
import type { Stamp } from './versions.ts';

/** The price of one asset and its age, and nothing else. */
export interface Quote extends Stamp, SideNames {
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
  /** URL of the asset's page at its venue. Absent: the caller asked to leave it out. */
  readonly venueNativeUrl?: string | null;
  /** Reasons of null members, by path. */
  readonly whyNull: WhyNull;
}
