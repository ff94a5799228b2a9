import { type AssetKind, type Clock, type FeeSchedules, VENUES, type VenueId } from '../domain/index.ts';
import type { ValuesOf } from '../settings/setting.ts';
import type { AdapterOptions } from './adapter-options.ts';
import type { VENUE_SETTINGS } from './settings.ts';
import type { VenueAdapter } from './venue-adapter.ts';
import type { VenueProfile, VenueSecrets } from './venue-profile.ts';

/** Profiles of every venue that the service can record, from `<venue>/profile.ts`, in the order of answers. */
export const PROFILES: readonly VenueProfile[] = await Promise.all(
  VENUES.map(async (venue): Promise<VenueProfile> => (await import(`./${venue}/profile.ts`)).profile),
);

const BY_VENUE: ReadonlyMap<VenueId, VenueProfile> = new Map(
  PROFILES.map((profile) => [profile.venue, profile]),
);

/** Returns the profile of a venue. @throws {RangeError} when the venue has none. */
export function getProfile(venue: VenueId): VenueProfile {
  const profile = BY_VENUE.get(venue);
  if (profile === undefined) throw new RangeError(`venue ${venue} has no profile`);
  return profile;
}

/** Taker fees of all asset kinds, as their venues publish them. */
export const PUBLISHED_FEES = Object.assign(
  {},
  ...PROFILES.map(({ takerFees }) => takerFees),
) as FeeSchedules;

/** Minimum number of contracts in an order, by kind of binary. */
export const CONTRACT_LOTS: Readonly<Partial<Record<AssetKind, number>>> = Object.assign(
  {},
  ...PROFILES.map(({ contractLots }) => contractLots),
);

/** Creates the adapters of the configured venues. Sends no request. */
export function createAdapters({
  config: { feed },
  secrets,
  clock,
  random,
  userAgent,
  recall,
}: {
  readonly config: {
    readonly feed: {
      readonly venues: readonly VenueId[];
      readonly streams: boolean;
      readonly adapters: ValuesOf<typeof VENUE_SETTINGS>;
    };
  };
  readonly secrets: VenueSecrets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly userAgent: string;
  readonly recall?: AdapterOptions['recall'];
}): ReadonlyMap<VenueId, VenueAdapter> {
  return new Map(
    feed.venues.map((venue) => {
      const { pollMs, maxMarkets, addresses } = feed.adapters[venue];
      const options: AdapterOptions = {
        maxMarkets,
        pollMs,
        streams: feed.streams,
        userAgent,
        clock,
        random,
        ...(recall === undefined ? {} : { recall }),
      };
      const { create, knownShapes } = getProfile(venue);
      const adapter = create(options, addresses, secrets);
      if (knownShapes !== undefined) adapter.intake?.know(knownShapes);
      return [venue, adapter];
    }),
  );
}
