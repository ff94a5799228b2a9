import type { Secrets } from '../config/secrets.ts';
import type { AssetKind, EpochMs, FeeSchedule, VenueId } from '../domain/index.ts';
import type { AdapterOptions } from './adapter-options.ts';
import type { VenueAdapter } from './venue-adapter.ts';

/** One venue, as the rest of the service needs to know it. Each stands in the folder of its venue. */
export interface VenueProfile<Addresses = Readonly<Record<string, string>>> {
  readonly venue: VenueId;
  /** The kinds of assets that it lists. */
  readonly kinds: readonly AssetKind[];
  /**
   * No record of the venue is older: the start of the year in which it opened to the public. A time before it is a
   * mistake of units, not history.
   */
  readonly openedMs: EpochMs;
  /** How often an asset that no stream carries is refreshed while somebody listens. */
  readonly pulseRefreshMs: number;
  /** Names of the upstreams that health probes, as answers show them. */
  readonly upstreams: readonly string[];
  /** What takers pay, by kind, as the venue publishes it. Replace an entry, with day and page, when that changes. */
  readonly takerFees: Readonly<Partial<Record<AssetKind, FeeSchedule>>>;
  /**
   * Builds the adapter. Nothing is asked of the venue yet.
   *
   * @param addresses Those that the venue's `settings.ts` declares, as they are configured.
   */
  readonly create: (options: AdapterOptions, addresses: Addresses, secrets: Secrets) => VenueAdapter;
}
